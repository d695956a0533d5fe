import type pg from 'pg';
import { bytesOf, type Entry, stubOf } from './entry.ts';
import type { LedgerRecord, RecordOf } from './record.ts';
import { pseudonymFrom } from './pseudonym.ts';
import { readRendition, RENDITION_TYPE } from './rendition.ts';

const PAGE = 100;

/** What is read of a chain. Without a period: all of it, with where it ends. */
export type Stretch = {
  workspaceId: string;
  period: { from: Date; to: Date } | null;
  /** One alert instead: its entries, and of those in between and up to the next signature only what shows that they follow. */
  alert?: string;
  /** The same of several. */
  alerts?: readonly string[];
  /** With the keys that lead from pseudonyms to people. */
  people: boolean;
};

/** The workspaces that have a ledger. */
export async function ledgersIn(
  owner: pg.ClientBase,
): Promise<{ workspaceId: string; name: string; entries: number }[]> {
  const { rows } = await owner.query<{ id: string; name: string | null; sequence: string }>(
    `select c.workspace_id as id, w.name, c.sequence from ledger_chains c
       left join workspaces w on w.id = c.workspace_id order by c.workspace_id`,
  );
  return rows.map(({ id, name, sequence }) => ({
    workspaceId: id,
    name: name ?? '',
    entries: Number(sequence),
  }));
}

/**
 * Reads a chain as its owner, within a transaction of one snapshot (the caller's): bytes come before the entry that
 * needs them.
 */
export async function* readLedger(owner: pg.ClientBase, stretch: Stretch): AsyncGenerator<LedgerRecord> {
  const { workspaceId, period, alert, alerts } = stretch;
  const about = aboutOf(stretch);
  const range = await rangeOf(owner, stretch);
  const name = (await ledgersIn(owner)).find((each) => each.workspaceId === workspaceId)?.name ?? '';
  yield {
    record: 'ledger',
    format: 1,
    workspace: workspaceId,
    name,
    first: Math.max(range.first, 1),
    from: period?.from.toISOString() ?? null,
    to: period?.to.toISOString() ?? null,
    ...(alert === undefined ? {} : { alert }),
    ...(alerts === undefined ? {} : { alerts: [...alerts] }),
  };
  if (stretch.people) yield* keysOf(owner, workspaceId);
  const sent = new Set<string>();
  for (let after = range.first - 1; after < range.last;) {
    const page = await entriesAfter(owner, workspaceId, after, range.last);
    const last = page.at(-1);
    if (!last) break;
    const isOf = ({ subject }: Entry): boolean => about === null || about.has(subject);
    yield* bytesFor(owner, workspaceId, page.filter(isOf), sent);
    for (const entry of page)
      yield isOf(entry) ? { record: 'entry', ...entry } : { record: 'stub', ...stubOf(entry) };
    after = last.sequence;
  }
  yield* headsOf(owner, workspaceId, range);
  if (period || about !== null) return;
  yield* bytesBeside(owner, workspaceId, sent);
  const { rows } = await owner.query<{ sequence: string; hash: string }>(
    `select sequence, encode(hash, 'hex') as hash from ledger_chains where workspace_id = $1`,
    [workspaceId],
  );
  if (rows[0]) yield { record: 'tip', sequence: Number(rows[0].sequence), hash: rows[0].hash };
}

type Range = { first: number; last: number };

const aboutOf = ({ alert, alerts }: Stretch): ReadonlySet<string> | null =>
  alerts ? new Set(alerts) : alert === undefined ? null : new Set([alert]);

/** A period begins early enough to hold the approvals of what was sent in it. */
async function rangeOf(owner: pg.ClientBase, stretch: Stretch): Promise<Range> {
  const { workspaceId, period } = stretch;
  const about = aboutOf(stretch);
  if (about !== null) return rangeOfAlerts(owner, workspaceId, [...about]);
  const { rows } = await owner.query<{ first: string | null; last: string | null }>(
    `with stretch as (
       select min(sequence) as first, max(sequence) as last from ledger_entries
        where workspace_id = $1 and at >= coalesce($2::timestamptz, '-infinity') and at < coalesce($3::timestamptz, 'infinity'))
     select least(first, (select min((body::jsonb ->> 'decision')::bigint) from ledger_entries, stretch
        where workspace_id = $1 and kind = 'deliveries' and sequence between first and last)) as first, last
       from stretch`,
    [workspaceId, period?.from ?? null, period?.to ?? null],
  );
  return { first: Number(rows[0]?.first ?? 0), last: Number(rows[0]?.last ?? 0) };
}

/** From their first entry to the first signature after their last, or to their last where there is none yet. */
async function rangeOfAlerts(
  owner: pg.ClientBase,
  workspaceId: string,
  alerts: readonly string[],
): Promise<Range> {
  const { rows } = await owner.query<{ first: string | null; last: string | null; signed: string | null }>(
    `with its as (select min(sequence) as first, max(sequence) as last from ledger_entries
        where workspace_id = $1 and subject = any($2))
     select first, last, (select min(sequence) from ledger_heads where workspace_id = $1 and sequence >= last) as signed
       from its`,
    [workspaceId, alerts],
  );
  const [found] = rows;
  return { first: Number(found?.first ?? 0), last: Number(found?.signed ?? found?.last ?? 0) };
}

async function entriesAfter(
  owner: pg.ClientBase,
  workspaceId: string,
  after: number,
  last: number,
): Promise<Entry[]> {
  type Row = Omit<Entry, 'sequence' | 'at'> & { sequence: string; at: Date };
  const { rows } = await owner.query<Row>(
    `select workspace_id as workspace, sequence, kind, subject, at, body, encode(previous, 'hex') as previous,
            encode(hash, 'hex') as hash
       from ledger_entries where workspace_id = $1 and sequence > $2 and sequence <= $3
      order by sequence limit ${PAGE}`,
    [workspaceId, after, last],
  );
  return rows.map((row) => ({ ...row, sequence: Number(row.sequence), at: row.at.toISOString() }));
}

type BytesRow = { hash: string; type: string; bytes: Buffer };
const asRecord = ({ hash, type, bytes }: BytesRow): RecordOf<'bytes'> => ({
  record: 'bytes',
  hash,
  type,
  data: bytes.toString('base64'),
});

/** Those that the entries need and that haven't been sent, with the pictures of renditions. */
async function* bytesFor(
  owner: pg.ClientBase,
  workspaceId: string,
  entries: readonly Entry[],
  sent: Set<string>,
): AsyncGenerator<LedgerRecord> {
  let wanted = entries.flatMap(readableBytesOf);
  while ((wanted = [...new Set(wanted)].filter((hash) => !sent.has(hash))).length > 0) {
    const { rows } = await owner.query<BytesRow>(
      `select encode(hash, 'hex') as hash, type, bytes from ledger_bytes
        where workspace_id = $1 and hash in (select decode(unnest($2::text[]), 'hex')) order by hash`,
      [workspaceId, wanted],
    );
    for (const hash of wanted) sent.add(hash);
    for (const row of rows) yield asRecord(row);
    wanted = rows.flatMap(picturesOf);
  }
}

/** What was changed may not be readable; verifying says so. */
function readableBytesOf(entry: Entry): string[] {
  try {
    return bytesOf(entry);
  } catch {
    return [];
  }
}

function picturesOf({ type, bytes }: BytesRow): string[] {
  if (type !== RENDITION_TYPE) return [];
  try {
    return (readRendition(bytes).media ?? []).map(({ hash }) => hash);
  } catch {
    return [];
  }
}

/** Those that no entry needs yet. */
async function* bytesBeside(
  owner: pg.ClientBase,
  workspaceId: string,
  sent: ReadonlySet<string>,
): AsyncGenerator<LedgerRecord> {
  for (let after = ''; ;) {
    const { rows } = await owner.query<{ hash: string }>(
      `select encode(hash, 'hex') as hash from ledger_bytes where workspace_id = $1 and hash > decode($2, 'hex')
        order by hash limit 1000`,
      [workspaceId, after],
    );
    const last = rows.at(-1);
    if (!last) return;
    for (const { hash } of rows.filter((row) => !sent.has(row.hash))) {
      const found = await owner.query<BytesRow>(
        `select $2::text as hash, type, bytes from ledger_bytes where workspace_id = $1 and hash = decode($2, 'hex')`,
        [workspaceId, hash],
      );
      if (found.rows[0]) yield asRecord(found.rows[0]);
    }
    after = last.hash;
  }
}

async function* headsOf(
  owner: pg.ClientBase,
  workspaceId: string,
  { first, last }: Range,
): AsyncGenerator<LedgerRecord> {
  const { rows } = await owner.query<{
    sequence: string;
    hash: string;
    at: Date;
    public_key: Buffer;
    signature: Buffer;
  }>(
    `select sequence, encode(hash, 'hex') as hash, at, public_key, signature from ledger_heads
      where workspace_id = $1 and sequence between $2 and $3 order by sequence`,
    // With a period, heads after it would speak of entries that aren't there.
    [workspaceId, first - 1, last],
  );
  for (const { sequence, at, public_key, signature, hash } of rows)
    yield {
      record: 'head',
      workspace: workspaceId,
      sequence: Number(sequence),
      hash,
      at: at.toISOString(),
      publicKey: public_key.toString('base64'),
      signature: signature.toString('base64'),
    };
}

async function* keysOf(owner: pg.ClientBase, workspaceId: string): AsyncGenerator<LedgerRecord> {
  const { rows } = await owner.query<{ key: Buffer }>(
    'select key from ledger_keys where workspace_id = $1 and key is not null order by person',
    [workspaceId],
  );
  for (const { key } of rows)
    yield { record: 'key', person: pseudonymFrom(key), key: key.toString('base64') };
}
