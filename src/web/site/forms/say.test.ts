import { afterEach, expect, it, vi } from 'vitest';
import { currentToast, type ToastContent } from '#src/web/ui/toast/store.ts';
import { sayByToast } from './say.ts';

const FAILED: ToastContent = { title: 'Something went wrong!', variant: 'destructive' };

afterEach(() => {
  vi.restoreAllMocks();
});

it('shows the toast once what draws it is there', async () => {
  expect(await sayByToast(FAILED, async () => undefined)).toBe(true);
  expect(currentToast()).toMatchObject(FAILED);
});

it('says that it can’t be shown, takes it back, and tries again with the next', async () => {
  const logged = vi.spyOn(console, 'warn').mockReturnValue();
  const bring = vi
    .fn<() => Promise<unknown>>(async () => undefined)
    .mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await sayByToast(FAILED, bring)).toBe(false);
  expect(currentToast()).toBeNull();
  expect(logged).toHaveBeenCalledWith('TypeError: Failed to fetch');
  expect(await sayByToast(FAILED, bring)).toBe(true);
  expect(currentToast()).toMatchObject(FAILED);
});

it('leaves a newer toast alone', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const first = sayByToast(FAILED, () => Promise.reject(new TypeError('Failed to fetch')));
  await sayByToast({ title: 'Message sent!' }, async () => undefined);
  expect(await first).toBe(false);
  expect(currentToast()?.title).toBe('Message sent!');
});
