import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hasUnsaved, watchUnsaved } from './unsaved.ts';

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
