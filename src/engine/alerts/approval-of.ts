import type { Tx } from '#src/db/database.ts';
import { asksAnywhere } from '../countries/ask.ts';
import { policiesOf } from '../approval/policies/chosen.ts';

/**
 * Whether an update or a correction that somebody writes goes out without a second person: only if every policy of the
 * alert is fully automated and no country of the brand's policy asks for a review. Smart approval scores events, not what people write.
 */
export async function approvalOf(
  tx: Tx,
  alert: {
    workspaceId: string;
    ruleId: string;
    brandId: string;
    detector: string;
    instrumentId: string | null;
  },
): Promise<'auto' | 'human'> {
  // Who got the alert may live anywhere by now.
  if (await asksAnywhere(tx, alert)) return 'human';
  const policies = await policiesOf(tx, alert);
  return policies.every(({ content }) => content.mode === 'auto') ? 'auto' : 'human';
}
