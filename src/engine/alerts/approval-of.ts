import type { Tx } from '#src/db/database.ts';
import { isWatched, restrictedBy } from '../barred/bar-on.ts';
import { asksAnywhere } from '../countries/ask.ts';
import { policiesOf } from '../approval/policies/chosen.ts';

type Asked = {
  workspaceId: string;
  ruleId: string;
  brandId: string;
  detector: string;
  instrumentId: string | null;
  about: string | null;
};

/**
 * Whether an update or a correction that a person writes goes out without a second person: only if every policy of the
 * alert is fully automated and neither a country of the brand's policy nor its watch list
 * asks for a review. What is restricted by now is corrected by two people. Smart approval scores events, not what people write.
 */
export async function approvalOf(tx: Tx, alert: Asked, now: Date): Promise<'auto' | 'human'> {
  if (await needsPerson(tx, alert, now)) return 'human';
  const policies = await policiesOf(tx, alert);
  return policies.every(({ content }) => content.mode === 'auto') ? 'auto' : 'human';
}

/**
 * The policies that send a correction of bars without a person, by name: all of the alert's must say so. Null where a
 * person decides.
 */
export async function correctedBy(tx: Tx, alert: Asked, now: Date): Promise<string | null> {
  if (await needsPerson(tx, alert, now)) return null;
  const policies = await policiesOf(tx, alert);
  return policies.every(({ content }) => content.barCorrections === true)
    ? policies.map(({ name }) => name).join(', ')
    : null;
}

const needsPerson = async (tx: Tx, alert: Asked, now: Date): Promise<boolean> =>
  // Who got the alert may live anywhere by now.
  (await asksAnywhere(tx, alert)) ||
  (await isWatched(tx, alert, now)) ||
  (await restrictedBy(tx, alert, now)) !== null;
