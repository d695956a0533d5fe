import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { carryChoices } from './carry.ts';
import { detachAddresses } from './detach.ts';
import { FIELDS, type Known } from './known.ts';

type Write = {
  workspaceId: string;
  touched: Iterable<Known>;
  /** Ids of addresses that the batch names. */
  kept?: readonly string[];
  now: Date;
};

/** Stores what a batch decided, in a few statements however many rows it has. */
export async function writeContacts(tx: Tx, { workspaceId, touched, kept = [], now }: Write): Promise<void> {
  const contacts = [...touched];
  const at = now.toISOString();
  const made = contacts.filter(({ isNew }) => isNew);
  const changed = contacts.filter((contact) => !contact.isNew && isChanged(contact));

  if (made.length > 0)
    await tx.execute(sql`
      insert into contacts (workspace_id, id, name, external_id, language, time_zone, country, created_at, updated_at)
      select ${workspaceId}::uuid, r.id, r.name, r."externalId", r.language, r."timeZone", r.country,
             ${at}::timestamptz, ${at}::timestamptz
        from ${recordsOf(made.map(fieldsOf))} as r(id uuid, name text, "externalId" text, language text, "timeZone" text, country text)`);
  if (changed.length > 0)
    await tx.execute(sql`
      update contacts c set name = r.name, external_id = r."externalId", language = r.language,
             time_zone = r."timeZone", country = r.country, deleted_at = null, updated_at = ${at}::timestamptz
        from ${recordsOf(changed.map(fieldsOf))} as r(id uuid, name text, "externalId" text, language text, "timeZone" text, country text)
       where c.id = r.id`);

  const back = contacts.filter(({ isBack }) => isBack);
  if (back.length > 0)
    await detachAddresses(tx, { workspaceId, now, of: back.map(({ id }) => id), but: kept });

  const tags = contacts.flatMap(({ id, addedTags }) => [...addedTags].map((tag) => ({ id, tag })));
  if (tags.length > 0)
    await tx.execute(sql`
      insert into contact_tags (workspace_id, contact_id, tag)
      select ${workspaceId}::uuid, r.id, r.tag from ${recordsOf(tags)} as r(id uuid, tag text)
      on conflict do nothing`);
  const returned = contacts.flatMap(({ id, returnedAddresses }) =>
    returnedAddresses.map((each) => ({ ...each, contact: id })),
  );
  if (returned.length > 0)
    await tx.execute(sql`
      update addresses a set contact_id = r.contact, confirmed_at = case when r.confirmed then ${at}::timestamptz end,
             updated_at = ${at}::timestamptz
        from ${recordsOf(returned)} as r(id uuid, contact uuid, confirmed boolean) where a.id = r.id`);
  await carryChoices(
    tx,
    returned.flatMap(({ from, contact }) => (from === contact ? [] : { from, to: contact })),
  );
  const added = contacts.flatMap(({ id: contact, addedAddresses }) =>
    addedAddresses.map((each) => ({ contact, ...each })),
  );
  if (added.length > 0)
    await tx.execute(sql`
      insert into addresses (workspace_id, id, contact_id, channel, address, confirmed_at, created_at, updated_at)
      select ${workspaceId}::uuid, r.id, r.contact, r.channel, r.address,
             case when r.confirmed then ${at}::timestamptz end, ${at}::timestamptz, ${at}::timestamptz
        from ${recordsOf(added)} as r(id uuid, contact uuid, channel text, address text, confirmed boolean)`);
  const confirmed = contacts.flatMap(({ confirmedAddresses }) => confirmedAddresses);
  if (confirmed.length > 0)
    await tx.execute(sql`
      update addresses set confirmed_at = ${at}::timestamptz, updated_at = ${at}::timestamptz
       where id = any(${sql.param(confirmed)}::uuid[]) and confirmed_at is null`);
}

/** Whether it is other than it was before the batch. */
export const isChanged = (contact: Known): boolean =>
  contact.isBack ||
  contact.addedTags.size > 0 ||
  contact.addedAddresses.length > 0 ||
  contact.returnedAddresses.length > 0 ||
  contact.confirmedAddresses.length > 0 ||
  FIELDS.some((field) => contact[field] !== contact.before?.[field]);

const fieldsOf = ({ id, name, externalId, language, timeZone, country }: Known) => ({
  id,
  name: name ?? '',
  externalId,
  language,
  timeZone,
  country,
});

/** One parameter, however many rows. */
const recordsOf = (rows: readonly object[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`;
