import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { describeWithShared, sharedPath } from '#tests/support/shared-data.ts';
import { findExchange } from '../registry.ts';

const read = (file: string): Buffer => readFileSync(sharedPath(`messages/${file}`));

/** What came in of a recorded wire log: "<time>: <message>". */
const incoming = (file: string): string[] =>
  gunzipSync(read(`recorded/${file}`))
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      const [, message] = /^\d+\.\d+: (.*)$/.exec(line) ?? [];
      return message === undefined ? [] : [message];
    });

describeWithShared('recorded messages, fed verbatim', 'messages', () => {
  it.each([
    { file: 'BINANCE.ws.1.0.txt.gz', exchange: 'binance', ticks: 2, symbols: 2 },
    { file: 'COINBASE.ws.28.0.txt.gz', exchange: 'coinbase', ticks: 107, symbols: 10 },
    { file: 'KRAKEN.ws.48.0.txt.gz', exchange: 'kraken', ticks: 10, symbols: 2 },
    { file: 'KRAKEN.ws.49.0.txt.gz', exchange: 'kraken', ticks: 0, symbols: 0 },
    { file: 'KRAKEN.ws.50.0.txt.gz', exchange: 'kraken', ticks: 0, symbols: 0 },
  ])('$file gives $ticks ticks', ({ file, exchange, ticks, symbols }) => {
    const messages = incoming(file);
    const said = messages.flatMap((message) => findExchange(exchange)?.read(message) ?? []);
    const trades = said.flatMap((each) => (each.kind === 'trade' ? [each] : []));
    expect(messages.length).toBeGreaterThan(40);
    expect(trades).toHaveLength(ticks);
    expect(new Set(trades.map((trade) => trade.symbol)).size).toBe(symbols);
    expect(said.filter((each) => each.kind === 'bad')).toEqual([]);
    // Counted another way: every figure stands in the log as the exchange wrote it.
    const log = messages.join('\n');
    for (const { tick } of trades)
      expect(log.includes(`"${tick.text.price}"`) && log.includes(`"${tick.text.size}"`)).toBe(true);
  });

  it.each([
    { file: 'json/binance_spot_ws/ws_spot_agg_trade.json', exchange: 'binance', ticks: 1 },
    { file: 'json/binance_spot_ws/ws_spot_ticker_book.json', exchange: 'binance', ticks: 0 },
    { file: 'json/coinbase/ws_market_trades.json', exchange: 'coinbase', ticks: 2 },
    { file: 'json/coinbase/ws_heartbeats.json', exchange: 'coinbase', ticks: 0 },
    { file: 'json/coinbase/ws_l2_data_update.json', exchange: 'coinbase', ticks: 0 },
    { file: 'json/kraken/ws_trade_update.json', exchange: 'kraken', ticks: 2 },
    { file: 'json/kraken/ws_subscribe_response.json', exchange: 'kraken', ticks: 0 },
    { file: 'json/kraken/ws_pong.json', exchange: 'kraken', ticks: 0 },
    { file: 'json/kraken/ws_book_update.json', exchange: 'kraken', ticks: 0 },
  ])('$file gives $ticks ticks', ({ file, exchange, ticks }) => {
    const said = findExchange(exchange)?.read(read(file).toString('utf8')) ?? [];
    expect(said.filter((each) => each.kind === 'trade')).toHaveLength(ticks);
    expect(said.filter((each) => each.kind === 'bad')).toEqual([]);
  });

  it('keeps a figure as it was written, also where it is no text', () => {
    const text = read('json/kraken/ws_trade_update.json').toString('utf8');
    expect(findExchange('kraken')?.read(text)).toMatchObject([
      { symbol: 'BTC/USD', tick: { id: 10_218_208, text: { price: '105944.20', size: '0.00027625' } } },
      { symbol: 'BTC/USD', tick: { id: 10_218_209, text: { price: '105910.50', size: '0.00012460' } } },
    ]);
  });

  it.each([
    {
      file: 'json/binance_spot_http_2/http_spot_market_agg_trades.json',
      exchange: 'binance',
      symbol: 'BTCUSDT',
    },
    { file: 'json/coinbase/http_ticker.json', exchange: 'coinbase', symbol: 'BTC-USD' },
    { file: 'json/kraken/http_trades.json', exchange: 'kraken', symbol: 'BTC/USDT' },
  ])('$file is read as trades, oldest first', async ({ file, exchange, symbol }) => {
    const body = read(file).toString('utf8');
    // The first page; after it there is none.
    const pages = [body];
    const get = async (): Promise<string> => pages.shift() ?? '{"error":[],"result":{},"trades":[]}';
    const ticks = await findExchange(exchange)?.trades(get, symbol, { id: null, ts: 0 }, null);
    const numbers = ticks?.map((tick) => tick.id ?? 0) ?? [];
    expect(numbers.length).toBeGreaterThan(2);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(numbers).toHaveLength(new Set(numbers).size);
  });
});
