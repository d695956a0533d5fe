import { expect, it } from 'vitest';
import { retryDeadlock } from './retry-deadlock.ts';

const failing = (code: string, times: number) => {
  let runs = 0;
  const run = async (): Promise<number> => {
    runs += 1;
    const cause = Object.assign(new Error('ended by the server'), { code });
    if (runs <= times) throw new Error('Failed query', { cause });
    return runs;
  };
  return { run, runs: () => runs };
};

it('runs a transaction anew that the server ended for a deadlock, three times at most', async () => {
  expect(await retryDeadlock(failing('40P01', 2).run)).toBe(3);
  const stuck = failing('40P01', 9);
  await expect(retryDeadlock(stuck.run)).rejects.toThrow('Failed query');
  expect(stuck.runs()).toBe(3);
});

it('runs nothing anew that failed for another reason', async () => {
  const refused = failing('23505', 1);
  await expect(retryDeadlock(refused.run)).rejects.toThrow('Failed query');
  expect(refused.runs()).toBe(1);
});
