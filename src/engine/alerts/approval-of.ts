import type { Tx } from '#src/db/database.ts';
import { isWatched, restrictedBy } from '../barred/bar-on.ts';
import { asksAnywhere } from '../countries/ask.ts';
import { policiesOf } from '../approval/policies/chosen.ts';

/**
 * Whether an update or a correction that somebody writes goes out without a second person: only if every policy of the
 * alert is fully automated and neither a country of the brand's policy nor its watch list
 * asks for a review. What is restricted by now is corrected by two people. Smart approval scores events, not what people write.
 */
export async function approvalOf(
  tx: Tx,
  alert: {
    workspaceId: string;
    ruleId: string;
    brandId: string;
    detector: string;
    instrumentId: string | null;
    about: string | null;
  },
  now: Date,
): Promise<'auto' | 'human'> {
  // Who got the alert may live anywhere by now.
  if (await asksAnywhere(tx, alert)) return 'human';
  if ((await isWatched(tx, alert, now)) || (await restrictedBy(tx, alert, now)) !== null) return 'human';
  const policies = await policiesOf(tx, alert);
  return policies.every(({ content }) => content.mode === 'auto') ? 'auto' : 'human';
}
