import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadKeys, seal, unseal } from './keys.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'bellwire-keys-'));
});
afterEach(() => rm(dir, { recursive: true }));
const load = (given: { encryptionKey?: string; signingKey?: string } = {}) =>
  loadKeys({
    dataDir: dir,
    encryptionKey: given.encryptionKey ?? null,
    signingKey: given.signingKey ?? null,
  });

it('makes the keys once, readable by the owner alone, and finds them again', async () => {
  const [first, second] = await Promise.all([load(), load()]);
  const third = await load();
  expect(second.encryptionKey.equals(first.encryptionKey)).toBe(true);
  expect(third.encryptionKey.equals(first.encryptionKey)).toBe(true);
  expect(second.signing.kid).toBe(first.signing.kid);
  expect(third.signing.kid).toBe(first.signing.kid);
  for (const name of ['encryption.key', 'signing.jwk']) {
    expect((await stat(join(dir, 'secrets', name))).mode & 0o777).toBe(0o600);
  }
  expect((await stat(join(dir, 'secrets'))).mode & 0o777).toBe(0o700);
  expect(first.signing.publicJwk).not.toHaveProperty('d');
});

it('says which key it cannot read', async () => {
  await expect(load({ signingKey: '{"kty":"RSA"}' })).rejects.toThrow(
    'SIGNING_KEY is not a private ES256 key',
  );
  await load();
  await writeFile(join(dir, 'secrets', 'encryption.key'), 'short');
  await expect(load()).rejects.toThrow(/encryption\.key must contain 64 hexadecimal characters/);
});

it('opens a seal with the same key and context, and with nothing else', () => {
  const key = Buffer.alloc(32, 7);
  const sealed = seal(key, 'workspace 1 · token', 'hello — €');
  expect(unseal(key, 'workspace 1 · token', sealed)).toBe('hello — €');
  expect(unseal(key, 'workspace 2 · token', sealed)).toBeNull();
  expect(unseal(Buffer.alloc(32, 8), 'workspace 1 · token', sealed)).toBeNull();
  // The last letter but one: of the last, some bits may not count. It must become another, whichever it was.
  const place = sealed.length - 2;
  const changed = `${sealed.slice(0, place)}${sealed[place] === 'A' ? 'B' : 'A'}${sealed.slice(place + 1)}`;
  expect(unseal(key, 'workspace 1 · token', changed)).toBeNull();
  expect(unseal(key, 'workspace 1 · token', 'nonsense')).toBeNull();
  expect(seal(key, 'c', 'same')).not.toBe(seal(key, 'c', 'same'));
});
