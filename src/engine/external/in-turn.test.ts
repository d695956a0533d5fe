import { expect, it } from 'vitest';
import { AppError } from '#src/shared/errors.ts';
import { createInTurn } from './in-turn.ts';

const job = () => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { work: () => promise, resolve, reject };
};

it('lets two work at once and the others in the order they came, whatever becomes of those before', async () => {
  const inTurn = createInTurn(2);
  const began: number[] = [];
  const jobs = [0, 1, 2, 3].map(job);
  const done = jobs.map(({ work }, n) =>
    inTurn(() => {
      began.push(n);
      return work();
    }),
  );
  await Promise.resolve();
  expect(began).toEqual([0, 1]);
  jobs[1]!.reject(new Error('It broke.'));
  await expect(done[1]).rejects.toThrow('It broke.');
  expect(began).toEqual([0, 1, 2]);
  jobs[0]!.resolve('a');
  expect(await done[0]).toBe('a');
  expect(began).toEqual([0, 1, 2, 3]);
  jobs[2]!.resolve('c');
  jobs[3]!.resolve('d');
  expect(await Promise.all([done[2], done[3]])).toEqual(['c', 'd']);
});

it('refuses one that would wait behind more than it may, and begins nothing of it', async () => {
  const inTurn = createInTurn(1);
  const first = job();
  const [holding, waiting] = [inTurn(first.work), inTurn(async () => 'second')];
  const refused = inTurn(async () => expect.unreachable(), 1);
  await expect(refused).rejects.toThrow(AppError);
  await expect(refused).rejects.toMatchObject({ code: 'too_many_uploads' });
  const patient = inTurn(async () => 'third', 2);
  first.resolve('first');
  expect(await Promise.all([holding, waiting, patient])).toEqual(['first', 'second', 'third']);
  expect(await inTurn(async () => 'alone', 0)).toBe('alone');
});
