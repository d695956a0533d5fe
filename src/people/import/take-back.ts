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
  const { rows: confirmed } = await tx.execute<{ id: string; mark: string | null }>(
    sql`select m.id, ch.mark from contact_import_changes ch, unnest(ch.confirmed_addresses) as m(id) where ${ofImport}`,
  );
  if (confirmed.length === 0) return [];
  const marks = [...new Map(confirmed.map(({ id, mark }) => [id, mark]))].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const ids = sql`${plainList(marks.map(([id]) => id))}::uuid[]`;
  // Each address finds its place by halves. The planner takes a new import's changes for a few rows: joined with them, each
  // address would be compared with every other.
  const mark = sql`(select mark from g)[width_bucket(a.id, (select id from g))]`;
  const { rows } = await tx.execute<{ contact: string; channel: string }>(sql`
    with g as materialized (
      select ${ids} as id, ${plainList(marks.map(([, of]) => of))}::uuid[] as mark)
    update addresses a set confirmed_at = null, updated_at = ${now.toISOString()}::timestamptz
     where a.id = any(${ids}) and a.confirmed_at is not null
       and not (select ${agreedSince({ contact: sql`a.contact_id`, channel: sql`a.channel` })}
                  from (select a.workspace_id, ${importId}::uuid as import_id, ${mark} as mark offset 0) ch)
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
