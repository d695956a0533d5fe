import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { type Bytes, type Encoding, encodingsOf, WORTH_THE_BEST } from './compress.ts';

const TEXT = Array.from({ length: 400 }, (_, n) => `<p>Alert ${n * 7919} of ${n % 13} rules</p>`).join('\n');

/** A body of that text, compressed as one asks. */
function compressed(popularAfter?: number): (encoding: Encoding) => Promise<Bytes> {
  const encodings = encodingsOf(new Uint8Array(Buffer.from(TEXT)), popularAfter);
  return (encoding) => encodings.get(encoding)?.() ?? Promise.reject(new Error(`no ${encoding}`));
}

it('gives the first requests a quick copy, and those of a popular page the smallest', async () => {
  const ask = compressed();
  const first = await ask('br');
  expect(brotliDecompressSync(first).toString()).toBe(TEXT);
  for (let more = 1; more < WORTH_THE_BEST; more += 1) expect(await ask('br')).toBe(first);
  const later = await vi.waitFor(async () => {
    const now = await ask('br');
    expect(now.byteLength).toBeLessThan(first.byteLength);
    return now;
  });
  expect(brotliDecompressSync(later).toString()).toBe(TEXT);
  expect(await ask('br')).toBe(later);
});

it('makes the smallest copy at the first request of a page that is known to be popular', async () => {
  const ask = compressed(1);
  const first = await ask('br');
  await vi.waitFor(async () => expect((await ask('br')).byteLength).toBeLessThan(first.byteLength));
});

it('compresses once for all who ask at the same time', async () => {
  const ask = compressed();
  const [one, other] = await Promise.all([ask('br'), ask('br')]);
  expect(one).toBe(other);
  const [zipped, same] = await Promise.all([ask('gzip'), ask('gzip')]);
  expect(zipped).toBe(same);
  expect(gunzipSync(zipped).toString()).toBe(TEXT);
});
