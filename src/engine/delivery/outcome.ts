import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { returnAllowance } from '#src/db/queries/usage.ts';
import { alerts, digestItems, digests, fanOuts } from '#src/db/schema.ts';
import { recordBlocked } from '#src/ledger/symbol-list.ts';
import type { AlertState, DeliveryState } from '#src/shared/alerts.ts';
import type { Lapsed } from '#src/shared/lapsed.ts';
import { lockAlert, moveAlert, TRANSITIONS } from '../approval/states.ts';
import { restrictedBy } from '../barred/bar-on.ts';
import { BARS } from '../barred/barred.ts';
import { NOBODY_BECAUSE, type SkipReason } from './eligible.ts';

type Counts = Record<DeliveryState, number>;
type Fate = {
  open: boolean;
  expired: boolean;
  isTrial: boolean;
  begun: Date | null;
  counts: Counts;
  skipped: SkipReason[];
  /** Some of it went into digests as past news, for this reason. */
  lapsed: Lapsed | null;
};

const OPEN: readonly DeliveryState[] = ['pending', 'held', 'sending', 'retry'];

/** What an alert is once none of its deliveries is open; null while one is. `cut`: not everybody has had their turn. */
export function alertOutcome(counts: Partial<Counts>, cut = false): AlertState | null {
  const has = (state: DeliveryState) => (counts[state] ?? 0) > 0;
  if (OPEN.some(has)) return null;
  if (has('sent')) return has('unknown') || has('rejected') || cut ? 'partly_sent' : 'sent';
  if (has('unknown')) return 'unknown';
  return cut ? 'expired' : 'failed';
}

/** Ends the alert when its last delivery has ended. Safe to call at any time. @returns whether members were notified */
export async function settleAlert(
  tx: Tx,
  alert: { workspaceId: string; alertId: string; now: Date },
): Promise<boolean> {
  const state = await lockAlert(tx, alert.alertId);
  if (state === null) return settleDigest(tx, alert);
  await closeFanOuts(tx, alert);
  const fate = await fateOf(tx, alert);
  if (fate.open) return false;
  const end =
    fate.lapsed !== null && !isRecalled(fate)
      ? endOfLapsed(fate, fate.lapsed)
      : isRecalled(fate) || isMoved(fate)
        ? await endOfCut(tx, alert, fate)
        : endOf(fate);
  if (end === null || end.to === state || !TRANSITIONS[state].includes(end.to)) return false;
  if (end.unused && fate.begun && !fate.isTrial)
    await returnAllowance(tx, { workspaceId: alert.workspaceId, taken: fate.begun });
  const reason = end.reason === NOBODY_BECAUSE.told ? await toldReason(tx, alert) : end.reason;
  const told = await moveAlert(tx, { ...alert, to: end.to, actor: 'delivery', reason });
  if (fate.skipped.includes('restricted')) await recordRestricted(tx, alert);
  return told;
}

/** Names the alert that stands for it. */
async function toldReason(
  tx: Tx,
  { workspaceId, alertId }: { workspaceId: string; alertId: string },
): Promise<string> {
  const { rows } = await tx.execute<{ title: string | null }>(sql`
    select a.title from fan_outs f join alerts a on a.workspace_id = f.workspace_id and a.id = f.group_first
     where f.workspace_id = ${workspaceId}::uuid and f.alert_id = ${alertId}::uuid limit 1`);
  const title = rows[0]?.title ?? null;
  return title === null ? NOBODY_BECAUSE.told : `covered by “${title}”, about the same move`;
}

/** On the ledger: it was approved and dispatched before its symbol was restricted. */
async function recordRestricted(
  tx: Tx,
  { workspaceId, alertId, now }: { workspaceId: string; alertId: string; now: Date },
): Promise<void> {
  const [about] = await tx.select().from(alerts).where(eq(alerts.id, alertId));
  const entry = about && (await restrictedBy(tx, about, now));
  if (entry) await recordBlocked(tx, { workspaceId, alertId, entry, at: now });
}

/** Ends a digest in the same way. Nobody is notified: it is no alert. */
async function settleDigest(
  tx: Tx,
  alert: { workspaceId: string; alertId: string; now: Date },
): Promise<false> {
  const [digest] = await tx
    .select({ state: digests.state })
    .from(digests)
    .where(and(eq(digests.workspaceId, alert.workspaceId), eq(digests.id, alert.alertId)))
    .for('no key update');
  if (digest?.state !== 'sending') return false;
  await closeFanOuts(tx, alert);
  const fate = await fateOf(tx, alert);
  const { open, counts } = fate;
  const ended = !open && !OPEN.some((state) => counts[state] > 0);
  const isUnsent = isRecalled(fate) && counts.sent + counts.unknown === 0;
  const end = isUnsent
    ? ({ state: 'withheld', reason: NOBODY_BECAUSE.recalled } as const)
    : { state: 'done' as const };
  await tx
    .update(digests)
    .set({ ...(ended && end), updatedAt: alert.now })
    .where(and(eq(digests.workspaceId, alert.workspaceId), eq(digests.id, alert.alertId)));
  return false;
}

/** `unused`: it doesn't count against the month. */
type End = { to: AlertState; reason: string; unused: boolean };

const isRecalled = ({ skipped }: Fate): boolean => skipped.includes('recalled');
const isMoved = ({ skipped }: Fate): boolean => skipped.includes('moved');

/** What went out before it was recalled, or its price had moved too far, stays; where nothing did, it is as if it had never been sent on its way. */
async function endOfCut(
  tx: Tx,
  { workspaceId, alertId }: { workspaceId: string; alertId: string },
  { counts, skipped }: Fate,
): Promise<End | null> {
  const isRecall = skipped.includes('recalled');
  const rest = isRecall ? 'the rest was recalled' : 'for the rest, the price had moved too far';
  const to = alertOutcome(counts, true);
  if (to === null) return null;
  if (to !== 'expired') return { to, reason: `${countedOf(counts)}; ${rest}`, unused: false };
  // Over another channel some may still get it in a digest.
  const inDigest = skipped.includes('digest')
    ? await tx.$count(
        digestItems,
        and(
          eq(digestItems.workspaceId, workspaceId),
          eq(digestItems.alertId, alertId),
          sql`${digestItems.ended} is distinct from 'recalled'`,
        ),
      )
    : 0;
  return inDigest > 0
    ? { to: 'partly_sent', reason: `some get it in a digest; ${rest}`, unused: false }
    : isRecall
      ? { to: 'withheld', reason: NOBODY_BECAUSE.recalled, unused: true }
      : { to: 'expired', reason: NOBODY_BECAUSE.moved, unused: true };
}

const LAPSED_BECAUSE: Readonly<Record<Lapsed, string>> = {
  moved: 'the price had moved too far when its sending hours began',
  expired: 'it was no longer news when its sending hours began',
};

/** What waited for sending hours, and lapsed: it went into digests, unless nobody of its audience may get it. */
function endOfLapsed({ counts, skipped }: Fate, lapsed: Lapsed): End | null {
  const to = alertOutcome(counts, true);
  if (to === null) return null;
  const counted = countedOf(counts);
  const inDigest = skipped.includes('digest');
  const because = `${LAPSED_BECAUSE[lapsed]}${inDigest ? ': its readers get it in a digest, as past news' : ''}`;
  return {
    to: to === 'expired' && inDigest ? 'partly_sent' : to,
    reason: counted === '' ? because : `${counted}; for the rest, ${because}`,
    unused: counted === '' && !inDigest,
  };
}

const countedOf = (counts: Counts): string =>
  Object.entries(counts)
    .flatMap(([state, count]) => (count > 0 ? [`${count} ${state}`] : []))
    .join(', ');

/** An alert doesn't count where nothing of it was ever opened for anybody. */
function endOf({ counts, expired, skipped }: Fate): End | null {
  const to = alertOutcome(counts, expired);
  if (to === null) return null;
  if (to === 'failed' && skipped.includes('digest'))
    return { to: counts.rejected > 0 ? 'partly_sent' : 'sent', reason: NOBODY_BECAUSE.digest, unused: false };
  const bar = BARS.find((each) => skipped.includes(each));
  if (to === 'failed' && bar) return { to: 'withheld', reason: NOBODY_BECAUSE[bar], unused: true };
  const counted = countedOf(counts);
  if (to === 'expired')
    return { to, reason: 'it was no longer news when its turn came', unused: counted === '' };
  if (counted !== '') return { to, reason: counted, unused: false };
  if (skipped.includes('told')) return { to: 'withheld', reason: NOBODY_BECAUSE.told, unused: true };
  const [why] = skipped;
  // Nothing has failed where they asked for it, or aren't there any more.
  if (why) return { to: 'withheld', reason: NOBODY_BECAUSE[why], unused: true };
  return { to: 'failed', reason: 'it has no recipients', unused: true };
}

/** Under the alert's lock: of two lanes that end at the same moment, the second sees what the first has done. */
async function closeFanOuts(
  tx: Tx,
  alert: { workspaceId: string; alertId: string; now: Date },
): Promise<void> {
  await tx
    .update(fanOuts)
    .set({ state: 'done', waits: null, waiting: [], updatedAt: alert.now })
    .where(
      and(
        eq(fanOuts.workspaceId, alert.workspaceId),
        eq(fanOuts.alertId, alert.alertId),
        eq(fanOuts.state, 'open'),
        sql`not exists (select from fan_out_shards s where s.workspace_id = ${fanOuts.workspaceId}
          and s.fan_out_id = ${fanOuts.id} and s.alert_id = ${fanOuts.alertId} and not s.is_done)`,
      ),
    );
}

async function fateOf(tx: Tx, alert: { workspaceId: string; alertId: string }): Promise<Fate> {
  const here = sql`workspace_id = ${alert.workspaceId}::uuid and alert_id = ${alert.alertId}::uuid`;
  // An update or a correction is on its way when the alert has ended, and changes nothing about that.
  const isFollowUp = sql`purpose in ('update', 'correction')`;
  const mine = (table: string) => sql`${sql.raw(table)}.workspace_id = ${alert.workspaceId}::uuid
    and ${sql.raw(table)}.alert_id = ${alert.alertId}::uuid and not exists (
      select from fan_outs of_it where of_it.workspace_id = ${sql.raw(table)}.workspace_id
         and of_it.id = ${sql.raw(table)}.fan_out_id and of_it.${isFollowUp})`;
  const { rows } = await tx.execute<Counts & Omit<Fate, 'counts' | 'begun'> & { begun: string | null }>(sql`
    select f.*, c.*, array(select s.reason from fan_out_skips s where ${mine('s')} group by s.reason
                            order by sum(s.people) desc, s.reason) as skipped
      from (select coalesce(bool_or(state = 'open'), false) as open, coalesce(bool_or(state = 'expired'), false) as expired,
                   coalesce(bool_or(contact_id is not null), false) as "isTrial", min(created_at) as begun, max(lapsed) as lapsed
              from fan_outs where ${here} and not ${isFollowUp}) f,
           (select coalesce(sum(pending), 0)::int as pending, coalesce(sum(held), 0)::int as held,
                   coalesce(sum(sending), 0)::int as sending, coalesce(sum(retry), 0)::int as retry,
                   coalesce(sum(sent), 0)::int as sent, coalesce(sum(unknown), 0)::int as unknown,
                   coalesce(sum(rejected), 0)::int as rejected
              from fan_out_counts n where ${mine('n')}) c`);
  const [row] = rows;
  if (!row) throw new Error('The fan-outs of an alert could not be counted.');
  const { open, expired, isTrial, begun, skipped, lapsed, ...counts } = row;
  return { open, expired, isTrial, begun: begun === null ? null : new Date(begun), skipped, lapsed, counts };
}
