import { expect, it } from 'vitest';
import { PNG, zipOf } from '#tests/support/zip.ts';
import { archiveNames } from './archive.ts';
import { createInspection } from './inspect.ts';

/** What an upload of these bytes would be kept as; the code of the refusal else. */
async function kindOf(bytes: Uint8Array | string, name = 'file.bin', step = 7): Promise<string> {
  const all = Buffer.from(bytes);
  const inspection = createInspection(name);
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < all.length; at += step) yield all.subarray(at, at + step);
  }
  try {
    for await (const _ of inspection.pass(pieces())) continue;
    const seen = await inspection.result(async (start, end) => all.subarray(start, end + 1));
    expect(seen.size).toBe(all.length);
    return seen.charset === null ? seen.kind : `${seen.kind} ${seen.charset}`;
  } catch (error) {
    return String((error as { code?: string }).code);
  }
}

const office = (file: string, more: Record<string, string> = {}) =>
  zipOf({ '[Content_Types].xml': '<Types/>', [file]: '<x/>', ...more });
const JUMP = '<script>alert(1)</script>';

it.each<[string, Uint8Array | string, string, string]>([
  ['PDF', '%PDF-1.7\n%âãÏÓ', 'a.pdf', 'pdf'],
  ['PNG', PNG, 'a.png', 'png'],
  ['JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 'a.jpg', 'jpeg'],
  ['GIF', 'GIF89a\x01\x00', 'a.gif', 'gif'],
  ['WebP', Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 '), 'a.webp', 'webp'],
  ['Word', office('word/document.xml'), 'a.docx', 'docx'],
  ['Excel', office('xl/workbook.xml'), 'a.xlsx', 'xlsx'],
  ['PowerPoint', office('ppt/presentation.xml'), 'a.pptx', 'pptx'],
  ['text', 'The close was 2,386.13.\r\n', 'a.txt', 'text utf-8'],
  ['text with a byte order mark', '\uFEFFüber', 'a.txt', 'text utf-8'],
  ['old text', Buffer.from([0x66, 0xfc, 0x72]), 'a.txt', 'text windows-1252'],
  ['CSV', 'a,b\n1,2\n', 'A.CSV', 'csv utf-8'],
  ['Markdown', '# Title', 'a.md', 'markdown utf-8'],
  ['JSON', '{"a":1}', 'a.json', 'json utf-8'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.svg', 'svg utf-8'],
  ['SVG behind a declaration', '<?xml version="1.0"?>\n<!-- x -->\n<svg/>', 'a.xml', 'svg utf-8'],
  ['HTML', '<!doctype html><title>x</title>', 'a.html', 'html utf-8'],
  // By content, whatever it is called.
  ['HTML that is called a table', JUMP, 'a.csv', 'html utf-8'],
  ['HTML that is called a picture', `\n <!-- --> <HTML>${JUMP}`, 'a.png', 'html utf-8'],
  ['a picture that is called a page', PNG, 'a.html', 'png'],
  ['a script for a shell', '#!/bin/sh\nrm -rf /', 'a.sh', 'text utf-8'],
  ['a picture with a page behind it', Buffer.concat([PNG, Buffer.from(JUMP)]), 'a.html', 'png'],
  ['a PDF not at the first byte', `x%PDF-1.7 ${JUMP}`, 'a.pdf', 'text utf-8'],
  ['nothing', '', 'a.txt', 'document_empty'],
  ['a program of Windows', 'MZ\x90\x00\x03\x00', 'a.pdf', 'document_type'],
  ['a program of Linux', '\x7fELF\x02\x01\x01\x00', 'a.txt', 'document_type'],
  ['any other archive', zipOf({ 'a.exe': 'x' }), 'a.docx', 'document_type'],
  ['an archive that is cut off', office('word/document.xml').subarray(0, -8), 'a.docx', 'document_type'],
  [
    'an archive with something behind it',
    Buffer.concat([office('word/document.xml'), PNG]),
    'a.docx',
    'document_type',
  ],
  [
    'a document with macros',
    office('word/document.xml', { 'word/vbaProject.bin': 'x' }),
    'a.docx',
    'document_type',
  ],
  [
    'two documents in one',
    office('word/document.xml', { 'xl/workbook.xml': 'x' }),
    'a.docx',
    'document_type',
  ],
  ['UTF-16', Buffer.from('\uFEFFtext', 'utf16le'), 'a.txt', 'document_type'],
])('tells %s', async (_, bytes, name, kind) => {
  expect(await kindOf(bytes, name)).toBe(kind);
  // However it is cut into pieces.
  expect(await kindOf(bytes, name, 4096)).toBe(kind);
});

it('breaks off a stream that is no text at the first piece that shows it', async () => {
  const inspection = createInspection('a.txt');
  let given = 0;
  async function* noise(): AsyncGenerator<Uint8Array> {
    for (; given < 100; given += 1) yield new Uint8Array(4096);
  }
  await expect(
    (async () => {
      for await (const _ of inspection.pass(noise())) continue;
    })(),
  ).rejects.toMatchObject({ code: 'document_type' });
  expect(given).toBeLessThan(2);
});

it('breaks off a stream that is too large without having read it all', async () => {
  const inspection = createInspection('a.txt');
  let given = 0;
  const megabyte = new Uint8Array(1024 * 1024).fill(97);
  async function* letters(): AsyncGenerator<Uint8Array> {
    for (; given < 1000; given += 1) yield megabyte;
  }
  await expect(
    (async () => {
      for await (const _ of inspection.pass(letters())) continue;
    })(),
  ).rejects.toMatchObject({ code: 'document_too_large' });
  expect(given).toBe(25);
});

it('is not led astray by a directory that lies', async () => {
  const honest = zipOf({ a: 'x', b: 'y' });
  const read = (bytes: Buffer) => async (start: number, end: number) => bytes.subarray(start, end + 1);
  expect(await archiveNames(honest.length, read(honest))).toEqual(new Set(['a', 'b']));
  for (const [at, value] of [
    [honest.length - 6, 0xfffffff0],
    [honest.length - 10, 0xfffffff0],
    [honest.length - 10, 0],
  ] as const) {
    const lying = Buffer.from(honest);
    lying.writeUInt32LE(value, at);
    expect(await archiveNames(lying.length, read(lying))).toBeNull();
  }
});
