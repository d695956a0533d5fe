import type { Tx } from '#src/db/database.ts';
import { policiesOf } from '../approval/policies/chosen.ts';

/**
 * Whether what somebody writes about an alert, an update or a correction, goes out without another person: only where
 * every policy that the alert is under is fully automated. Smart approval scores events, not what people write.
 */
export async function approvalOf(
  tx: Tx,
  alert: { workspaceId: string; ruleId: string; brandId: string },
): Promise<'auto' | 'human'> {
  const policies = await policiesOf(tx, alert);
  return policies.every(({ content }) => content.mode === 'auto') ? 'auto' : 'human';
}
