import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { leavingGuard } from '../screens/leaving-guard.ts';
import { hasUnsaved, watchUnsaved } from './unsaved.ts';

const confirmLeaving = vi.hoisted(() => vi.fn<() => Promise<boolean>>());
vi.mock('../screens/leave-dialog.tsx', () => ({ confirmLeaving }));

let listener: ((event: { preventDefault: () => void }) => void) | null = null;
beforeEach(() => {
  vi.stubGlobal('addEventListener', (_: string, added: typeof listener) => (listener = added));
  vi.stubGlobal('removeEventListener', () => (listener = null));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('asks each open form at the moment of leaving', () => {
  let typed = '';
  const close = watchUnsaved(() => typed !== '');
  const other = watchUnsaved(() => false);
  expect(hasUnsaved()).toBe(false);
  typed = 'Bell';
  expect(hasUnsaved()).toBe(true);
  const event = { preventDefault: vi.fn<() => void>() };
  listener?.(event);
  expect(event.preventDefault).toHaveBeenCalledOnce();
  close();
  expect(hasUnsaved()).toBe(false);
  expect(listener).not.toBeNull();
  other();
  expect(listener).toBeNull();
});

it('asks within a screen only for forms that it would close, and once', async () => {
  const page = watchUnsaved(() => true);
  const go = vi.fn<() => void>();
  expect(leavingGuard.holds(go, true)).toBe(false);
  const part = watchUnsaved(() => true, true);
  confirmLeaving.mockResolvedValueOnce(false).mockResolvedValueOnce(true);
  expect(leavingGuard.holds(go, true)).toBe(true);
  await vi.waitFor(() => expect(confirmLeaving).toHaveBeenCalledTimes(1));
  expect(leavingGuard.holds(go, true)).toBe(true);
  await vi.waitFor(() => expect(go).toHaveBeenCalledOnce());
  expect(leavingGuard.holds(go, true)).toBe(false);
  // The one that stays open still asks before the screen is left.
  expect(hasUnsaved()).toBe(true);
  page();
  part();
});
