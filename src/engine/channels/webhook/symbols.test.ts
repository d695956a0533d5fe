import { expect, test } from 'vitest';
import { readSymbols, theirSymbol } from './symbols.ts';

const BOOK = 'BINANCE:BTCUSDT = USDT_BTC\n\nES=F=ESZ6\r\n^GSPC=US500';

test('finds a symbol by its whole name or its ticker', () => {
  const find = (symbol: string, ticker = symbol) => theirSymbol(BOOK, { symbol, ticker });
  expect(find('BINANCE:BTCUSDT', 'BTCUSDT')).toBe('USDT_BTC');
  expect(find('ES=F')).toBe('ESZ6');
  expect(find('CME:^GSPC', '^GSPC')).toBe('US500');
  expect(find('BTCUSDT')).toBeNull();
  expect(theirSymbol(undefined, { symbol: 'A', ticker: 'A' })).toBeNull();
});

test.each([
  ['BTCUSDT', 'Line 1: write it like BINANCE:BTCUSDT = USDT_BTC.'],
  ['A=B\n = C', 'Line 2: write it like BINANCE:BTCUSDT = USDT_BTC.'],
  ['A=B C', 'Line 1: “B C” isn’t a symbol of a platform.'],
  ['A=B\nA=C', 'Line 2: “A” is there twice.'],
])('%j is refused', (text, problem) => {
  const read = readSymbols(text);
  expect('problem' in read ? read.problem : null).toBe(problem);
});
