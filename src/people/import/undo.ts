import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { tellNearLimit } from '#src/db/queries/contacts/near-limit.ts';
import { plainList } from '#src/db/plain-list.ts';
import { withTenant } from '#src/db/tenant.ts';
import { type NewConsents, recordConsents } from '#src/ledger/consent.ts';
import type { PeopleDeps } from '../deps.ts';
import { detachAddresses } from '../detach.ts';
import { roomForContacts } from '../room.ts';
import { agreedSince, type Kept, keptOf } from './kept.ts';
import { takeBackConfirmations } from './take-back.ts';

const COLUMNS = {
  name: 'name',
  externalId: 'external_id',
  language: 'language',
  timeZone: 'time_zone',
  country: 'country',
};
const BATCH = 2_500;
type Undo = { workspaceId: string; importId: string };

/**
 * Deletes what an import created and puts back what it changed, confirmations included: they count as withdrawn, and are
 * recorded as that. A contact that was changed since, or has agreed since, stays, and so does a value that was changed
 * again and the record of what was sent. Some contacts at a time, by id.
 */
export const undoImport = ({ app, clock }: PeopleDeps, undo: Undo): Promise<void> =>
  withTenant(app, undo.workspaceId, async (tx) => {
    const { workspaceId, importId } = undo;
    const now = clock();
    await roomForContacts(tx, workspaceId, now);
    const { rows } = await tx.execute<{ id: string; kind: 'created' | 'changed' }>(
      sql`select contact_id as id, kind from contact_import_changes where import_id = ${importId}::uuid order by contact_id`,
    );
    const kept: Record<Kept, number> = { changed: 0, agreed: 0 };
    const withdrawn: NewConsents['given'][] = [];
    for (const some of batches(rows)) {
      const keeps = await keptOf(
        tx,
        importId,
        some.map(({ id }) => id),
      );
      for (const why of keeps.values()) kept[why] += 1;
      withdrawn.push(
        await takeBackConfirmations(
          tx,
          undo,
          some.map(({ id }) => id),
          now,
        ),
      );
      const of = (kind: 'created' | 'changed') => some.flatMap((row) => (row.kind === kind ? row.id : []));
      await deleteCreated(
        tx,
        of('created').filter((id) => !keeps.has(id)),
        now,
      );
      await putBack(tx, undo, of('changed'), now);
    }
    await tx.execute(sql`
      update contact_imports set state = 'undone', kept_changed = ${kept.changed}, kept_agreed = ${kept.agreed},
             updated_at = ${now.toISOString()}::timestamptz
       where id = ${importId}::uuid`);
    await tx.execute(sql`delete from contact_import_changes where import_id = ${importId}::uuid`);
    await tellNearLimit(tx, workspaceId, now);
    // Last: the workspace's chain is locked from here on.
    for (const given of withdrawn)
      await recordConsents(tx, { workspaceId, source: 'import_undone', kind: 'withdrawn', now, given });
  });

async function deleteCreated(tx: Tx, some: readonly string[], now: Date): Promise<void> {
  if (some.length === 0) return;
  const ids = sql`any(${plainList(some)}::uuid[])`;
  const at = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`delete from contact_tags where contact_id = ${ids}`);
  await tx.execute(sql`delete from audience_contacts where contact_id = ${ids}`);
  await tx.execute(sql`
    update contacts set deleted_at = ${at}, updated_at = ${at}
     where id = ${ids} and deleted_at is null and user_id is null`);
}

async function putBack(
  tx: Tx,
  { workspaceId, importId }: Undo,
  some: readonly string[],
  now: Date,
): Promise<void> {
  if (some.length === 0) return;
  const at = sql`${now.toISOString()}::timestamptz`;
  // The planner takes a new import's changes for a few rows: joined with them as they are, each row would be compared with
  // every other. So a contact looks up its change, and the tags and addresses of changes are looked up by their keys.
  const changed = (columns: SQL, more = sql``): SQL => sql`(
    select ch.*${columns} from contact_import_changes ch ${more}
     where ch.import_id = ${importId}::uuid and ch.contact_id = any(${plainList(some)}::uuid[]) offset 0) ch`;
  const columns = sql.raw(Object.values(COLUMNS).join(', '));
  await tx.execute(sql`
    update contacts c set updated_at = ${at}, (${columns}) = (
             select ${sql.join(Object.entries(COLUMNS).map(valueBefore), sql`, `)} from contact_import_changes ch
              where ch.workspace_id = c.workspace_id and ch.import_id = ${importId}::uuid and ch.contact_id = c.id)
     where c.id = any(${plainList(some)}::uuid[]) and c.deleted_at is null`);
  await tx.execute(sql`
    delete from contact_tags t using ${changed(sql`, m.tag`, sql`, unnest(ch.added_tags) as m(tag)`)}
     where t.workspace_id = ch.workspace_id and t.contact_id = ch.contact_id and t.tag = ch.tag`);
  const { rows } = await tx.execute<{ id: string }>(sql`
    select a.id from ${changed(sql`, m.id`, sql`, unnest(ch.added_addresses) as m(id)`)}
      join addresses a on a.workspace_id = ch.workspace_id and a.id = ch.id and a.contact_id = ch.contact_id
     where not ${agreedSince(ADDRESS)}`);
  if (rows.length > 0) await detachAddresses(tx, { workspaceId, now, addresses: rows.map(({ id }) => id) });
  await tx.execute(sql`
    update addresses a set contact_id = ch.was, updated_at = ${at}
      from ${changed(sql`, m.id, m.was`, sql`, unnest(ch.moved_addresses, ch.moved_from) as m(id, was)`)}
     where a.workspace_id = ch.workspace_id and a.id = ch.id and a.contact_id = ch.contact_id
       and not ${agreedSince(ADDRESS)}`);
}

/** That of an address `a`, over its channel. */
const ADDRESS = { contact: sql`a.contact_id`, channel: sql`a.channel` };

/** What a column was, where it still is what the import made of it. */
const valueBefore = ([field, column]: [string, string]): SQL => sql`case
  when ch.before ? ${field} and c.${sql.raw(column)} is not distinct from nullif(ch.after ->> ${field}, '')
  then ${column === 'name' ? sql`coalesce(ch.before ->> ${field}, '')` : sql`ch.before ->> ${field}`}
  else c.${sql.raw(column)} end`;

function batches<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / BATCH) }, (_, n) =>
    all.slice(n * BATCH, (n + 1) * BATCH),
  );
}
