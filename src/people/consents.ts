import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { type NewConsents, recordConsents } from '#src/ledger/consent.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { By } from './deps.ts';
import type { Consent } from './rows.ts';

type Agreed = { id: string; consents: readonly (Consent & { channel: ChannelKind })[] };

/** How the workspace got a consent: by a program with a key, or by a member who wrote it down. */
export const sourceOf = ({ actor }: By): 'api' | 'team' => (actor.kind === 'key' ? 'api' : 'team');

type Kept = {
  workspaceId: string;
  source: 'api' | 'team' | 'import' | 'import_undone';
  now: Date;
  kind?: 'given' | 'withdrawn';
};

/** Keeps what contacts agreed to, here and in the ledger. The last step of its transaction: see `recordConsents`. */
export async function keepConsents(tx: Tx, kept: Kept, contacts: Iterable<Agreed>): Promise<void> {
  await recordConsents(tx, { ...kept, given: await writeConsents(tx, kept, contacts) });
}

/** The first half of it. @returns what the ledger has to record */
export async function writeConsents(
  tx: Tx,
  { workspaceId, source, now, kind = 'given' }: Kept,
  contacts: Iterable<Agreed>,
): Promise<NewConsents['given']> {
  const given = [...contacts].flatMap(({ id: contactId, consents }) =>
    consents.map(({ at, ...each }) => ({ ...each, id: newId(), contactId, at: at ?? now })),
  );
  if (given.length === 0) return [];
  await tx.execute(sql`
    insert into consents (workspace_id, id, contact_id, channel, kind, source, wording, ip, at)
    select ${workspaceId}::uuid, r.id, r."contactId", r.channel, ${kind}, ${source}, r.wording, r.ip, r.at
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as r(id uuid, "contactId" uuid, channel text, wording text, ip inet, at timestamptz)`);
  return given;
}
