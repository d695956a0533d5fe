import { expect, it, describe } from 'vitest';
import { coinPair } from '#src/engine/exchanges/pair.ts';
import { stockOf } from '#src/engine/exchanges/stock.ts';
import { knownNames, readNames } from './names.ts';
import { entriesOf, searchEntries } from './search.ts';

const make = entriesOf(knownNames(null));
const binance = make('binance', [
  coinPair('BTCUSDT', { base: 'BTC', quote: 'USDT' }),
  coinPair('ETHBTC', { base: 'ETH', quote: 'BTC' }),
  coinPair('BCHUSDT', { base: 'BCH', quote: 'USDT' }),
  coinPair('BTCSTUSDT', { base: 'BTCST', quote: 'USDT' }),
]);
const kraken = make('kraken', [
  coinPair('BTC/USD', { base: 'XBT', quote: 'USD' }),
  coinPair('BTC/EUR', { base: 'BTC', quote: 'EUR' }),
]);
const alpaca = make('alpaca', [
  stockOf('AAPL', 'Apple Inc. Common Stock', 'NASDAQ'),
  stockOf('APLE', 'Apple Hospitality REIT, Inc.', 'NYSE'),
  stockOf('A', 'Agilent Technologies Inc.', 'NYSE'),
  stockOf('GOOGL', 'Alphabet Inc. Class A Common Stock', 'NASDAQ'),
  stockOf('SPY', 'SPDR S&P 500 ETF Trust', 'ARCA'),
]);
const find = (text: string): string[] =>
  searchEntries([binance, kraken, alpaca], text, 20).map(({ feed, listed }) => `${feed} ${listed.symbol}`);

describe('the search of symbols', () => {
  it.each([
    ['btc', ['kraken BTC/USD', 'binance BTCUSDT', 'kraken BTC/EUR', 'binance BTCSTUSDT']],
    ['Bitcoin', ['kraken BTC/USD', 'binance BTCUSDT', 'kraken BTC/EUR', 'binance BCHUSDT']],
    ['xbt', ['kraken BTC/USD', 'binance BTCUSDT', 'kraken BTC/EUR']],
    ['BTC-USD', ['kraken BTC/USD']],
    ['aapl', ['alpaca AAPL']],
    ['apple', ['alpaca AAPL', 'alpaca APLE']],
    ['apple hosp', ['alpaca APLE']],
    ['google', ['alpaca GOOGL']],
    ['US0378331005', ['alpaca AAPL']],
    ['s&p 500', ['alpaca SPY']],
    ['a', ['alpaca A', 'alpaca AAPL', 'alpaca APLE', 'alpaca GOOGL']],
    ['hospitality  apple', ['alpaca APLE']],
    ['%', []],
    [' ', []],
  ])('finds “%s”', (text, expected) => {
    expect(find(text)).toEqual(expected);
  });

  it('names what a list has no name for, and keeps its own where it has one', () => {
    expect(binance[0]?.listed).toMatchObject({ name: 'Bitcoin', currency: 'USDT', kind: 'crypto' });
    expect(alpaca[0]?.listed).toMatchObject({ name: 'Apple Inc. Common Stock', isin: 'US0378331005' });
    expect(alpaca[4]?.listed.kind).toBe('fund');
  });
});

describe('the list of names', () => {
  it('has each ticker once, and ISINs whose check digit is right', () => {
    const names = knownNames(null);
    expect(names.length).toBeGreaterThan(400);
    const keys = names.map(({ kind, ticker }) => `${kind === 'crypto'} ${ticker}`);
    expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
    const isins = names.flatMap(({ isin }) => (isin === '' ? [] : [isin]));
    expect(isins.length).toBeGreaterThan(20);
    expect(isins.filter((isin) => !isRight(isin))).toEqual([]);
  });

  it('says which line of another file can’t be read', () => {
    expect(readNames('ticker,name,kind\nVOW3,Volkswagen,stock,vw\n')).toMatchObject([
      { ticker: 'VOW3', aliases: ['vw'], isin: '' },
    ]);
    expect(() => readNames('ticker,name,kind\nVOW3,Volkswagen,share')).toThrow(/^line 2 needs a ticker/);
  });
});

/** ISO 6166: letters as numbers, then the Luhn sum. */
function isRight(isin: string): boolean {
  const digits = [...isin].map((each) => Number.parseInt(each, 36)).join('');
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
