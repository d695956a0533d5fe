import { expect, it } from 'vitest';
import { outcomeWords } from './outcome.ts';

const done = (id: string) => ({ id, state: 'paused' as const, changed: true, refusal: null });
const refused = (id: string, detail: string) => ({
  id,
  state: null,
  changed: false,
  refusal: { code: 'not_found', detail },
});

it('says how many were changed, and why others weren’t', () => {
  expect(outcomeWords(true, [done('a')])).toBe('1 rule paused.');
  expect(outcomeWords(false, [done('a'), done('b')])).toBe('2 rules resumed.');
  expect(outcomeWords(true, [done('a'), refused('b', 'Gone.'), done('c'), refused('d', 'Gone.')])).toBe(
    '2 rules paused. 2 couldn’t be changed: Gone.',
  );
  expect(outcomeWords(false, [refused('a', 'Gone.'), refused('b', 'Not in your plan.')])).toBe(
    '1 couldn’t be changed: Gone. 1 couldn’t be changed: Not in your plan.',
  );
});
