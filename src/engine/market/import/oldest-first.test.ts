import { expect, it } from 'vitest';
import { oldestFirst } from './oldest-first.ts';

async function* given(text: string): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += 1_000) yield Buffer.from(text.slice(at, at + 1_000));
}
async function turned(text: string) {
  const { chunks, lineOf } = await oldestFirst(given(text), 'prices.csv');
  const pieces: Uint8Array[] = [];
  for await (const piece of chunks) pieces.push(piece);
  return { text: Buffer.concat(pieces).toString(), lineOf };
}

it.each([
  ['', ''],
  ['time,close\n', 'time,close\n'],
  ['time,close\n3,c\n2,b\n1,a\n', 'time,close\n1,a\n2,b\n3,c\n'],
  // The last line without an end, lines of another system, and a blank one above the header.
  ['time,close\n3,c\n2,b\n1,a', 'time,close\n1,a\n2,b\n3,c\n'],
  ['\r\ntime,close\r\n2,b\r\n1,a\r\n', '\r\ntime,close\r\n1,a\r\n2,b\r\n'],
])('turns %j around below its header', async (text, expected) => {
  expect((await turned(text)).text).toBe(expected);
});

it('says of each line where it stood, in a file that is turned in several goes', async () => {
  const rows = Array.from({ length: 50_001 }, (_, n) => `${50_001 - n},1`);
  const { text, lineOf } = await turned(`time,close\n${rows.join('\n')}`);
  const lines = text.trimEnd().split('\n');
  expect(lines).toHaveLength(50_002);
  const before = ['time,close', ...rows];
  for (const [at, line] of lines.entries())
    if (at > 0 && before[lineOf(at + 1) - 1] !== line) throw new Error(line);
  expect(lines.slice(1, 3)).toEqual(['1,1', '2,1']);
});

it('lets others have their turn', async () => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const rows = Array.from({ length: 200_000 }, (_, n) => `${n},1`).join('\n');
  const { chunks } = await oldestFirst(given(`time,close\n${rows}`), 'prices.csv');
  const before = turns;
  const iterator = chunks[Symbol.asyncIterator]();
  while (!(await iterator.next()).done);
  isOver = true;
  expect(before).toBeGreaterThan(0);
  expect(turns).toBeGreaterThan(before);
});

it('does not hold what a file unpacks to', async () => {
  const piece = Buffer.from('2020-01-01,1,1,1,1,1\n'.repeat(50_000));
  async function* large(): AsyncGenerator<Uint8Array> {
    for (let n = 0; n < 32; n += 1) yield piece;
  }
  const before = process.memoryUsage().arrayBuffers;
  const { chunks } = await oldestFirst(large(), 'prices.csv');
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8_000_000);
  let length = 0;
  for await (const chunk of chunks) length += chunk.length;
  expect(length).toBe(32 * piece.length);
});
