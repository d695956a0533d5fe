import { expect, it } from 'vitest';
import type { DecidedTogether } from '#src/shared/review.ts';
import { outcomeWords, stillOpen } from './outcome.ts';

type Item = DecidedTogether['items'][number];
const done = (id: string, state: Item['state'] = 'approved'): Item => ({ id, state, refusal: null });
const refused = (id: string, code: string, detail = 'Ask somebody else.'): Item => ({
  id,
  state: null,
  refusal: { code, detail },
});

it('says what became of each', () => {
  expect(outcomeWords('approve', [done('a'), refused('b', 'revision_changed'), done('c', 'sending')])).toBe(
    '2 approved. 1 was edited in the meantime. Check it again.',
  );
  expect(outcomeWords('reject', [done('a', 'rejected')])).toBe('1 rejected.');
  expect(outcomeWords('approve', [done('a', 'pending_review')])).toBe(
    '1 needs a second person: your approval is noted.',
  );
  const [first, second] = [refused('a', 'not_approver'), refused('b', 'not_approver')];
  expect(outcomeWords('approve', [first, refused('c', 'alert_not_waiting'), second])).toBe(
    '2 weren’t approved. Ask somebody else. 1 doesn’t wait for review anymore.',
  );
});

it('keeps what still waits, with its reason', () => {
  const items = [done('a'), refused('b', 'not_approver'), refused('c', 'alert_not_waiting')];
  expect([...stillOpen(items)]).toEqual([['b', 'Ask somebody else.']]);
});
