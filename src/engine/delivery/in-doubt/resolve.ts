import { sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { LookUp, SendOutcome, Sought } from '../../channels/channel.ts';
import type { Announce, EngineEnqueue } from '../../enqueue.ts';
import type { ClaimedDelivery } from '../claimed.ts';
import { endedWith } from '../ended.ts';
import { settleAlert } from '../outcome.ts';
import { writeRound } from '../round.ts';
import { decideByPolicy, type Unclear } from './by-policy.ts';
import { nextLook, ON_ITS_WAY_MS } from './looks.ts';
import { type InDoubt, isStillUnknown, readForLook } from './read.ts';

export type ResolveDeps = {
  app: Database;
  system: Database;
  enqueue: EngineEnqueue;
  announce: Announce;
  clock: () => Date;
  /** Asks the provider over the account that the message went out over. */
  find: (delivery: ClaimedDelivery, sought: Sought) => Promise<LookUp>;
  onError: (error: unknown) => void;
};

const PER_LOOK = 50;
/** Longer than a message is looked for; in ms. */
const CLAIMED_BEFORE_MS = 2 * 86_400_000;

/**
 * Asks providers for messages whose answer never came. What is there was sent. What isn't there, once nothing can be on its
 * way any more, goes out again. Where the provider can't tell, the connection's setting decides. A named cross-tenant query finds what is due, the channels in
 * turn, so that thousands of emails keep no other waiting; of several processes one asks. @returns how many are no longer unknown
 */
export async function resolveUnknown(deps: ResolveDeps): Promise<number> {
  const { rows } = await deps.system.execute<{ workspace_id: string; id: string }>(sql`
    select workspace_id, id from deliveries
     where state = 'unknown' and next_attempt_at <= ${deps.clock().toISOString()}::timestamptz
     order by row_number() over (partition by channel order by next_attempt_at), next_attempt_at limit ${PER_LOOK}`);
  const resolved = rows.map(({ workspace_id: workspaceId, id }) =>
    resolve(deps, workspaceId, id).catch((error: unknown) => {
      deps.onError(error);
      return false;
    }),
  );
  return (await Promise.all(resolved)).filter(Boolean).length;
}

async function resolve(deps: ResolveDeps, workspaceId: string, id: string): Promise<boolean> {
  const now = deps.clock();
  const doubt = await withTenant(deps.app, workspaceId, (tx) => readForLook(tx, { workspaceId, id, now }));
  if (!doubt) return false;
  const found = await deps.find(doubt.delivery, doubt.sought);
  const age = now.getTime() - doubt.unknownSince.getTime();
  const outcome = outcomeOf(found, age, now);
  if (outcome !== null) return settle(deps, doubt, { outcome, startedAt: now });
  return found.found === 'unclear' && isLastLook(found, age) && decideByPolicy(deps, doubt, found);
}

/** Whether the provider will never tell. */
const isLastLook = ({ never }: Unclear, age: number): boolean =>
  nextLook(age) === null || (never === true && age >= ON_ITS_WAY_MS);

const NOT_THERE = 'The provider doesn’t have it, so it’s sent again.';

function outcomeOf(found: LookUp, age: number, now: Date): SendOutcome | null {
  if (found.found === 'there') return { outcome: 'sent', providerMessageId: found.providerMessageId };
  return found.found === 'absent' && age >= ON_ITS_WAY_MS
    ? { outcome: 'retry', at: now.getTime(), reason: NOT_THERE }
    : null;
}

/** Unless a late answer, or a person, has settled it meanwhile. */
async function settle(
  deps: ResolveDeps,
  { delivery, instanceId }: InDoubt,
  { outcome, startedAt }: { outcome: SendOutcome; startedAt: Date },
): Promise<boolean> {
  const { workspaceId, alertId } = delivery;
  const now = deps.clock();
  const settled = await withTenant(deps.app, workspaceId, async (tx) => {
    if (!(await isStillUnknown(tx, delivery))) return null;
    if (
      outcome.outcome === 'sent' &&
      (await isTaken(tx, delivery, { messageId: outcome.providerMessageId, now }))
    )
      return null;
    const ended = endedWith({
      delivery,
      parameters: {},
      outcome,
      settledBy: { lookUp: true },
      startedAt,
      finishedAt: now,
    });
    await writeRound(tx, { workspaceId, instanceId }, { ended: [ended], opening: null });
    if (outcome.outcome === 'retry') await deps.enqueue(tx, 'deliver-alert', { workspaceId, alertId });
    return { notified: await settleAlert(tx, { workspaceId, alertId, now }) };
  });
  if (!settled) return false;
  deps.announce(workspaceId);
  if (settled.notified) deps.announce(workspaceId, 'notifications');
  return true;
}

/**
 * Whether another delivery to the place has claimed the message in the meantime. Of two with the same words, the second is
 * looked for again. The lock makes them take turns.
 */
async function isTaken(
  tx: Tx,
  delivery: InDoubt['delivery'],
  { messageId, now }: { messageId: string; now: Date },
): Promise<boolean> {
  const { workspaceId, targetId, id, contactId } = delivery;
  if (contactId !== null) return false;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`messages at ${targetId}`}, 0))`);
  const { rowCount } = await tx.execute(sql`
    select from deliveries where workspace_id = ${workspaceId}::uuid and target_id = ${targetId}::uuid
       and contact_id is null and id <> ${id}::uuid and provider_message_id = ${messageId}
       and updated_at > ${new Date(now.getTime() - CLAIMED_BEFORE_MS).toISOString()}::timestamptz limit 1`);
  return rowCount === 1;
}
