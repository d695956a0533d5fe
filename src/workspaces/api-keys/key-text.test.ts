import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hintOf, isKeyText, newKey } from './key-text.ts';

const keys = fc.uint8Array({ minLength: 4096, maxLength: 4096 }).map((bytes) => {
  let at = 0;
  return newKey((count) => {
    const some = bytes.slice(at, at + count);
    at += count;
    return some.length === count ? some : randomBytes(count);
  });
});

it('makes keys that it knows again, of one shape and no two alike', () => {
  const many = Array.from({ length: 2_000 }, () => newKey(randomBytes));
  expect(new Set(many).size).toBe(many.length);
  for (const key of many) {
    expect(key).toMatch(/^bw_live_[0-9A-Za-z]{38}$/);
    expect(isKeyText(key)).toBe(true);
  }
});

it('knows a key in which one character is wrong, missing or doubled, or two have changed places, for none', () => {
  const found = fc.check(
    fc.property(keys, fc.nat(45), fc.constantFrom(...'aZ0_'), (key, at, other) => {
      const cut = key.slice(0, at) + key.slice(at + 1);
      const doubled = key.slice(0, at) + key.charAt(at) + key.slice(at);
      const wrong = key.slice(0, at) + other + key.slice(at + 1);
      const swapped = key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2);
      return [cut, doubled, wrong, swapped].every((text) => text === key || !isKeyText(text));
    }),
  );
  expect(found.counterexample).toBeNull();
});

it.each(['', 'bw_live_', 'bw_live_\u0000', ` ${newKey(randomBytes)}`, `${newKey(randomBytes)}\n`])(
  '%j is no key',
  (text) => expect(isKeyText(text)).toBe(false),
);

it('shows four characters of the secret and no more', () => {
  const key = newKey(randomBytes);
  expect(hintOf(key)).toBe(key.slice(0, 12));
});

// The checksum is part of what secret scanners and other programs rely on: it must not change.
it('has the checksum that is documented', () => {
  expect(newKey(() => new Uint8Array(32))).toBe('bw_live_000000000000000000000000000000000S4wDB');
});
