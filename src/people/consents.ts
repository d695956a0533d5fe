import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { recordConsents } from '#src/ledger/consent.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { By } from './deps.ts';
import type { Consent } from './rows.ts';

type Agreed = { id: string; consents: readonly (Consent & { channel: ChannelKind })[] };

/** How the workspace got a consent: by a program with a key, or by a member who wrote it down. */
export const sourceOf = ({ actor }: By): 'api' | 'team' => (actor.kind === 'key' ? 'api' : 'team');

/** Keeps what contacts agreed to, here and in the ledger. The last step of its transaction: see `recordConsents`. */
export async function keepConsents(
  tx: Tx,
  { workspaceId, source, now }: { workspaceId: string; source: 'api' | 'team' | 'import'; now: Date },
  contacts: Iterable<Agreed>,
): Promise<void> {
  const given = [...contacts].flatMap(({ id: contactId, consents }) =>
    consents.map(({ at, ...each }) => ({ ...each, id: newId(), contactId, at: at ?? now })),
  );
  if (given.length === 0) return;
  await tx.execute(sql`
    insert into consents (workspace_id, id, contact_id, channel, kind, source, wording, ip, at)
    select ${workspaceId}::uuid, r.id, r."contactId", r.channel, 'given', ${source}, r.wording, r.ip, r.at
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as r(id uuid, "contactId" uuid, channel text, wording text, ip inet, at timestamptz)`);
  await recordConsents(tx, { workspaceId, source, now, given });
}
