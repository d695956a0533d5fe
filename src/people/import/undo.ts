import { sql } from 'drizzle-orm';
import { withTenant } from '#src/db/tenant.ts';
import type { PeopleDeps } from '../deps.ts';
import { detachAddresses } from '../detach.ts';
import { tellNearLimit } from '../near-limit.ts';
import { roomForContacts } from '../room.ts';

const COLUMNS = {
  name: 'name',
  externalId: 'external_id',
  language: 'language',
  timeZone: 'time_zone',
  country: 'country',
};

/**
 * Deletes what an import created and puts back what it changed. A value that was changed again since stays, and so does
 * the record of what was sent.
 */
export const undoImport = (
  { app, clock }: PeopleDeps,
  { workspaceId, importId }: { workspaceId: string; importId: string },
): Promise<void> =>
  withTenant(app, workspaceId, async (tx) => {
    const now = clock();
    const at = now.toISOString();
    await roomForContacts(tx, workspaceId, now);
    const created = sql`(select contact_id from contact_import_changes where import_id = ${importId}::uuid and kind = 'created')`;
    await tx.execute(sql`delete from contact_tags where contact_id in ${created}`);
    await tx.execute(sql`delete from audience_contacts where contact_id in ${created}`);
    await tx.execute(sql`
      update contacts set deleted_at = ${at}::timestamptz, updated_at = ${at}::timestamptz
       where id in ${created} and deleted_at is null and user_id is null`);

    const changed = sql`ch.import_id = ${importId}::uuid and ch.kind = 'changed'`;
    const values = Object.entries(COLUMNS).map(
      ([field, column]) => sql`${sql.raw(column)} = case
        when ch.before ? ${field} and c.${sql.raw(column)} is not distinct from nullif(ch.after ->> ${field}, '')
        then ${column === 'name' ? sql`coalesce(ch.before ->> ${field}, '')` : sql`ch.before ->> ${field}`}
        else c.${sql.raw(column)} end`,
    );
    await tx.execute(sql`
      update contacts c set ${sql.join(values, sql`, `)}, updated_at = ${at}::timestamptz
        from contact_import_changes ch where ${changed} and c.id = ch.contact_id and c.deleted_at is null`);
    await tx.execute(sql`
      delete from contact_tags t using contact_import_changes ch
       where ${changed} and t.contact_id = ch.contact_id and t.tag = any(ch.added_tags)`);
    const { rows } = await tx.execute<{ id: string }>(sql`
      select a.id from contact_import_changes ch join addresses a on a.id = any(ch.added_addresses) and a.contact_id = ch.contact_id
       where ${changed}`);
    if (rows.length > 0) await detachAddresses(tx, { workspaceId, now, addresses: rows.map(({ id }) => id) });
    await tx.execute(sql`
      update addresses a set contact_id = m.was, updated_at = ${at}::timestamptz
        from contact_import_changes ch, unnest(ch.moved_addresses, ch.moved_from) as m(id, was)
       where ${changed} and a.id = m.id and a.contact_id = ch.contact_id`);
    await tx.execute(sql`
      update contact_imports set state = 'undone', updated_at = ${at}::timestamptz where id = ${importId}::uuid`);
    await tx.execute(sql`delete from contact_import_changes where import_id = ${importId}::uuid`);
    await tellNearLimit(tx, workspaceId, now);
  });
