import { and, inArray, sql } from 'drizzle-orm';
import type { Runs, Tx } from '#src/db/database.ts';
import {
  findAlerts,
  type FoundAlert,
  type RecordFilter,
  recipientsOf,
  renditionsOf,
} from '#src/db/queries/ledger-search.ts';
import { ledgerEntries } from '#src/db/schema.ts';
import { hashOf } from '#src/platform/json/canonical.ts';
import type { RecordedAlert, RecordPage } from '#src/shared/ledger-search.ts';
import { readBytes } from './bytes.ts';
import { figuresIn, saidIn } from './case/said.ts';
import { ownText } from './case/tables.ts';
import { readCarriedOver } from './carried-over.ts';
import { readDecision } from './decision.ts';
import { readFinding } from './finding.ts';
import { openSealed, pseudonymFrom } from './pseudonym.ts';
import { CONTENT_TYPE, RENDITION_TYPE } from './rendition.ts';

export type RecordSearch = Omit<RecordFilter, 'approvedBy' | 'lookedAt'> & { approver: string | null };

type Staff = {
  /** Keys of those who decide, by their ids. */
  keys: ReadonlyMap<string, Buffer>;
  /** Their ids, by what the ledger calls them. */
  ids: ReadonlyMap<string, string>;
};

/** What was said, at which figures, who approved it and who got it: alerts of the ledger, newest first, a page at a time. */
export async function searchRecord(tx: Tx, search: RecordSearch): Promise<RecordPage> {
  return pageOf(tx, await staffOf(tx), search);
}

/** The same, from page to page. */
export async function* eachRecord(tx: Tx, search: Omit<RecordSearch, 'before'>): AsyncGenerator<RecordPage> {
  const staff = await staffOf(tx);
  let before: string | null = null;
  do {
    const page: RecordPage = await pageOf(tx, staff, { ...search, before });
    yield page;
    before = page.next;
  } while (before !== null);
}

/** Only which alerts they are. */
export async function* eachFound(
  tx: Pick<Runs, 'execute'>,
  search: Omit<RecordSearch, 'before'>,
): AsyncGenerator<{ items: string[] }> {
  const filter = filterOf(await staffOf(tx), { ...search, before: null });
  if (filter === null) return;
  let before: string | null = null;
  do {
    const page = await found(tx, { ...filter, before });
    yield { items: page.alerts.map(({ id }) => id) };
    before = page.next;
  } while (before !== null);
}

/** @returns null where nothing can be found */
function filterOf(staff: Staff, { approver, ...rest }: RecordSearch): RecordFilter | null {
  const key = approver === null ? null : staff.keys.get(approver);
  // Without a key, the person decided nothing; with a destroyed one, their decisions can't be found.
  if (approver !== null && !key) return null;
  return { ...rest, approvedBy: key ? pseudonymFrom(key) : null };
}

async function found(
  tx: Pick<Runs, 'execute'>,
  filter: RecordFilter,
): Promise<{ alerts: FoundAlert[]; next: string | null }> {
  const { found: all, end } = await findAlerts(tx, filter);
  const alerts = all.slice(0, filter.limit);
  return { alerts, next: all.length > alerts.length ? (alerts.at(-1)?.id ?? null) : end };
}

async function pageOf(tx: Tx, staff: Staff, search: RecordSearch): Promise<RecordPage> {
  const filter = filterOf(staff, search);
  if (filter === null) return { items: [], next: null };
  const { alerts, next } = await found(tx, filter);
  const items: RecordedAlert[] = [];
  for (const alert of alerts) items.push(await recorded(tx, alert, staff));
  return { items, next };
}

/** Keys of those who are no contacts: members and client approvers, of now and before, by their ids. */
async function staffOf(tx: Pick<Runs, 'execute'>): Promise<Staff> {
  const { rows } = await tx.execute<{ person: string; key: Buffer }>(sql`
    select k.person, k.key from ledger_keys k
     where k.key is not null
       and not exists (select 1 from contacts c where c.workspace_id = k.workspace_id and c.id = k.person)`);
  return {
    keys: new Map(rows.map(({ person, key }) => [person, key])),
    ids: new Map(rows.map(({ person, key }) => [pseudonymFrom(key), person])),
  };
}

async function recorded(tx: Tx, alert: FoundAlert, staff: Staff): Promise<RecordedAlert> {
  const entries = await tx
    .select({
      sequence: ledgerEntries.sequence,
      kind: ledgerEntries.kind,
      at: ledgerEntries.at,
      body: ledgerEntries.body,
    })
    .from(ledgerEntries)
    .where(
      and(
        sql`${ledgerEntries.subject} = ${alert.id}`,
        inArray(ledgerEntries.kind, ['decision', 'carried_over', 'finding']),
      ),
    )
    .orderBy(ledgerEntries.sequence);
  const bytes = await bytesOf(tx, entries);
  const [figures] = bytes.flatMap(({ type, bytes: content }) =>
    type === CONTENT_TYPE ? (figuresIn(content) ?? []) : [],
  );
  return {
    alert: alert.id,
    title: alert.title,
    symbol: alert.symbol,
    brand: { id: alert.brandId, name: alert.brand },
    at: alert.createdAt.toISOString(),
    figures: figures ?? null,
    said: await saidOf(tx, alert, bytes),
    decisions: entries.flatMap((entry) => decisionIn(entry, staff)),
    ...(await recipientsOf(tx, alert)),
  };
}

type Entry = { sequence: number; at: Date; body: string };
type Kept = { hash: string; type: string; bytes: Buffer; approved: boolean };

/** What its decisions are about: what was approved first. */
async function bytesOf(tx: Tx, entries: readonly Entry[]): Promise<Kept[]> {
  const approved = new Map<string, boolean>();
  for (const { body } of entries) {
    const isApproved = readDecision(body)?.decision !== 'rejected';
    for (const hash of readCarriedOver(body)?.bytes ?? [])
      approved.set(hash, isApproved || approved.get(hash) === true);
  }
  const kept = await readBytes(tx, [...approved.keys()]);
  return [...kept]
    .map(([hash, each]) => ({ hash, ...each, approved: approved.get(hash) === true }))
    .sort((a, b) => Number(b.approved) - Number(a.approved));
}

async function saidOf(tx: Tx, { id }: FoundAlert, kept: readonly Kept[]): Promise<RecordedAlert['said']> {
  const channels = new Map<string, RecordedAlert['said'][number]['channels']>();
  for (const { prepared, channel, language } of await renditionsOf(tx, id)) {
    const hash = hashOf(prepared);
    const known = channels.get(hash) ?? [];
    // One text may be for several countries.
    if (!known.some((each) => each.channel === channel && each.language === language))
      channels.set(hash, [...known, { channel, language }]);
  }
  const said = kept.flatMap(({ hash, type, bytes, approved }) => {
    const read = type === RENDITION_TYPE ? saidIn(bytes) : null;
    if (!read) return [];
    const { title, texts } = read;
    return [{ title, text: texts.join('\n\n'), channels: channels.get(hash) ?? [], approved }];
  });
  const nameOf = (each: (typeof said)[number]): string => each.channels[0]?.channel ?? '~';
  return said.sort(
    (a, b) => Number(b.approved) - Number(a.approved) || nameOf(a).localeCompare(nameOf(b), 'en'),
  );
}

const people = new Intl.ListFormat('en');
type Sealed = { person: string; sealed: string };
/** Their own fields; null where their key is gone. */
function opened(staff: Staff, { person, sealed }: Sealed): unknown {
  const key = staff.keys.get(staff.ids.get(person) ?? '');
  return key ? openSealed(key, sealed) : null;
}

function decisionIn({ sequence: entry, at, body }: Entry, staff: Staff): RecordedAlert['decisions'] {
  const decided = readDecision(body);
  const made = decided ?? readFinding(body);
  if (!made) return [];
  const { decision, reason, by } = made;
  const person = 'person' in by ? (staff.ids.get(by.person) ?? null) : null;
  const others = decided?.with ?? [];
  const nameOf = (each: Sealed): string => ownText(opened(staff, each), 'name') ?? each.person;
  // Of the one who decided last, it's beside the name.
  const withEntity = (each: Sealed): string => {
    const entity = ownText(opened(staff, each), 'entity');
    return entity === null ? nameOf(each) : `${nameOf(each)} (${entity})`;
  };
  const forAbsent = (name: string, absent: Sealed | undefined): string =>
    absent ? `${name} for ${nameOf(absent)}` : name;
  return [
    {
      entry,
      at: at.toISOString(),
      decision,
      by:
        'policy' in by
          ? by.policy
          : people.format([
              ...others.map((each) => forAbsent(withEntity(each), each.inPlaceOf)),
              forAbsent(nameOf(by), decided?.inPlaceOf),
            ]),
      isPolicy: 'policy' in by,
      person,
      entity: 'policy' in by ? null : ownText(opened(staff, by), 'entity'),
      reason,
    },
  ];
}
