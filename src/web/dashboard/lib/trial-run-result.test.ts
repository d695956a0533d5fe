import { expect, it } from 'vitest';
import { wordsOf } from './trial-run-result.ts';

it('says why a trial run brought no alert of its own', () => {
  const run = { id: '01900000-0000-7000-8000-000000000001', rule: 'Falls', alertId: null, repeated: false };
  expect(wordsOf({ ...run, state: 'failed', reason: 'There are no bars.' })).toEqual({
    title: 'The trial run failed',
    description: '“Falls”: There are no bars.',
    variant: 'destructive',
  });
  expect(wordsOf({ ...run, state: 'nothing_found', reason: 'never true.' })?.title).toBe(
    'The trial run found nothing',
  );
  const done = { ...run, state: 'done', reason: null, alertId: run.id } as const;
  expect(wordsOf(done)).toBeNull();
  expect(wordsOf({ ...done, repeated: true })?.title).toBe('Same result as before');
});
