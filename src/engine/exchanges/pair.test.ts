import { expect, it } from 'vitest';
import { alternatives, pairOf } from './pair.ts';
import { EXCHANGES } from './registry.ts';

it.each([
  ['BTCUSDT', 'BTC', 'USDT'],
  ['BTC-USD', 'BTC', 'USD'],
  ['XBT/USD', 'BTC', 'USD'],
  ['XXBTZUSD', 'BTC', 'USD'],
  ['btc-eur', 'BTC', 'EUR'],
  ['BINANCE:ETHBTC', 'ETH', 'BTC'],
  ['BTCFDUSD', 'BTC', 'FDUSD'],
  ['XDGUSD', 'DOGE', 'USD'],
  ['SOL/PLN', 'SOL', 'PLN'],
])('%s is %s for %s', (symbol, base, quote) => {
  expect(pairOf(symbol)).toEqual({ base, quote });
});

it.each(['AAPL', 'USD', 'SIM-ALDER', 'A/B/C', '', '/USD', 'NOSUCHCOIN'])('%s is no pair', (symbol) => {
  expect(pairOf(symbol)).toBeNull();
});

it('every exchange writes pairs as its symbols look', () => {
  expect(alternatives({ base: 'BTC', quote: 'USDT' }).map(({ quote }) => quote)).toEqual([
    'USDT',
    'USD',
    'USDC',
    'EUR',
  ]);
  const written = EXCHANGES.flatMap(({ symbol }) => (symbol.of ? [symbol.of('BTC', 'USDT')] : []));
  expect(written).toEqual(['BTCUSDT', 'BTCUSDT', 'BTC-USDT', 'BTC/USDT']);
  const examples = EXCHANGES.flatMap(({ symbol }) => {
    const pair = pairOf(symbol.example);
    return pair && symbol.of ? [[symbol.of(pair.base, pair.quote), symbol.example]] : [];
  });
  expect(examples.map(([written]) => written)).toEqual(examples.map(([, example]) => example));
  expect(examples).toHaveLength(4);
});
