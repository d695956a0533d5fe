import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { counted } from '#src/shared/plural.ts';
import type { Signer } from '../head.ts';
import { LEAVES_TYPE } from '../leaf.ts';
import type { LedgerRecord, RecordOf } from '../record.ts';
import { CONTENT_TYPE, RENDITION_TYPE } from '../rendition.ts';
import { createVerifier, type Report } from '../verify.ts';
import { BYTES_MAX, directoryOf, FILES_MAX, headerOf, packedOf } from './archive.ts';
import { KEYS, LEDGER, MANIFEST, writeManifest } from './manifest.ts';
import { createPage } from './page.ts';
import { createParts, type Part } from './parts.ts';
import { type Figures, figuresIn, type Said, saidIn } from './said.ts';
import {
  commentLine,
  COMMENTS,
  COMMENTS_HEAD,
  DECISIONS,
  DECISIONS_HEAD,
  decisionLine,
  DELIVERIES,
  DELIVERIES_HEAD,
  deliveryLine,
} from './tables.ts';

/** A case that one archive can't hold. */
export class CaseTooLarge extends Error {
  override readonly name = 'CaseTooLarge';
}

const PAGE = 'index.html';
const LINES = 'application/jsonl';
const CSV = 'text/csv; charset=utf-8';
const LAST = [KEYS, LEDGER, DELIVERIES, DECISIONS, COMMENTS, PAGE] as const;

const ENDINGS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
};
const endingOf = (type: string): string =>
  ENDINGS[type] ?? (type.startsWith('text/plain') ? 'txt' : type.includes('json') ? 'json' : 'bin');
const fileOf = (hash: string, type: string): string => `bytes/${hash}.${endingOf(type)}`;

/** About one alert, several, or a period where it is neither. */
type Made = { now: Date; alert: string | null; alerts?: readonly string[]; people: boolean };

/**
 * Writes a case: records of a ledger (`readLedger`) as one archive that is checked without anything else, with tables and
 * a page to read. One pass; what the archive holds waits on the disk, not in memory. @throws CaseTooLarge
 */
export async function writeCase(
  file: string,
  records: AsyncIterable<LedgerRecord>,
  made: Made & { signer: Signer },
): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwire-case-'));
  try {
    const { parts, report, ledger } = await collect(records, folder, made);
    const { alert, alerts, people, now, signer } = made;
    const manifest = writeManifest(signer, {
      format: 1,
      is: 'bellwire case file',
      workspace: ledger.workspace,
      name: ledger.name,
      alert,
      ...(alerts ? { alerts: [...alerts] } : {}),
      from: ledger.from,
      to: ledger.to,
      people,
      at: now.toISOString(),
      files: parts.map(({ name, type, size, crc, sha256 }) => ({ name, type, size, crc, sha256 })),
    });
    await pipeline(
      Readable.from(archive(manifest, parts)),
      createWriteStream(file, { flags: 'wx', mode: 0o600 }),
    );
    return report;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function* archive(manifest: Buffer, parts: readonly Part[]): AsyncGenerator<Buffer> {
  const first = packedOf(MANIFEST, manifest);
  yield Buffer.concat([headerOf(first), manifest]);
  for (const part of parts) {
    yield headerOf(part);
    if (part.size > 0) yield* createReadStream(part.path) as AsyncIterable<Buffer>;
  }
  yield directoryOf([first, ...parts]);
}

async function collect(records: AsyncIterable<LedgerRecord>, folder: string, made: Made) {
  const parts = createParts(folder);
  const page = createPage();
  const said = new Map<string, Said>();
  const figures = new Map<string, Figures>();
  const keys = new Map<string, RecordOf<'key'>>();
  const named = new Set<string>();
  // Lines of the tables that one record made.
  let deliveries = '';
  let decisions = '';
  let comments = '';
  let hasComments = false;
  const verifier = createVerifier({
    trusted: null,
    onDelivery: (rebuilt) => {
      if (rebuilt.recipient.person !== null) named.add(rebuilt.recipient.person);
      deliveries += deliveryLine(rebuilt);
      page.delivered(rebuilt);
    },
    onDecision: (alert, decision) => {
      decisions += decisionLine(alert, decision);
      page.decided(alert, decision);
    },
    onComment: (alert, comment) => {
      comments += commentLine(alert, comment);
      page.commented(alert, comment);
    },
  });

  async function keep(record: RecordOf<'bytes'>): Promise<void> {
    const { hash, type, data } = record;
    const bytes = Buffer.from(data, 'base64');
    if (type === RENDITION_TYPE) put(said, hash, saidIn(bytes));
    if (type === CONTENT_TYPE) put(figures, hash, figuresIn(bytes));
    // Lists of deliveries are read once, right before their entry.
    if (type === LEAVES_TYPE) await parts.add(LEDGER, LINES, `${JSON.stringify(record)}\n`);
    else await parts.put(fileOf(hash, type), type, bytes);
    if (parts.count() > FILES_MAX - LAST.length || parts.size() > BYTES_MAX) throw new CaseTooLarge();
  }

  let ledger: RecordOf<'ledger'> | null = null;
  await parts.add(DELIVERIES, CSV, DELIVERIES_HEAD);
  await parts.add(DECISIONS, CSV, DECISIONS_HEAD);
  for await (const record of records) {
    verifier.take(record);
    if (record.record === 'tip') continue;
    if (record.record === 'key') keys.set(record.person, record);
    else if (record.record === 'bytes') await keep(record);
    else await parts.add(LEDGER, LINES, `${JSON.stringify(record)}\n`);
    if (record.record === 'ledger') ledger = record;
    if (record.record === 'entry') for (const person of peopleIn(record)) named.add(person);
    if (deliveries !== '') await parts.add(DELIVERIES, CSV, deliveries);
    if (decisions !== '') await parts.add(DECISIONS, CSV, decisions);
    deliveries = '';
    // Most alerts have none, and then there is no table of them.
    if (comments !== '') {
      if (!hasComments) await parts.add(COMMENTS, CSV, COMMENTS_HEAD);
      hasComments = true;
      await parts.add(COMMENTS, CSV, comments);
    }
    decisions = '';
    comments = '';
  }
  if (ledger === null) throw new Error('There is no ledger.');
  const report = verifier.finish();
  for (const [person, key] of keys)
    if (named.has(person)) await parts.add(KEYS, LINES, `${JSON.stringify(key)}\n`);
  await parts.add(
    PAGE,
    'text/html; charset=utf-8',
    page.write(headOf(ledger, made), readers(said, figures), report),
  );
  await parts.end(LAST);
  return { parts: parts.list(LAST), report, ledger };
}

/** The pseudonyms that an entry has, and other words that look like one: keys are looked up by them. */
const peopleIn = ({ subject, body }: RecordOf<'entry'>): string[] => [
  subject,
  ...[...body.matchAll(/"([0-9a-f]{32})"/g)].flatMap(([, word]) => word ?? []),
];

const put = <T>(into: Map<string, T>, hash: string, value: T | null): void => {
  if (value !== null) into.set(hash, value);
};

const readers = (said: ReadonlyMap<string, Said>, figures: ReadonlyMap<string, Figures>) => ({
  said: (hash: string) => said.get(hash),
  figures: (hash: string) => figures.get(hash),
  file: fileOf,
});

function headOf({ name, workspace, from, to }: RecordOf<'ledger'>, { alert, alerts, people, now }: Made) {
  const whose = name || workspace;
  const period = from === null ? 'the whole ledger' : `${from} to ${to}, the end excluded`;
  return {
    title: `Case file · ${whose}`,
    covers: alerts
      ? `Covers ${counted(alerts.length, 'alert')} that a search found.`
      : `Covers ${alert === null ? period : `the alert ${alert}`}.`,
    people,
    made: now.toISOString(),
  };
}
