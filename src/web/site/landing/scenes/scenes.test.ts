import { expect, it } from 'vitest';
import { sessions } from '../../market-record.ts';
import { decided, inputs } from './decided.ts';
import { record } from './found.ts';
import { messages } from './sent.ts';

it('counts what the rule finds', () => {
  const large = sessions.filter(({ close, previous }) => Math.abs(close - previous) / previous >= 0.05);
  expect(record.alerts).toBe(large.length);
  expect(record.whole.marks).toHaveLength(large.length);
  const year = large.filter(({ date }) => date.startsWith('2020'));
  expect(record.ofYear.map(({ change }) => change.toFixed(6))).toEqual(
    year.map(({ close, previous }) => ((close / previous - 1) * 100).toFixed(6)),
  );
  expect(record.zoomed.marks).toHaveLength(year.length);
});

it('each policy decides by what is known of the event', () => {
  expect(inputs.move).toMatchObject({ rank: 1, bars: 250 });
  expect(decided.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['Fully automated', 'send'],
    ['Human review', 'review'],
    ['Smart approval', 'send'],
  ]);
  const smart = decided.at(-1);
  expect(smart?.score).toBe(smart?.reasons.reduce((sum, { points }) => sum + points, 0));
  expect(smart?.reasons[0]?.says).toBe('The move of −11.98% is larger than each of the 250 bars before it.');
});

it('nine channels say the same figures', () => {
  expect(messages).toHaveLength(9);
  for (const { title, text } of messages)
    for (const figure of ['2,386.13', '2,711.02', '11.98%']) expect(`${title} ${text}`).toContain(figure);
});
