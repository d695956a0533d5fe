import { expect, it } from 'vitest';
import { eachOf } from './each-of.ts';

it('runs what comes after one that failed', async () => {
  const ran: string[] = [];
  const errors: unknown[] = [];
  await eachOf(
    [
      async () => void ran.push('first'),
      async () => {
        throw new Error('broken');
      },
      () => {
        throw new Error('at once');
      },
      async () => void ran.push('last'),
    ],
    (error) => errors.push(error),
  );
  expect([ran, errors]).toEqual([
    ['first', 'last'],
    [new Error('broken'), new Error('at once')],
  ]);
});
