import { expect, it, vi } from 'vitest';
import { beside } from './beside.ts';
import type { JobHandler } from './work.ts';

const job = { id: 'j', retryCount: 0 };
const data = (alertId: string) => ({ workspaceId: 'w', alertId });
const withWork = (work: (alertId: string) => Promise<void>) => {
  const errors: unknown[] = [];
  const handler: JobHandler<'deliver-alert'> = ({ alertId }) => work(alertId);
  const stop = new AbortController();
  return { errors, stop, ...beside(handler, { stop: stop.signal, onError: (error) => errors.push(error) }) };
};

it('leaves the worker while work hangs, and waits for it at the end', async () => {
  let release = (): void => undefined;
  const hanging = new Promise<void>((resolve) => (release = resolve));
  const { handler, ended } = withWork((alertId) => (alertId === 'hangs' ? hanging : Promise.resolve()));
  // More than a queue has workers, one after the other.
  for (let n = 0; n < 12; n += 1) await handler(data('hangs'), job);
  await handler(data('flows'), job);
  let isOver = false;
  const over = ended().then(() => (isOver = true));
  await Promise.resolve();
  expect(isOver).toBe(false);
  release();
  await over;
});

it('fails the job where the work fails at once', async () => {
  const { handler, errors, ended } = withWork(() => Promise.reject(new Error('no')));
  await expect(handler(data('a'), job)).rejects.toThrow('no');
  expect(errors).toEqual([]);
  await ended();
});

it('does again what failed after its job was done', async () => {
  vi.useFakeTimers();
  let fail: (error: Error) => void = () => undefined;
  let runs = 0;
  const { handler, errors, ended } = withWork(() => {
    runs += 1;
    return runs === 1 ? new Promise((_, reject) => (fail = reject)) : Promise.resolve();
  });
  const left = handler(data('a'), job);
  await vi.advanceTimersByTimeAsync(100);
  await left;
  fail(new Error('The database is away.'));
  await vi.advanceTimersByTimeAsync(2_000);
  await ended();
  expect([runs, errors.length]).toEqual([2, 1]);
  vi.useRealTimers();
});
