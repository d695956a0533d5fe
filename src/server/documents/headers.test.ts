import { expect, it } from 'vitest';
import { downloadAs } from './disposition.ts';
import { readRange } from './range.ts';
import { readUpload } from './upload-body.ts';

it.each([
  ['report.pdf', `attachment; filename="report.pdf"; filename*=UTF-8''report.pdf`],
  ['Übersicht 1.pdf', `attachment; filename="Ubersicht 1.pdf"; filename*=UTF-8''%C3%9Cbersicht%201.pdf`],
  [
    '"; filename=x.exe',
    `attachment; filename="__ filename=x.exe"; filename*=UTF-8''%22%3B%20filename%3Dx.exe`,
  ],
  ['日本 (2).csv', `attachment; filename="__ (2).csv"; filename*=UTF-8''%E6%97%A5%E6%9C%AC%20%282%29.csv`],
  [
    'a\r\nSet-Cookie: x',
    `attachment; filename="a__Set-Cookie: x"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x`,
  ],
  ['\uD800.txt', `attachment; filename="_.txt"; filename*=UTF-8''%EF%BF%BD.txt`],
])('names the download %j inside its quotes', (name, header) => {
  expect(downloadAs(name)).toBe(header);
  expect(() => new Headers({ 'Content-Disposition': header })).not.toThrow();
});

it.each([
  [undefined, null],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=50-1000', { start: 50, end: 99 }],
  ['bytes=100-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=9-0', null],
  ['bytes=0-1,5-6', null],
  ['items=0-1', null],
  ['bytes=-', null],
  ['bytes=0-99999999999999999999', null],
])('reads the range %j of a hundred bytes', (header, range) => {
  expect(readRange(header, 100)).toEqual(range);
});

it('gives a sender up that has fallen silent, and one that broke off', async () => {
  let cancelled = false;
  const silent = new ReadableStream<Uint8Array>({ cancel: () => void (cancelled = true) });
  await expect(readUpload(silent, { idleMs: 1 }).bytes().next()).rejects.toMatchObject({
    code: 'upload_broken',
  });
  expect(cancelled).toBe(true);
  const broken = readUpload(new ReadableStream<Uint8Array>({ start: (it) => it.error(new Error('reset')) }));
  await expect(broken.bytes().next()).rejects.toMatchObject({ code: 'upload_broken' });
  await broken.rest();
});

it('takes the rest of what was refused, also when nobody has begun to read', async () => {
  let given = 0;
  const three = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => (given++ < 3 ? controller.enqueue(new Uint8Array(9)) : controller.close()),
    });
  await readUpload(three()).rest();
  expect(given).toBe(4);
  given = 0;
  const begun = readUpload(three());
  for await (const _ of begun.bytes()) break;
  await begun.rest();
  expect(given).toBe(4);
});

it('gives a sender up that crawls, and bears with one that waits for the store', async () => {
  let time = 0;
  const now = () => time;
  const every = (seconds: number, bytes: number) =>
    new ReadableStream<Uint8Array>(
      {
        pull: (it) => {
          time += seconds * 1000;
          it.enqueue(new Uint8Array(bytes));
        },
      },
      { highWaterMark: 0 },
    );
  const crawling = readUpload(every(29, 1), { now }).bytes();
  expect((await crawling.next()).done).toBe(false);
  await expect(crawling.next()).rejects.toMatchObject({ code: 'upload_broken' });
  const steady = readUpload(every(20, 250_000), { now }).bytes();
  for (let n = 0; n < 10; n += 1) expect((await steady.next()).done).toBe(false);
  const quick = readUpload(every(0, 10), { now }).bytes();
  for (let n = 0; n < 10; n += 1) {
    expect((await quick.next()).done).toBe(false);
    time += 60_000;
  }
});
