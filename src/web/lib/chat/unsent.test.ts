import { expect, it } from 'vitest';
import { createUnsent, type Store } from './unsent.ts';

function memory(): Store & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}
const at = '2026-11-20T15:00:00.000Z';

it('keeps what was typed over a reload, and takes what was on its way for failed', () => {
  const store = memory();
  const before = createUnsent(store, 'a');
  before.type('Half a sent');
  before.add({ clientId: '1', text: 'One', at });
  before.type('Half a sentence');
  const after = createUnsent(store, 'a');
  expect(after.get()).toEqual({
    draft: 'Half a sentence',
    pending: [{ clientId: '1', text: 'One', at, state: 'failed' }],
  });
  after.retry('1');
  expect(after.get().pending[0]?.state).toBe('sending');
  expect(createUnsent(store, 'b').get()).toEqual({ draft: '', pending: [] });
});

it('leaves nothing behind when all is sent, and notifies listeners', () => {
  const store = memory();
  const unsent = createUnsent(store, 'a');
  let told = 0;
  const stop = unsent.subscribe(() => (told += 1));
  unsent.type('x');
  unsent.add({ clientId: '1', text: 'x', at });
  unsent.fail('1');
  unsent.remove('1');
  expect([told, store.kept.size]).toEqual([4, 0]);
  stop();
  unsent.type('y');
  expect(told).toBe(4);
});

it('lives with a storage that is broken or holds something else', () => {
  const store = memory();
  store.kept.set('a', '{"draft":7}');
  const unsent = createUnsent({ ...store, setItem: () => expect.fail('full') }, 'a');
  unsent.type('Still here');
  expect(unsent.get().draft).toBe('Still here');
  store.kept.set('b', '{');
  expect(createUnsent(store, 'b').get().pending).toEqual([]);
});
