import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { GivenAddress } from '#src/shared/contacts.ts';
import { addressKey, type Consent, type Row } from './rows.ts';

export const FIELDS = ['name', 'externalId', 'language', 'timeZone', 'country'] as const;
export type Fields = { [Field in (typeof FIELDS)[number]]: string | null };

/** A contact while a batch is decided on: as stored, and what the batch makes of it. */
export type Known = Fields & {
  id: string;
  isNew: boolean;
  /** It was deleted, and is back because its address is: with its history, and with what it has unsubscribed from. */
  isBack: boolean;
  isMember: boolean;
  tags: Set<string>;
  addresses: number;
  /** As it was before the batch; undefined for one that it creates. */
  before?: Fields;
  addedTags: Set<string>;
  addedAddresses: (GivenAddress & { id: string; confirmed: boolean })[];
  /** Addresses of deleted contacts, which become this one's; `from` is its own id where it was deleted itself. */
  returnedAddresses: { id: string; from: string; confirmed: boolean }[];
  confirmedAddresses: string[];
  /** Of the batch: one per channel over which it didn't get anything before. */
  consents: (Consent & { channel: ChannelKind })[];
};

export type KnownAddress = {
  id: string;
  contactId: string;
  confirmed: boolean;
  /** Null where its contact is deleted. */
  owner: Known | null;
  /** Its contact was deleted and can come back. */
  canReturn: boolean;
};

/** What is there of the contacts that rows name. Lasts as long as a batch; for a dry run, as long as the file. */
export type KnownContacts = {
  byExternalId: Map<string, Known>;
  byAddress: Map<string, KnownAddress>;
};

export const nothingKnown = (): KnownContacts => ({ byExternalId: new Map(), byAddress: new Map() });

type Stored = Fields & { id: string; member: boolean; tags: string[]; addresses: number };

/** Reads the contacts that rows name by external id or address, but for those in `known` already. */
export async function readKnown(tx: Tx, rows: readonly Row[], known: KnownContacts): Promise<void> {
  const externalIds = [...new Set(rows.flatMap(({ externalId }) => externalId ?? []))].filter(
    (id) => !known.byExternalId.has(id),
  );
  const asked = new Map(
    rows.flatMap(({ addresses }) => addresses.map((each) => [addressKey(each), each] as const)),
  );
  for (const key of known.byAddress.keys()) asked.delete(key);
  const wanted = [...asked.values()];

  const found = await tx.execute<{
    id: string;
    channel: string;
    address: string;
    contactId: string;
    confirmed: boolean;
    living: boolean;
    canReturn: boolean;
  }>(sql`
    select a.id, a.channel, a.address, a.contact_id as "contactId", a.confirmed_at is not null as confirmed,
           c.deleted_at is null as living,
           c.deleted_at is not null and c.merged_into is null and c.erased_at is null and c.user_id is null as "canReturn"
      from unnest(${sql.param(wanted.map(({ channel }) => channel))}::text[],
                  ${sql.param(wanted.map(({ address }) => address))}::text[]) as w(channel, address)
      join addresses a on a.channel = w.channel and a.address = w.address
      join contacts c on c.workspace_id = a.workspace_id and c.id = a.contact_id`);
  const owners = found.rows.flatMap(({ living, contactId }) => (living ? contactId : []));
  const stored = await tx.execute<Stored>(sql`
    select c.id, c.user_id is not null as member, c.name, c.external_id as "externalId", c.language,
           c.time_zone as "timeZone", c.country,
           array(select t.tag from contact_tags t where t.workspace_id = c.workspace_id and t.contact_id = c.id) as tags,
           (select count(*)::int from addresses a where a.workspace_id = c.workspace_id and a.contact_id = c.id) as addresses
      from contacts c
     where c.deleted_at is null
       and (c.id = any(${sql.param(owners)}::uuid[]) or c.external_id = any(${sql.param(externalIds)}::text[]))`);

  const byId = new Map<string, Known>();
  for (const each of [
    ...known.byExternalId.values(),
    ...[...known.byAddress.values()].map(({ owner }) => owner),
  ])
    if (each) byId.set(each.id, each);
  for (const { member, tags, addresses, ...fields } of stored.rows) {
    if (byId.has(fields.id)) continue;
    const { id, ...before } = fields;
    byId.set(id, {
      ...before,
      id,
      before,
      isNew: false,
      isBack: false,
      isMember: member,
      tags: new Set(tags),
      addresses,
      addedTags: new Set(),
      addedAddresses: [],
      returnedAddresses: [],
      confirmedAddresses: [],
      consents: [],
    });
  }
  for (const contact of byId.values())
    if (contact.externalId !== null) known.byExternalId.set(contact.externalId, contact);
  for (const { id, contactId, confirmed, canReturn, ...given } of found.rows)
    known.byAddress.set(addressKey(given), {
      id,
      contactId,
      confirmed,
      owner: byId.get(contactId) ?? null,
      canReturn,
    });
}
