import type { Dialect, FakeTrade } from '../exchange-dialects.ts';

type Asked = { event?: string; data?: { channel?: string } };
const CHANNEL = 'live_trades_';
const SPANS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const PAIRS = [
  ['BTC/USD', 'btcusd', 'Bitcoin / U.S. dollar'],
  ['ETH/USD', 'ethusd', 'Ether / U.S. dollar'],
] as const;

const rowText = ({ id, price, size, time }: FakeTrade): string =>
  `{"date":"${Math.floor(time / 1000)}","tid":"${id}","amount":"${size}","type":"0","price":"${price}"}`;

/** Bitstamp’s WebSocket version 2 and its REST. */
export const bitstamp: Dialect = {
  firstId: 216_000_477,
  symbols: ['BTCUSD', 'ETHUSD'],
  unnumbered: true,
  greeting: [],
  hear: (text) => {
    const { event, data } = JSON.parse(text) as Asked;
    if (event === 'bts:heartbeat')
      return { reply: ['{"event":"bts:heartbeat","channel":"","data":{"status":"success"}}'] };
    const channel = data?.channel ?? '';
    const symbol = channel.slice(CHANNEL.length).toUpperCase();
    return event === 'bts:subscribe'
      ? {
          add: [symbol],
          reply: [`{"event":"bts:subscription_succeeded","channel":"${channel}","data":{}}`],
        }
      : {
          remove: [symbol],
          reply: [`{"event":"bts:unsubscription_succeeded","channel":"${channel}","data":{}}`],
        };
  },
  trade: ({ symbol, id, price, size, time }) =>
    `{"data":{"id":${id},"timestamp":"${Math.floor(time / 1000)}","amount":${Number(size)},"amount_str":"${size}","price":${Number(price)},"price_str":"${price}","type":0,"microtimestamp":"${time * 1000}","buy_order_id":1443875737346049,"sell_order_id":1443875731320832},"channel":"${CHANNEL}${symbol.toLowerCase()}","event":"trade"}`,
  beat: () => ['{"event":"bts:heartbeat","channel":"","data":{"status":"success"}}'],
  maintenance: () => [],
  answer: (url, record) => {
    if (url.pathname === '/api/v2/trading-pairs-info/')
      return `[${PAIRS.map(
        ([name, symbol, description]) =>
          `{"name":"${name}","url_symbol":"${symbol}","base_decimals":8,"counter_decimals":2,"instant_order_counter_decimals":2,"minimum_order":"10 USD","trading":"Enabled","instant_and_market_orders":"Enabled","description":"${description}"}`,
      ).join(',')}]`;
    const symbol = /^\/api\/v2\/transactions\/([^/]+)\/$/.exec(url.pathname)?.[1]?.toUpperCase();
    if (symbol === undefined) return null;
    const mine = record.filter((each) => each.symbol === symbol);
    // Its clock is that of its newest trade.
    const now = Math.max(...mine.map(({ time }) => time));
    const span = SPANS[url.searchParams.get('time') ?? 'hour'] ?? 0;
    return `[${mine
      .filter(({ time }) => time > now - span)
      .toReversed()
      .map(rowText)
      .join(',')}]`;
  },
};
