import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { plainList } from '#src/db/plain-list.ts';
import type { NewConsents } from '#src/ledger/consent.ts';
import { writeConsents } from '../consents.ts';
import { agreedSince } from './kept.ts';

/**
 * Addresses that an import confirmed are unconfirmed again, whoever has them by now, unless that person has agreed since.
 * Each contact's consent is withdrawn once per channel, unless another address of the channel stays confirmed.
 * @returns what the ledger has to record
 */
export async function takeBackConfirmations(
  tx: Tx,
  { workspaceId, importId }: { workspaceId: string; importId: string },
  some: readonly string[],
  now: Date,
): Promise<NewConsents['given']> {
  const ofImport = sql`ch.import_id = ${importId}::uuid and ch.contact_id = any(${plainList(some)}::uuid[])`;
  const { rows: confirmed } = await tx.execute<{ id: string }>(
    sql`select unnest(ch.confirmed_addresses) as id from contact_import_changes ch where ${ofImport}`,
  );
  if (confirmed.length === 0) return [];
  const ids = sql`any(${plainList(confirmed.map(({ id }) => id))}::uuid[])`;
  const { rows } = await tx.execute<{ contact: string; channel: string }>(sql`
    update addresses a set confirmed_at = null, updated_at = ${now.toISOString()}::timestamptz
      from contact_import_changes ch, unnest(ch.confirmed_addresses) as m(id)
     where ${ofImport} and a.id = ${ids} and a.id = m.id and a.confirmed_at is not null
       and not ${agreedSince({ contact: sql`a.contact_id`, channel: sql`a.channel` })}
    returning a.contact_id as contact, a.channel`);
  const { rows: others } = await tx.execute<{ contact: string; channel: string }>(sql`
    select distinct contact_id as contact, channel from addresses
     where contact_id = any(${plainList(rows.map(({ contact }) => contact))}::uuid[]) and confirmed_at is not null`);
  const stays = new Set(others.map(({ contact, channel }) => `${contact} ${channel}`));
  const channelsOf = new Map<string, Set<string>>();
  for (const { contact, channel } of rows)
    if (!stays.has(`${contact} ${channel}`))
      channelsOf.set(contact, (channelsOf.get(contact) ?? new Set()).add(channel));
  return writeConsents(
    tx,
    { workspaceId, source: 'import_undone', kind: 'withdrawn', now },
    [...channelsOf].map(([id, channels]) => ({
      id,
      consents: [...channels].map((channel) => ({ channel, at: null, wording: '', ip: null })),
    })),
  );
}
