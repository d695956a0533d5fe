import type { Tx } from '#src/db/database.ts';
import { recordBlocked } from '#src/ledger/symbol-list.ts';
import { moveAlert } from '../approval/states.ts';
import type { BarOn } from '../barred/bar-on.ts';

/**
 * Keeps an alert without sending it. What the restricted list blocks is on the ledger, so it's a late step of its
 * transaction. @returns whether the members have been notified
 */
export async function holdBack(
  tx: Tx,
  step: { workspaceId: string; alertId: string; now: Date },
  { actor, reason, entry }: BarOn,
): Promise<boolean> {
  const told = await moveAlert(tx, { ...step, actor, reason, to: 'withheld' });
  if (entry) await recordBlocked(tx, { ...step, at: step.now, entry });
  return told;
}
