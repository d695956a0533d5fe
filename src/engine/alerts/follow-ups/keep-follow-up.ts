import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { followUps } from '#src/db/schema.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { FollowUpPurpose } from '#src/shared/follow-ups.ts';
import type { EngineEnqueue } from '../../enqueue.ts';
import { keepRevision, type Written } from '../revision.ts';
import { askClients } from './ask-clients.ts';
import type { FollowUpRow } from './decide-follow-up.ts';
import type { FollowedAlert } from './followed-alert.ts';
import { approveFollowUp } from './send-follow-up.ts';

type Kept = {
  alert: FollowedAlert;
  purpose: FollowUpPurpose;
  written: Written;
  ownFigures: string[];
  /** `user:ID`, `key:NAME`, or `SYSTEM_AUTHOR`. */
  writtenBy: string;
  /** Goes out without a person, by which policy and why; null where a person decides. */
  without: { policy?: string; reason: string } | null;
  /** What else belongs to the transaction, before anything is on the ledger. */
  also?: (id: string) => Promise<void>;
};

/** Keeps an update or a correction, and sends it or asks for its approval. The caller has locked the alert. */
export async function keepFollowUp(
  tx: Tx,
  deps: { enqueue: EngineEnqueue; clock: Clock },
  { alert, purpose, written, ownFigures, writtenBy, without, also }: Kept,
): Promise<FollowUpRow> {
  const { workspaceId } = alert;
  const at = deps.clock();
  const revision = await keepRevision(tx, { workspaceId, alertId: alert.id, written, now: at, waits: true });
  const { rows } = await tx.execute<{ last: number }>(sql`
    select coalesce(max(send_no), 0)::int as last from follow_ups
     where workspace_id = ${workspaceId}::uuid and alert_id = ${alert.id}::uuid and purpose = ${purpose}`);
  const row: FollowUpRow = {
    workspaceId,
    id: newId(),
    alertId: alert.id,
    purpose,
    sendNo: (rows[0]?.last ?? 0) + 1,
    revisionId: revision.id,
    state: 'waiting',
    ownFigures,
    writtenBy,
    decidedBy: null,
    reason: null,
    createdAt: at,
    decidedAt: null,
  };
  await tx.insert(followUps).values(row);
  await also?.(row.id);
  if (without)
    await approveFollowUp(tx, deps.enqueue, {
      alert,
      row,
      written: { ...written, hash: revision.hash },
      by: null,
      inPlaceOf: null,
      ...without,
      at,
    });
  else await askClients(tx, deps.enqueue, { workspaceId, alert, row, revision: revision.hash, now: at });
  return row;
}
