import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { LedgerRecord } from '../record.ts';
import { recordSchema } from '../record.ts';
import { createVerifier, type Report, type VerifierOptions } from '../verify.ts';
import { directoryOf, headerOf, type Packed, packedOf } from './archive.ts';
import {
  BYTES_NAME,
  KEYS,
  LEDGER,
  type Manifest,
  MANIFEST,
  manifestHolds,
  readManifest,
} from './manifest.ts';

/** Bytes from a place on; fewer where the file ends. */
export type Source = (at: number, length: number) => Promise<Buffer>;

const MANIFEST_MAX = 64_000_000;
const CHUNK = 1_048_576;

/** Verifies a case file from its bytes alone: every bit of it is covered, and what was changed is named. */
export async function verifyCase(source: Source, options: VerifierOptions): Promise<Report> {
  const verifier = createVerifier(options);
  const front = await readFront(source);
  if (front.manifest === null) {
    verifier.problem(`${MANIFEST} was changed, or this is no case file. Nothing else can be checked.`);
    return verifier.finish();
  }
  const { manifest } = front;
  if (!manifestHolds(manifest)) verifier.problem(`${MANIFEST} was changed: its signature does not hold.`);
  else if (options.trusted !== null && manifest.publicKey !== options.trusted)
    verifier.problem(`The case file is signed with another key, ${manifest.publicKey}.`);
  const packed: Packed[] = [front.packed];
  if (!front.header) verifier.problem(`The part of the archive before ${MANIFEST} was changed.`);
  let at = front.end;
  for (const file of manifest.files) {
    const expected = headerOf(file);
    if (!(await source(at, expected.length)).equals(expected))
      verifier.problem(`The part of the archive before ${file.name} was changed.`);
    at += expected.length;
    const { sha256, length } = await readContent(source, at, file, verifier);
    if (length < file.size) verifier.problem(`The archive ends within ${file.name}.`);
    else if (sha256 !== file.sha256) verifier.problem(`${file.name} was changed.`);
    at += file.size;
    packed.push(file);
  }
  const directory = directoryOf(packed);
  if (!(await source(at, directory.length + 1)).equals(directory))
    verifier.problem('The list of files at the end of the archive was changed.');
  return verifier.finish();
}

type Front = { manifest: Manifest | null; packed: Packed; header: boolean; end: number };

/** The manifest is the first file. How long it is, its own text tells too: what stands before it may have been changed. */
async function readFront(source: Source): Promise<Front> {
  const start = headerOf(packedOf(MANIFEST, Buffer.alloc(0))).length;
  const head = await source(0, start);
  const said = head.length === start ? head.readUInt32LE(18) : 0;
  for (const size of new Set([said, await endOfText(source, start)])) {
    if (size === 0 || size > MANIFEST_MAX) continue;
    const text = await source(start, size);
    const manifest = readManifest(text);
    if (manifest === null) continue;
    const packed = packedOf(MANIFEST, text);
    return { manifest, packed, header: head.equals(headerOf(packed)), end: start + size };
  }
  return { manifest: null, packed: packedOf(MANIFEST, Buffer.alloc(0)), header: false, end: start };
}

/** Where the manifest ends: before the header of the next file. */
async function endOfText(source: Source, start: number): Promise<number> {
  let text = Buffer.alloc(0);
  while (text.length < MANIFEST_MAX) {
    const chunk = await source(start + text.length, CHUNK);
    if (chunk.length === 0) return 0;
    text = Buffer.concat([text, chunk]);
    const found = text.indexOf('}PK');
    if (found >= 0) return found + 1;
  }
  return 0;
}

type Verifier = ReturnType<typeof createVerifier>;
type Listed = Manifest['files'][number];

async function readContent(source: Source, at: number, file: Listed, verifier: Verifier) {
  const hash = createHash('sha256');
  const named = BYTES_NAME.exec(file.name)?.[1];
  const lines = file.name === LEDGER || file.name === KEYS ? createLines(file.name, verifier) : null;
  const whole: Buffer[] = [];
  let length = 0;
  while (length < file.size) {
    const chunk = await source(at + length, Math.min(CHUNK, file.size - length));
    if (chunk.length === 0) break;
    length += chunk.length;
    hash.update(chunk);
    lines?.take(chunk);
    if (named !== undefined) whole.push(chunk);
  }
  lines?.end();
  if (named !== undefined)
    verifier.take({
      record: 'bytes',
      hash: named,
      type: file.type,
      data: Buffer.concat(whole).toString('base64'),
    });
  return { sha256: hash.digest('hex'), length };
}

/** Hands lines to the verifier. One that can't be read is named, with the entry before it. */
function createLines(name: string, verifier: Verifier) {
  let rest = Buffer.alloc(0);
  let n = 0;
  let entry = 0;
  const line = (text: string): void => {
    n += 1;
    const record = readLine(text);
    if (record?.record === 'entry' || record?.record === 'stub') entry = record.sequence;
    if (record) verifier.take(record);
    else
      verifier.problem(
        `Line ${n} of ${name} can’t be read${entry > 0 ? `. It comes after entry ${entry}` : ''}.`,
      );
  };
  return {
    take(chunk: Buffer): void {
      rest = Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
        line(rest.toString('utf8', 0, end));
        rest = rest.subarray(end + 1);
      }
    },
    end: (): void => (rest.length > 0 ? line(rest.toString('utf8')) : undefined),
  };
}

function readLine(text: string): LedgerRecord | null {
  try {
    return recordSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Whether it is a case file, by its name or how it begins: one of them may have been changed. */
export async function isCase(file: string): Promise<boolean> {
  if (file.endsWith('.zip')) return true;
  const handle = await open(file);
  try {
    return (await sourceOf(handle)(0, 4)).equals(Buffer.from('PK\x03\x04'));
  } finally {
    await handle.close();
  }
}

/** Verifies one on the disk. */
export async function verifyCaseFile(file: string, options: VerifierOptions): Promise<Report> {
  const handle = await open(file);
  try {
    return await verifyCase(sourceOf(handle), options);
  } finally {
    await handle.close();
  }
}

const sourceOf =
  (handle: FileHandle): Source =>
  async (at, length) => {
    const bytes = Buffer.alloc(length);
    let read = 0;
    while (read < length) {
      const { bytesRead } = await handle.read(bytes, read, length - read, at + read);
      if (bytesRead === 0) break;
      read += bytesRead;
    }
    return bytes.subarray(0, read);
  };
