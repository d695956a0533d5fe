import { expect, it } from 'vitest';
import type { Instrument } from '#src/shared/rules/stored.ts';
import { factsOf } from './facts.ts';

const GME: Instrument = {
  symbol: 'GME',
  name: 'GameStop',
  currency: 'USD',
  timeZone: 'America/New_York',
  exchange: 'New York',
  tickSize: '0.01',
  session: 'us-equity',
  simulated: false,
  own: false,
  delayMinutes: null,
  splits: [{ date: '2022-07-22', ratio: 4 }],
  timeframes: ['1d'],
};

it('says what is known, and nothing of what is not', () => {
  expect(factsOf(GME)).toBe(
    'New York · USD · step 0.01 · 9:30 to 16:00, New York · split 4 for 1 on 2022-07-22',
  );
  expect(factsOf({ ...GME, exchange: null, tickSize: null, session: 'crypto', splits: [] })).toBe(
    'USD · Always open',
  );
  expect(factsOf({ ...GME, simulated: true, splits: [] })).toMatch(/^Simulated · USD/);
});
