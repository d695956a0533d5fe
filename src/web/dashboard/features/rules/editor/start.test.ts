import { expect, it } from 'vitest';
import { startOf } from './start.ts';

const start = (search: string) => startOf(new URLSearchParams(search));

it('begins with the price that was pointed at', () => {
  expect(start('symbol=BINANCE:BTCUSDT&timeframe=1h&level=67120.5')).toEqual({
    target: 'BINANCE:BTCUSDT',
    timeframe: '1h',
    condition: 'close crosses 67120.5',
    name: 'BINANCE:BTCUSDT crosses 67,120.50',
  });
  expect(start('symbol=SPY')).toEqual({ target: 'SPY' });
});

it('leaves out what is no timeframe and no price', () => {
  expect(start('timeframe=2d&level=5%20or%20volume%20%3E%201')).toEqual({});
  expect(start('')).toEqual({});
});
