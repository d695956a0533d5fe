import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFolderStore } from './folder-store.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'bellwire-store-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const newKey = () => randomBytes(16).toString('hex');
async function* pieces(...all: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* all;
}
const bytesOf = async (stream: ReadableStream<Uint8Array> | null) =>
  stream && Buffer.from(await new Response(stream).arrayBuffer());
it('gives back what it was given, whole and in part', async () => {
  const store = createFolderStore(root);
  const key = newKey();
  const parts = [randomBytes(70_000), randomBytes(1), randomBytes(200_000)];
  const whole = Buffer.concat(parts);
  await store.put(key, pieces(...parts));
  const read = await bytesOf(await store.get(key));
  expect(createHash('sha256').update(read!).digest('hex')).toBe(
    createHash('sha256').update(whole).digest('hex'),
  );
  expect(await bytesOf(await store.get(key, { start: 69_999, end: 70_001 }))).toEqual(
    whole.subarray(69_999, 70_002),
  );
  // Another process on the same folder.
  expect(await bytesOf(await createFolderStore(root).get(key))).toEqual(whole);
});

it('has nothing of a stream that broke off', async () => {
  const store = createFolderStore(root);
  const key = newKey();
  async function* breaking(): AsyncGenerator<Uint8Array> {
    yield randomBytes(1000);
    throw new Error('gone');
  }
  await expect(store.put(key, breaking())).rejects.toThrow('gone');
  expect(await store.get(key)).toBeNull();
  expect(await readdir(join(root, 'incoming'))).toEqual([]);
});

it('takes away what a killed process left half written', async () => {
  const store = createFolderStore(root);
  await store.put(newKey(), pieces(Buffer.from('x')));
  const key = newKey();
  await writeFile(join(root, 'incoming', key), 'half');
  expect(await store.get(key)).toBeNull();
  await store.delete(key);
  expect(await readdir(join(root, 'incoming'))).toEqual([]);
});

it('forgets a key when told, also twice', async () => {
  const store = createFolderStore(root);
  const key = newKey();
  await store.put(key, pieces(Buffer.from('one')));
  await store.delete(key);
  await store.delete(key);
  expect(await store.get(key)).toBeNull();
  expect(await readdir(join(root, key.slice(0, 2)))).toEqual([]);
});

it('lets nobody else on the machine read, and no key leave the folder', async () => {
  const store = createFolderStore(root);
  const key = newKey();
  await store.put(key, pieces(Buffer.from('x')));
  const file = await stat(join(root, key.slice(0, 2), key));
  expect(file.mode & 0o077).toBe(0);
  await expect(store.get('../../../../etc/passwd')).rejects.toThrow('32 hexadecimal');
  await expect(store.delete('..')).rejects.toThrow('32 hexadecimal');
});
