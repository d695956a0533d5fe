import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { describeWithShared, sharedPath } from '#tests/support/shared-data.ts';
import { alpaca } from '../alpaca/alpaca.ts';
import { readAlpaca } from '../alpaca/messages.ts';
import { massive } from '../massive/massive.ts';
import { readMassive } from '../massive/messages.ts';
import { findExchange } from '../registry.ts';
import type { Get } from './exchange.ts';

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
  it('documented messages of Alpaca: the odd lot counts as volume, a cancellation names its trade', () => {
    const documented = JSON.parse(read('json/alpaca_ws_messages.json').toString('utf8')) as object[][];
    // The documentation’s time is none that can be.
    const now = '2026-01-05T15:00:00.000000010Z';
    const lists = documented.map((list) => JSON.stringify(list.map((each) => ({ ...each, t: now }))));
    const said = lists.flatMap((list) => readAlpaca(list));
    expect(said).toHaveLength(documented.flat().length);
    expect(said.map(({ kind }) => kind)).toEqual([
      'alive',
      'alive',
      'trade',
      'alive',
      'alive',
      'halt',
      'withdrawn',
      'alive',
    ]);
    expect(said[2]).toMatchObject({ symbol: 'AAPL', tick: { text: { price: '177.79', size: '90' } } });
    expect(said[2]).toHaveProperty('tick.volumeOnly', true);
    expect(said[6]).toMatchObject({ symbol: 'DJT', by: null });
    // As they stand in the documentation, with times of 1970, trades are quarantined and nothing is thrown.
    const verbatim = documented.flatMap((list) => readAlpaca(JSON.stringify(list)));
    expect(verbatim.filter(({ kind }) => kind === 'bad')).toMatchObject([{ reason: 'time', symbol: 'AAPL' }]);
  });

  it('documented answers of Alpaca over REST are read as trades and bars', async () => {
    const answers = JSON.parse(read('json/alpaca_rest_stock_data.json').toString('utf8')) as Record<
      string,
      { trades?: unknown[]; bars?: unknown[] }
    >;
    const open = alpaca.open({ keyId: 'PK', secret: 's' }, { name: 'alpaca', plan: 'iex', extended: true });
    const asked: string[] = [];
    const answering =
      (name: string): Get =>
      async (path) => {
        asked.push(path);
        const page = answers[name];
        return JSON.stringify(
          path.includes('page_token') ? { trades: null, bars: null } : { next_page_token: null, ...page },
        );
      };
    const ticks = await open.trades(
      answering('GET /v2/stocks/AAPL/trades'),
      'AAPL',
      { id: null, ts: 0 },
      null,
    );
    expect(ticks).toHaveLength(answers['GET /v2/stocks/AAPL/trades']?.trades?.length ?? 0);
    // Odd lots of before the open.
    expect(ticks.map(({ text, volumeOnly }) => [text.price, volumeOnly])).toEqual([
      ['159.07', true],
      ['159.07', true],
    ]);
    const bars = [];
    const name = 'GET /v2/stocks/AAPL/bars?timeframe=1Day&limit=2';
    const range = { timeframe: '1d' as const, from: 0, until: 2 };
    for await (const page of open.history?.(answering(name), 'AAPL', range) ?? []) bars.push(...page);
    expect(bars.map(({ ts, text }) => [new Date(ts).toISOString(), text.close])).toEqual([
      ['2022-02-01T05:00:00.000Z', '174.61'],
      ['2022-02-02T05:00:00.000Z', '175.84'],
    ]);
    expect(asked.at(-1)).toMatch(/page_token=QUFQTHx/);
    for await (const page of open.history?.(answering('GET /v2/stocks/AAPL/bars (empty)'), 'AAPL', range) ??
      [])
      expect(page).toEqual([]);
  });

  it('documented messages of Massive: one trade of a stock, and nothing of what is no trade', () => {
    const documented = JSON.parse(read('json/polygon_websocket_examples.json').toString('utf8')) as Record<
      string,
      { ev: string; p?: number; s?: number }
    >;
    const said = Object.values(documented).map((each) => ({
      each,
      message: readMassive(JSON.stringify([each]))[0],
    }));
    const trades = said.filter(({ message }) => message?.kind === 'trade');
    // Counted another way: options and stocks share the event; an option’s example has no ID.
    expect(said.filter(({ each }) => each.ev === 'T')).toHaveLength(2);
    expect(trades.map(({ each }) => each)).toEqual([documented['/stocks/T']]);
    expect(trades[0]?.message).toMatchObject({
      symbol: 'MSFT',
      tick: { text: { price: '114.125', size: '100' } },
    });
    expect(said.filter(({ message }) => message?.kind === 'bad').map(({ each }) => each)).toEqual([
      documented['/options/T'],
    ]);
  });

  it('documented answers of Massive over REST are read as trades and bars', async () => {
    const answers = JSON.parse(read('json/polygon_rest_examples.json').toString('utf8')) as Record<
      string,
      object
    >;
    const open = massive.open(
      { keyId: '', secret: 's' },
      { name: 'massive', plan: 'developer', extended: true },
    );
    const asked: string[] = [];
    // A number of 19 digits was rounded where the examples were kept: its ms are right.
    const answering =
      (name: string): Get =>
      async (path) => {
        asked.push(path);
        return path.includes('cursor=') ? '{"results":[]}' : JSON.stringify(answers[name]);
      };
    const ticks = await open.trades(answering('/v3/trades/{stockTicker}'), 'AAPL', { id: null, ts: 0 }, null);
    expect(
      ticks.map(({ text, ts, key }) => [text.price, text.size, new Date(ts).getUTCFullYear(), key]),
    ).toEqual([
      ['171.55', '100', 2018, '11 0 1 17564'],
      ['171.55', '100', 2018, '11 0 2 17564'],
    ]);
    const bars = [];
    const name = '/v2/aggs/ticker/{stocksTicker}/range/{multiplier}/{timespan}/{from}/{to}';
    const range = { timeframe: '1d' as const, from: 0, until: 2 };
    for await (const page of open.history?.(answering(name), 'AAPL', range) ?? []) bars.push(...page);
    expect(bars.map(({ ts, text }) => [new Date(ts).toISOString(), text.close, text.volume])).toEqual([
      ['2020-01-02T05:00:00.000Z', '75.0875', '135647456'],
      ['2020-01-03T05:00:00.000Z', '74.3575', '146535512'],
    ]);
    expect(asked.at(-1)).toBe(
      '/v2/aggs/ticker/AAPL/range/1/day/1578114000000/2020-01-10?cursor=bGltaXQ9MiZzb3J0PWFzYw',
    );
  });

  it.each([
    ['coinbase', 'json/coinbase/http_products.json', 'BTC-USD', 'BTC'],
    ['binance', 'json/binance_spot_http_2/http_spot_market_exchange_info.json', 'BTCUSDT', 'BTC'],
    ['kraken', 'json/kraken/http_asset_pairs.json', 'BTC/USDT', 'BTC'],
  ])('the list of %s has each symbol with what is traded', async (exchange, file, symbol, ticker) => {
    const listed = [];
    const body = read(file).toString('utf8');
    for await (const page of findExchange(exchange)?.symbols?.(async () => body) ?? []) listed.push(...page);
    expect(listed).toContainEqual(expect.objectContaining({ symbol, ticker, kind: 'crypto' }));
    // Counted another way: each has a status of its own in the answer.
    expect(listed).toHaveLength(body.match(/"status":\s*"(online|TRADING)"/g)?.length ?? -1);
  });

  it('a damaged record gives no trade that was not told, and throws nothing', () => {
    const messages = incoming('BITSTAMP.ws.1.0.txt.gz').filter((each) => each.includes('"event":"trade"'));
    for (const message of messages)
      for (let cut = 1; cut < message.length; cut += 7)
        expect(
          findExchange('bitstamp')
            ?.read(message.slice(0, cut))
            .map(({ kind }) => kind),
        ).toEqual(['bad']);
    const without = (name: string): string => (messages[0] ?? '').replace(`"${name}"`, '"gone"');
    for (const name of ['id', 'microtimestamp', 'channel'])
      expect(findExchange('bitstamp')?.read(without(name))).toMatchObject([{ kind: 'bad' }]);
  });

  it.each([
    { file: 'BINANCE.ws.1.0.txt.gz', exchange: 'binance', ticks: 2, symbols: 2 },
    { file: 'BITSTAMP.ws.1.0.txt.gz', exchange: 'bitstamp', ticks: 10, symbols: 1 },
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
