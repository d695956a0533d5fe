import { describe, expect, test } from 'vitest';
import { contentCheckSchema } from '#src/shared/content/content-check.ts';
import { afterVouches, checkModelAnswer, checkPlainText } from './check-content.ts';
import { eventFacts } from './event-facts.ts';
import { fallFacts } from './gate.fixture.ts';

const facts = fallFacts();
const check = (text: string) =>
  contentCheckSchema.parse(checkPlainText(text, facts, { language: 'en', forbidden: [] }));

describe('a person’s text', () => {
  test.each([
    ['S&P 500 closed 11.98% lower on Monday, 16 March 2020. Our desk is watching S&P 500.', 'passed', []],
    ['Here is what happened: S&P 500 closed 11.98% lower on Monday, 16 March 2020.', 'passed', []],
    ['The readers of this alert sent us 340 letters.', 'vouch', ['figure']],
    ['The desk has seven people.', 'vouch', ['number_word']],
    // Each is in the evidence, but not as what it is said to be.
    ['The open was 2,386.13.', 'vouch', ['figure_elsewhere']],
    ['The threshold of the rule was 11.98%.', 'vouch', ['figure_elsewhere']],
    ['S&P 500 rose 11.98%.', 'refused', ['direction', 'figure_elsewhere']],
    ['Buy now.', 'refused', ['advice', 'time']],
  ] as const)('%s', (text, verdict, codes) => {
    const checked = check(text);
    expect([checked.verdict, checked.findings.map(({ code }) => code)]).toEqual([verdict, codes]);
    for (const { start, end, found, reason } of checked.findings) {
      expect(text.slice(start, end)).toBe(found);
      expect(reason).toMatch(/\.$/);
    }
  });

  test('needs somebody who vouches for each figure, at its place', () => {
    const checked = check('We had 12 calls, and then 12 more calls.');
    const [first, second] = checked.findings.filter(({ found }) => found === '12');
    expect(afterVouches(checked, [first!]).findings).toContainEqual(second);
    expect(afterVouches(checked, [first!]).findings).not.toContainEqual(first);
    const one = check('We had 12 calls.');
    expect(afterVouches(one, [{ start: 7, end: 9, found: '12' }])).toEqual({
      verdict: 'passed',
      findings: [],
      written: null,
    });
    expect(afterVouches(one, [{ start: 7, end: 9, found: '13' }])).toEqual(one);
  });

  test('can’t be vouched for where it gives advice', () => {
    const checked = check('Buy S&P 500.');
    expect(afterVouches(checked, checked.findings)).toEqual(checked);
  });
});

test('nobody vouches for a model', () => {
  const answer = { headline: [{ slot: 'name' }], summary: [{ words: 'We had 12 calls.' }], paragraphs: [] };
  const checked = checkModelAnswer(answer, facts, { language: 'en', forbidden: [], pick: 0 });
  expect(contentCheckSchema.parse(checked).findings.every(({ verdict }) => verdict === 'refused')).toBe(true);
});

test('only market events with a bar before theirs can be checked against', () => {
  const { symbol, timeZone, timeframe, evidence } = facts;
  const event = { symbol, timeZone, timeframe, evidence, more: 'fields' };
  const verified = () => ({ ok: true });
  expect(eventFacts(event, verified)).toMatchObject({ symbol, name: symbol, brandName: '' });
  expect(eventFacts({ ...event, timeZone: 'Nowhere/City' }, verified)).toBeNull();
  expect(eventFacts({ ...event, timeframe: null }, verified)).toBeNull();
  expect(
    eventFacts({ ...event, evidence: { ...evidence, bars: evidence.bars.slice(-1) } }, verified),
  ).toBeNull();
});
