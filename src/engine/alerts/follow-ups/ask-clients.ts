import type { Tx } from '#src/db/database.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import type { EngineEnqueue } from '../../enqueue.ts';
import { confirmedClients } from '../by-email/confirmed-clients.ts';
import { type FollowUpRow, questionOf } from './decide-follow-up.ts';
import type { FollowedAlert } from './followed-alert.ts';

/** Asks client approvers by email about an update or a correction, where its policy names them. Members have the alert's page. */
export async function askClients(
  tx: Tx,
  enqueue: EngineEnqueue,
  of: { workspaceId: string; alert: FollowedAlert; row: FollowUpRow; revision: string; now: Date },
): Promise<void> {
  const { workspaceId, alert, row, revision, now } = of;
  const { policy } = await questionOf(tx, alert, row, now);
  if (policy.approvers.clients === undefined || workspaceId === DEMO_WORKSPACE_ID) return;
  const clients = await confirmedClients(tx, { workspaceId, alertId: alert.id });
  const asked = { workspaceId, alertId: alert.id, revision, why: 'follow_up' as const };
  if (clients.length > 0)
    await enqueue(tx, 'approval-mail', ...clients.map((client) => ({ ...asked, ...client })));
}
