import { sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { connectionOf } from '#src/db/queries/held-accounts.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { UnknownPolicy } from '#src/shared/connections.ts';
import type { LookUp, SendOutcome } from '../../channels/channel.ts';
import type { Announce, EngineEnqueue } from '../../enqueue.ts';
import type { ClaimedDelivery } from '../claimed.ts';
import { endedWith } from '../ended.ts';
import { settleAlert } from '../outcome.ts';
import { writeRound } from '../round.ts';
import { FOLLOWED_BY } from './followed.ts';
import { type InDoubt, isStillUnknown } from './read.ts';

type PolicyDeps = { app: Database; enqueue: EngineEnqueue; announce: Announce; clock: () => Date };
export type Unclear = Extract<LookUp, { found: 'unclear' }>;

const RESENT = 'No response came, and the provider can’t be asked. The connection’s setting sends it again.';
const LEFT =
  'No response came, and the provider can’t be asked. The connection’s setting leaves it as it is.';

/**
 * The provider will never say whether a message arrived: the setting of its connection decides, on the attempt and on the
 * ledger. What would certainly be there twice is never sent again: then a member decides. @returns whether it was decided
 */
export async function decideByPolicy(
  deps: PolicyDeps,
  { delivery, instanceId }: Pick<InDoubt, 'delivery' | 'instanceId'>,
  { partly }: Pick<Unclear, 'partly'>,
): Promise<boolean> {
  const { workspaceId, alertId, id } = delivery;
  const now = deps.clock();
  const decided = await withTenant(deps.app, workspaceId, async (tx) => {
    if (!(await isStillUnknown(tx, delivery))) return null;
    const here = sql`workspace_id = ${workspaceId}::uuid and id = ${id}::uuid`;
    const policy = await policyOf(tx, delivery, partly === true);
    if (policy === 'ask') {
      await tx.execute(sql`update deliveries set next_attempt_at = null where ${here}`);
      return null;
    }
    const outcome: SendOutcome =
      policy === 'resend'
        ? { outcome: 'retry', at: now.getTime(), reason: RESENT }
        : { outcome: 'unknown', reason: LEFT };
    const times = { startedAt: now, finishedAt: now };
    const ended = endedWith({ delivery, parameters: {}, outcome, settledBy: { policy }, ...times });
    await writeRound(tx, { workspaceId, instanceId }, { ended: [ended], opening: null });
    await tx.execute(sql`update deliveries set decided_by = ${policy} where ${here}`);
    if (policy === 'resend') await deps.enqueue(tx, 'deliver-alert', { workspaceId, alertId });
    return { notified: await settleAlert(tx, { workspaceId, alertId, now }) };
  });
  if (!decided) return false;
  deps.announce(workspaceId);
  if (decided.notified) deps.announce(workspaceId, 'notifications');
  return true;
}

type Row = {
  policy: UnknownPolicy;
  again: boolean;
  arrived: boolean;
  /** Its update or correction is there, and its own words would come after them. */
  followed: boolean;
};

/** One that was sent again by a setting, and is unknown once more, waits for a member: else it could go on for ever. */
async function policyOf(tx: Tx, delivery: ClaimedDelivery, partly: boolean): Promise<UnknownPolicy> {
  const { workspaceId, id, brandId, channel, connectionId, contactId } = delivery;
  const over = {
    workspaceId: sql`d.workspace_id`,
    brandId: sql`${brandId}::uuid`,
    channel: sql`${channel}`,
    destinationId: sql`null::uuid`,
  };
  const account = contactId === null ? sql`${connectionId}::uuid` : connectionOf(over);
  const { rows } = await tx.execute<Row>(sql`
    select c.when_unknown as policy, d.decided_by is not null as again,
           d.delivered_at is not null or exists (
             select from delivery_reactions r where r.workspace_id = d.workspace_id and r.delivery_id = d.id
                and r.event_month = d.event_month) as arrived,
           ${FOLLOWED_BY} is not null as followed
      from deliveries d join connections c on c.workspace_id = d.workspace_id and c.id = ${account}
     where d.workspace_id = ${workspaceId}::uuid and d.id = ${id}::uuid and c.deleted_at is null`);
  const [row] = rows;
  if (!row) return 'ask';
  const { policy, again, arrived, followed } = row;
  return policy === 'resend' && (again || arrived || partly || followed) ? 'ask' : policy;
}
