import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { FIELDS, type Known } from '../known.ts';
import { isChanged } from '../write.ts';

/**
 * What an undo needs. A contact that several batches change keeps its first values. Call it when the consents of the
 * batch are written: its mark is behind them.
 */
export async function keepChanges(
  tx: Tx,
  { workspaceId, importId }: { workspaceId: string; importId: string },
  touched: Iterable<Known>,
): Promise<void> {
  const changes = [...touched].filter((contact) => contact.isNew || isChanged(contact)).map(changeOf);
  if (changes.length === 0) return;
  await tx.execute(sql`
    insert into contact_import_changes as c (workspace_id, import_id, contact_id, kind, before, after, added_tags,
           added_addresses, moved_addresses, moved_from, confirmed_addresses, mark)
    select ${workspaceId}::uuid, ${importId}::uuid, r.contact, r.kind, r.before, r.after, r.tags, r.addresses, r.moved,
           r."from", r.confirmed, ${newId()}::uuid
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as r(contact uuid, kind text, before jsonb, after jsonb,
           tags text[], addresses uuid[], moved uuid[], "from" uuid[], confirmed uuid[])
    on conflict (workspace_id, import_id, contact_id) do update set
           before = excluded.before || c.before, after = c.after || excluded.after,
           added_tags = c.added_tags || excluded.added_tags,
           added_addresses = c.added_addresses || excluded.added_addresses,
           moved_addresses = c.moved_addresses || excluded.moved_addresses,
           moved_from = c.moved_from || excluded.moved_from,
           confirmed_addresses = c.confirmed_addresses || excluded.confirmed_addresses, mark = excluded.mark`);
}

/** Of a contact that it created, `after` is all of it; of another, what differs. */
function changeOf(contact: Known) {
  const isCreated = contact.isNew || contact.isBack;
  const fields = isCreated ? FIELDS : FIELDS.filter((field) => contact[field] !== contact.before?.[field]);
  const pick = (from: Partial<Known>) =>
    Object.fromEntries(fields.map((field) => [field, from[field] ?? null]));
  const { id, addedAddresses, returnedAddresses } = contact;
  return {
    contact: id,
    kind: isCreated ? 'created' : 'changed',
    before: isCreated ? {} : pick(contact.before ?? {}),
    after: pick(contact),
    tags: [...contact.addedTags],
    addresses: addedAddresses.map((each) => each.id),
    moved: returnedAddresses.map((each) => each.id),
    from: returnedAddresses.map(({ from }) => from),
    confirmed: [
      ...[...addedAddresses, ...returnedAddresses]
        .filter(({ confirmed }) => confirmed)
        .map((each) => each.id),
      ...contact.confirmedAddresses,
    ],
  };
}
