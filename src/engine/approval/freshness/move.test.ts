import { expect, it } from 'vitest';
import { moveOf } from './move.ts';

const at = (price: number, minute: number) => ({ price, at: minute * 60_000 });
const move = (newest: number | null, asked: number | null = null, movedPercent = 2) =>
  moveOf(
    'AAPL',
    { movedPercent },
    {
      written: at(100, 0),
      asked: asked === null ? null : at(asked, 10),
      newest: newest === null ? null : at(newest, 20),
    },
  );

it.each([
  [102, false],
  [98, false],
  [102.01, true],
  [97.99, true],
  [0.5, true],
])('a price of %d after 100 is too far under 2 percent: %s', (price, isTooFar) => {
  expect(move(price).isTooFar).toBe(isTooFar);
});

it('is exact at the limit, whatever the digits of the prices', () => {
  for (const price of [0.07, 0.3, 1.1, 19.99, 64_123.17])
    for (const percent of [0.1, 0.3, 0.7, 2.3, 50])
      for (const sign of [1, -1]) {
        const of = (newest: number) =>
          moveOf(
            'X',
            { movedPercent: percent },
            { written: at(price, 0), asked: null, newest: at(newest, 1) },
          ).isTooFar;
        expect(of(price * (1 + (sign * percent) / 100))).toBe(false);
        expect(of(price * (1 + (sign * (percent + 0.001)) / 100))).toBe(true);
      }
});

it('says how far, and never the limit where it is over it', () => {
  expect(move(102.3).says).toBe('AAPL moved 2.3% since this was written');
  expect(move(97.7).says).toBe('AAPL moved 2.3% since this was written');
  expect(move(102.01).says).toBe('AAPL moved 2.1% since this was written');
});

it('counts on from where approval was asked for again, and says it from the text', () => {
  expect(move(102.5, 103)).toMatchObject({ isTooFar: false, percent: 2.5 });
  expect(move(106, 103)).toMatchObject({ isTooFar: true, percent: 6 });
  expect(move(100, 103).isTooFar).toBe(true);
});

it('has moved nowhere without a newer price', () => {
  expect(move(null)).toMatchObject({ isTooFar: false, percent: 0 });
  const older = { written: at(100, 30), asked: null, newest: at(150, 20) };
  expect(moveOf('AAPL', { movedPercent: 2 }, older)).toMatchObject({ isTooFar: false, percent: 0 });
});
