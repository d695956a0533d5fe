import type { Tx } from '#src/db/database.ts';
import { policiesOf } from '../approval/policies/chosen.ts';

/**
 * Whether an update or a correction that somebody writes goes out without a second person: only if every policy of the
 * alert is fully automated. Smart approval scores events, not what people write.
 */
export async function approvalOf(
  tx: Tx,
  alert: { workspaceId: string; ruleId: string; brandId: string },
): Promise<'auto' | 'human'> {
  const policies = await policiesOf(tx, alert);
  return policies.every(({ content }) => content.mode === 'auto') ? 'auto' : 'human';
}
