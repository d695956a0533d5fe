import type { Dialect, FakeTrade } from '../exchange-dialects.ts';

type Asked = { action?: string; params?: string };
const NAMES: Readonly<Record<string, string>> = { AAPL: 'Apple Inc.', MSFT: 'Microsoft Corp' };
const status = (name: string, message: string): string[] => [
  `[{"ev":"status","status":"${name}","message":"${message}"}]`,
];
/** It names stocks after the channel: T.AAPL, LULD.AAPL. */
const traded = (params: string): string[] =>
  params.split(',').flatMap((each) => (each.startsWith('T.') ? [each.slice(2)] : []));
const restTrade = ({ id, price, size, time, conditions = [] }: FakeTrade): string =>
  `{"conditions":[${conditions.join(',')}],"exchange":11,"id":"${id}","participant_timestamp":${time}000000,"price":${price},"sequence_number":${id},"sip_timestamp":${time}000000,"size":0,"decimal_size":"${size}","tape":3}`;

/** A page of rows; the next one is named by an address of its own. */
function page(rows: readonly string[], url: URL): string {
  const limit = Number(url.searchParams.get('limit') ?? 1000);
  const from = Number(url.searchParams.get('cursor') ?? 0);
  const next = new URL(url);
  next.searchParams.set('cursor', String(from + limit));
  next.host = 'api.massive.com';
  const more = rows.length > from + limit ? `,"next_url":"${next.href}"` : '';
  return `{"results":[${rows.slice(from, from + limit).join(',')}],"status":"OK","request_id":"a47d1beb"${more}}`;
}

/** Massive’s stream and REST of US stocks. */
export const massive: Dialect = {
  firstId: 0,
  symbols: ['AAPL', 'MSFT'],
  unnumbered: true,
  greeting: status('connected', 'Connected Successfully'),
  keys: {
    accepted: status('auth_success', 'authenticated'),
    refused: status('auth_failed', 'authentication failed'),
    taken: [
      ...status('auth_success', 'authenticated'),
      ...status('max_connections', 'Maximum number of websocket connections exceeded.'),
    ],
    missing: status('auth_timeout', 'No authentication request received.'),
    full: [],
    ofHeaders: (headers) => ({
      keyId: '',
      secret: (headers.get('authorization') ?? '').replace('Bearer ', ''),
    }),
  },
  hear: (text) => {
    const { action, params = '' } = JSON.parse(text) as Asked;
    if (action === 'auth') return { login: { keyId: '', secret: params } };
    const reply = status('success', `${action}d to: ${params}`);
    return action === 'subscribe' ? { add: traded(params), reply } : { remove: traded(params), reply };
  },
  trade: ({ symbol, id, price, size, time, conditions = [] }) =>
    `[{"ev":"T","sym":"${symbol}","x":11,"i":"${id}","z":3,"p":${price},"s":0,"ds":"${size}","c":[${conditions.join(',')}],"t":${time},"q":${id}}]`,
  beat: () => status('success', 'subscribed'),
  maintenance: () => [],
  answer: (url, record, bars) => {
    if (url.pathname === '/v3/reference/tickers') {
      const ticker = url.searchParams.get('ticker');
      const results = Object.entries(NAMES)
        .filter(([name]) => ticker === null || name === ticker)
        .map(([name, title]) => ({
          ticker: name,
          name: title,
          market: 'stocks',
          locale: 'us',
          primary_exchange: 'XNAS',
          type: 'CS',
          active: true,
          currency_name: 'usd',
        }));
      return JSON.stringify({ results, status: 'OK', count: results.length });
    }
    const traded = /^\/v3\/trades\/([^/]+)$/.exec(url.pathname)?.[1];
    if (url.pathname.startsWith('/v3/quotes/')) return '{"results":[],"status":"OK"}';
    if (traded !== undefined) {
      const since = BigInt(url.searchParams.get('timestamp.gte') ?? '0');
      const mine = record.filter((each) => each.symbol === traded && BigInt(each.time) * 1_000_000n >= since);
      return page(mine.map(restTrade), url);
    }
    const [, symbol, size, from = '', to = ''] =
      /^\/v2\/aggs\/ticker\/([^/]+)\/range\/1\/(day|minute)\/(\d+)\/(\d+)$/.exec(url.pathname) ?? [];
    if (symbol === undefined) return null;
    const timeframe = size === 'day' ? '1d' : '1m';
    const mine = bars.filter(
      (bar) =>
        bar.symbol === symbol &&
        bar.timeframe === timeframe &&
        bar.time >= Number(from) &&
        bar.time <= Number(to),
    );
    return page(
      mine.map(
        ({ time, open, high, low, close, volume }) =>
          `{"v":${volume},"vw":${close},"o":${open},"c":${close},"h":${high},"l":${low},"t":${time},"n":3}`,
      ),
      url,
    );
  },
};
