import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Signer } from './head.ts';
import { type LedgerRecord, type RecordOf, recordSchema } from './record.ts';
import type { createVerifier, Report } from './verify.ts';

type Verifier = ReturnType<typeof createVerifier>;

/** Writes records as JSON Lines, compressed, and ends them with a signature over all of it. */
export async function writeFile(
  file: string,
  records: AsyncIterable<LedgerRecord>,
  { signer, now }: { signer: Signer; now: Date },
): Promise<{ first: number; last: number; entries: number }> {
  const counted = { first: 0, last: 0, entries: 0 };
  const lines = async function* (): AsyncGenerator<string> {
    const hash = createHash('sha256');
    let workspace = '';
    for await (const record of records) {
      // Where the chain ends is the database's to say; here the signed end does.
      if (record.record === 'tip') continue;
      if (record.record === 'ledger') workspace = record.workspace;
      if (record.record === 'entry') {
        counted.first ||= record.sequence;
        counted.last = record.sequence;
        counted.entries += 1;
      }
      const line = `${JSON.stringify(record)}\n`;
      hash.update(line);
      yield line;
    }
    const end = { workspace, ...counted, at: now.toISOString(), lines: hash.digest('hex') };
    const { publicKey } = signer;
    yield `${JSON.stringify({ record: 'end', ...end, publicKey, signature: signer.sign('export', end) } satisfies RecordOf<'end'>)}\n`;
  };
  try {
    await pipeline(
      Readable.from(lines()),
      createGzip(),
      createWriteStream(file, { flags: 'wx', mode: 0o600 }),
    );
  } catch (error) {
    if (!isOfFile(error, 'EEXIST')) await rm(file, { force: true });
    throw error;
  }
  return counted;
}

/** Hands an export to a verifier, line by line. What can't be read is a problem like any other. */
export const verifyFile = (file: string, verifier: Verifier): Promise<Report> =>
  verifyLines(linesOf(file), verifier);

export async function verifyLines(
  lines: AsyncIterable<string> | Iterable<string>,
  verifier: Verifier,
): Promise<Report> {
  const hash = createHash('sha256');
  let n = 0;
  let end: RecordOf<'end'> | null = null;
  try {
    for await (const line of lines) {
      n += 1;
      const record = readLine(line);
      if (end) verifier.problem(`Line ${n} comes after the signed end of the export.`);
      else if (record?.record === 'end') end = record;
      else hash.update(`${line}\n`);
      if (record) verifier.take(record);
      else verifier.problem(`Line ${n} can't be read.`);
    }
  } catch (error) {
    if (!isOfFile(error, 'Z_')) throw error;
    verifier.problem(`The file is damaged or cut after line ${n}.`);
  }
  if (!end) verifier.problem('The signed end of the export is missing.');
  else if (end.lines !== hash.digest('hex'))
    verifier.problem('The lines of the export are not those that were signed.');
  return verifier.finish();
}

/** `Z_` begins what the decompressor reports. */
const isOfFile = (error: unknown, code: 'EEXIST' | 'Z_'): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith(code);

async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = '';
  const gunzip = createGunzip();
  createReadStream(file)
    .on('error', (error) => gunzip.destroy(error))
    .pipe(gunzip);
  gunzip.setEncoding('utf8');
  for await (const chunk of gunzip as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function readLine(line: string): LedgerRecord | null {
  try {
    return recordSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
