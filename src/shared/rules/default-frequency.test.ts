import { expect, it } from 'vitest';
import { defaultFrequency } from './default-frequency.ts';
import { parseRule } from './parse.ts';

it('is every closing bar for events, and becoming true for states', () => {
  const of = (text: string) => defaultFrequency(parseRule(text));
  for (const event of [
    'big_move(5)',
    'gap(3)',
    'candle(hammer)',
    'big_move(5) of ES',
    'close crosses above sma(200)',
    'rsi(14) enters (30, 70)',
    'close moves up by 5%',
    'big_move(5) and volume > 1000',
    'big_move(5) or gap(3)',
  ])
    expect([event, of(event)]).toEqual([event, 'once_per_bar_close']);
  for (const state of [
    'close > 100',
    'rsi(14) < 30',
    'close is inside (1, 2)',
    'not big_move(5)',
    'big_move(5) within 5 bars',
    'close moves up by 5% within 3 bars',
    'close > 100 or big_move(5)',
  ])
    expect([state, of(state)]).toEqual([state, 'every_time']);
});
