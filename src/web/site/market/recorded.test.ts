import { expect, it } from 'vitest';
import { replayFile } from '#src/engine/market/csv/replay.ts';
import { barOf } from './bars.ts';
import { RECORDED, recordedById } from './recorded.ts';

const FILES: Record<string, string> = {
  sp500: 'node_modules/vega-datasets/data/sp500-2000.csv',
  apple: 'node_modules/@observablehq/sample-datasets/aapl.csv',
};

it.each(RECORDED)(
  '$id: every bar is the bar that the engine reads from the whole file',
  async ({ id, rows }) => {
    const read = [];
    for await (const bar of replayFile(FILES[id]!).bars) read.push(bar);
    expect(rows.map(barOf)).toEqual(read);
    expect(read.length).toBeGreaterThan(1000);
  },
);

it('refuses what it doesn’t have', () => {
  expect(() => recordedById('bitcoin')).toThrow('There is no recorded instrument "bitcoin".');
  expect(() => barOf('2020-03-16,1,2,0.5,,100')).toThrow('is no daily bar');
  expect(() => barOf('soon,1,2,0.5,1,100')).toThrow('is no daily bar');
});
