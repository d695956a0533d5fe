/** What TradingView is given as the message of an alert. */
export const MESSAGE = `{
  "ticker": "{{exchange}}:{{ticker}}",
  "close": "{{close}}",
  "interval": "{{interval}}",
  "time": "{{timenow}}",
  "message": "RSI left its range"
}`;

/** A call that anybody can make in a terminal. */
export const curlOf = (address: string): string =>
  `curl -X POST '${address}' \\
  -H 'Content-Type: application/json' \\
  -d '{"ticker":"BINANCE:BTCUSDT","close":25012.50,"message":"A first try"}'`;
