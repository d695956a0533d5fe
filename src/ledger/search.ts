import { and, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import {
  findAlerts,
  type FoundAlert,
  type RecordFilter,
  recipientsOf,
} from '#src/db/queries/ledger-search.ts';
import { ledgerEntries } from '#src/db/schema.ts';
import type { RecordedAlert, RecordPage } from '#src/shared/ledger-search.ts';
import { readBytes } from './bytes.ts';
import { figuresIn, saidIn } from './case/said.ts';
import { ownText } from './case/tables.ts';
import { readCarriedOver } from './carried-over.ts';
import { readDecision } from './decision.ts';
import { openSealed, pseudonymFrom } from './pseudonym.ts';
import { CONTENT_TYPE, RENDITION_TYPE } from './rendition.ts';

export type RecordSearch = Omit<RecordFilter, 'approvedBy'> & { approver: string | null };

/** What was said, at which figures, who approved it and who got it: alerts of the ledger, newest first, a page at a time. */
export async function searchRecord(tx: Tx, search: RecordSearch): Promise<RecordPage> {
  const keys = await staffKeys(tx);
  const { approver, ...rest } = search;
  const key = approver === null ? null : keys.get(approver);
  // Without a key, the person decided nothing; with a destroyed one, their decisions can't be found.
  if (approver !== null && !key) return { items: [], next: null };
  const filter = { ...rest, approvedBy: key ? pseudonymFrom(key) : null };
  const found = await findAlerts(tx, filter);
  const page = found.slice(0, search.limit);
  const byName = new Map([...keys.values()].map((each) => [pseudonymFrom(each), each]));
  const items: RecordedAlert[] = [];
  for (const alert of page) items.push(await recorded(tx, alert, byName));
  return { items, next: found.length > page.length ? (page.at(-1)?.id ?? null) : null };
}

/** Keys of those who are no contacts: members and client approvers, of now and before, by their ids. */
async function staffKeys(tx: Tx): Promise<Map<string, Buffer>> {
  const { rows } = await tx.execute<{ person: string; key: Buffer }>(sql`
    select k.person, k.key from ledger_keys k
     where k.key is not null
       and not exists (select 1 from contacts c where c.workspace_id = k.workspace_id and c.id = k.person)`);
  return new Map(rows.map(({ person, key }) => [person, key]));
}

async function recorded(
  tx: Tx,
  alert: FoundAlert,
  keys: ReadonlyMap<string, Buffer>,
): Promise<RecordedAlert> {
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
        inArray(ledgerEntries.kind, ['decision', 'carried_over']),
      ),
    )
    .orderBy(ledgerEntries.sequence);
  const hashes = new Set(entries.flatMap(({ body }) => readCarriedOver(body)?.bytes ?? []));
  const kept = [...(await readBytes(tx, [...hashes])).values()];
  const of = (type: string): Buffer[] => kept.flatMap((each) => (each.type === type ? [each.bytes] : []));
  const [figures] = of(CONTENT_TYPE).flatMap((bytes) => figuresIn(bytes) ?? []);
  return {
    alert: alert.id,
    title: alert.title,
    symbol: alert.symbol,
    brand: { id: alert.brandId, name: alert.brand },
    at: alert.createdAt.toISOString(),
    figures: figures ?? null,
    said: of(RENDITION_TYPE).flatMap((bytes) => {
      const said = saidIn(bytes);
      return said ? [{ title: said.title, text: said.texts.join('\n\n') }] : [];
    }),
    decisions: entries.flatMap(({ sequence: entry, at, body }) => {
      const made = readDecision(body);
      if (!made) return [];
      const { decision, reason, by } = made;
      const own = 'person' in by ? opened(keys.get(by.person), by.sealed) : null;
      const who = 'policy' in by ? by.policy : (ownText(own, 'name') ?? by.person);
      return {
        entry,
        at: at.toISOString(),
        decision,
        by: who,
        isPolicy: 'policy' in by,
        entity: ownText(own, 'entity'),
        reason,
      };
    }),
    ...(await recipientsOf(tx, alert)),
  };
}

const opened = (key: Buffer | undefined, sealed: string): unknown => (key ? openSealed(key, sealed) : null);
