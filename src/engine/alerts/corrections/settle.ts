import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { SYSTEM_AUTHOR } from '#src/db/queries/follow-ups.ts';
import { barCorrections, type followUps } from '#src/db/schema.ts';
import type { Clock } from '#src/shared/clock.ts';
import { noteCorrection } from '../../approval/notice.ts';
import { lockAlert } from '../../approval/states.ts';
import type { EngineEnqueue } from '../../enqueue.ts';
import { correctedBy } from '../approval-of.ts';
import { storedOf } from '../follow-ups/decide-follow-up.ts';
import { type FollowedAlert, readAlert } from '../follow-ups/followed-alert.ts';
import { GONE, stateOf } from '../follow-ups/follow-up-state.ts';
import { keepFollowUp } from '../follow-ups/keep-follow-up.ts';
import { rejectFollowUp } from '../follow-ups/send-follow-up.ts';
import type { Written } from '../revision.ts';
import { isSame, lastDismissal } from './decided.ts';
import type { Judged } from './judge.ts';
import { type Check, type CheckRow, waitingProposal } from './read-check.ts';

export type Draft = { written: Written; ownFigures: string[]; refused: string | null };
/** What a check found. `never`: why its figures can't be computed, now or later. */
export type Finding = { judged: Judged; draft: Draft | null } | { never: string };
/** What members see of it afterwards. */
export type Settled = 'nothing' | 'changed' | 'notified';

type SettleDeps = { enqueue: EngineEnqueue; clock: Clock };
type Wait = { leastMs: number; mostMs: number };

/** What can't be proposed yet is tried again: another correction that waits, or an alert before it's sent. */
const BLOCKED: Wait = { leastMs: 60_000, mostMs: 600_000 };
/** What the brand doesn't let us say, as each try draws the chart. */
const REFUSED: Wait = { leastMs: 3_600_000, mostMs: 86_400_000 };
/** These end without a reader. */
const UNSENT: ReadonlySet<string> = new Set(['rejected', 'expired', 'withheld', 'failed']);
const AGAIN_WHY = 'The bars were corrected again.';

/** The longer a check has been open, the longer until the next try. */
export const waitMs = ({ foundAt }: Pick<CheckRow, 'foundAt'>, now: Date, { leastMs, mostMs }: Wait) =>
  Math.min(mostMs, Math.max(leastMs, now.getTime() - foundAt.getTime()));

/** Ends the check, or says why it can't end yet. */
export async function settle(
  tx: Tx,
  deps: SettleDeps,
  {
    row: read,
    alert: before,
    corrected,
  }: Pick<Check, 'row' | 'alert'> & { corrected: Pick<Check['corrected'], 'bars'> },
  finding: Finding,
): Promise<Settled> {
  const now = deps.clock();
  const { workspaceId, alertId, id } = read;
  const state = await lockAlert(tx, alertId);
  const [row] = await tx.select().from(barCorrections).where(eq(barCorrections.id, id)).for('update');
  // Another process was first, or a newer change has come: that one is looked at next.
  if (!row || !['checking', 'differs'].includes(row.state) || row.version !== read.version) return 'nothing';
  const judged = 'never' in finding ? null : finding.judged;
  const found = { figures: judged?.figures ?? [], triggers: judged?.triggers ?? null };
  const set = async (values: Partial<CheckRow>): Promise<Settled> => {
    await tx
      .update(barCorrections)
      .set({ bars: corrected.bars, ...found, checkedAt: now, problem: null, ...values })
      .where(and(eq(barCorrections.workspaceId, workspaceId), eq(barCorrections.id, id)));
    return 'changed';
  };
  if (state === null || UNSENT.has(state)) return set({ state: 'not_sent' });
  const alert = await readAlert(tx, alertId, now);
  // Readers have other words by now, such as of a correction that was just approved: the next sweep compares with those.
  if (alert.approvedHash !== before.approvedHash) return 'nothing';
  const proposed = await waitingProposal(tx, row);
  const withdraw = async () => {
    if (proposed) await reject(tx, alert, proposed.followUp, now);
  };
  if ('never' in finding) {
    await withdraw();
    return set({ state: 'not_possible', problem: finding.never });
  }
  const { judged: right, draft } = finding;
  if (right.isRight) {
    await withdraw();
    // Nothing under it has changed: a figure that it doesn't look at, or a split that was known.
    if (corrected.bars.length === 0 && row.checkedAt === null && !proposed) return remember(tx, row);
    return set({ state: 'still_right' });
  }
  // The same is proposed already.
  if (proposed && isSame(proposed.row, right)) return remember(tx, row);
  const dismissal = await lastDismissal(tx, row);
  if (dismissal && isSame(dismissal.row, right)) {
    await withdraw();
    return set({ state: 'dismissed', ...dismissal.as });
  }
  const later = async (problem: string, wait: Wait): Promise<Settled> => {
    const nextAt = new Date(now.getTime() + waitMs(row, now, wait));
    await set({ state: 'differs', problem, nextAt });
    return row.state === 'differs' && row.problem === problem && isSame(row, right) ? 'nothing' : 'changed';
  };
  if (!GONE.has(state)) return later('The alert isn’t sent yet.', BLOCKED);
  const { problem, isFinal } = await stateOf(tx, alertId, now, proposed?.followUp.id);
  if (problem !== null && !isFinal) return later(problem, BLOCKED);
  if (problem !== null) {
    await withdraw();
    return set({ state: 'not_possible', problem });
  }
  // What was in its way is gone since it was read: the next sweep writes it.
  if (!draft) return 'nothing';
  if (draft.refused !== null) return later(`The proposal can’t be used. ${draft.refused}`, REFUSED);
  await withdraw();
  return propose(tx, deps, { alert, draft, now }, async (followUpId) => {
    await set({ state: 'proposed', followUpId });
  });
}

async function propose(
  tx: Tx,
  deps: SettleDeps,
  { alert, draft, now }: { alert: FollowedAlert; draft: Draft; now: Date },
  also: (followUpId: string) => Promise<void>,
): Promise<Settled> {
  const { workspaceId, id: alertId } = alert;
  await recordActivity(tx, {
    workspaceId,
    actor: { kind: 'system', userId: null, name: 'Bellwire' },
    subject: alert.title ?? '',
    action: 'alert.followed',
    detail: { purpose: 'correction' },
    at: now,
  });
  const policy = await correctedBy(tx, alert, now);
  const notified =
    policy === null && (await noteCorrection(tx, { workspaceId, alertId, title: alert.title ?? '', now }));
  await keepFollowUp(tx, deps, {
    alert,
    purpose: 'correction',
    written: draft.written,
    ownFigures: draft.ownFigures,
    writtenBy: SYSTEM_AUTHOR,
    without:
      policy === null
        ? null
        : { policy, reason: 'bars that the alert rests on were corrected, and the policy approves that' },
    also,
  });
  return notified ? 'notified' : 'changed';
}

/**
 * Ends a check that has nothing new to show. Its change stays known, so that it isn't found and checked again as long as
 * changes are kept: on another check of the alert, or else on this one, which lists leave out as it was never checked.
 */
async function remember(tx: Tx, { workspaceId, id, alertId, changeId }: CheckRow): Promise<Settled> {
  const one = (of: string) => and(eq(barCorrections.workspaceId, workspaceId), eq(barCorrections.id, of));
  const [other] = await tx
    .select({ id: barCorrections.id })
    .from(barCorrections)
    .where(and(eq(barCorrections.alertId, alertId), ne(barCorrections.id, id)))
    .orderBy(desc(barCorrections.foundAt), desc(barCorrections.id))
    .limit(1);
  if (!other) {
    await tx.update(barCorrections).set({ state: 'still_right', checkedAt: null }).where(one(id));
    return 'changed';
  }
  await tx
    .update(barCorrections)
    .set({ changeId: sql`greatest(${barCorrections.changeId}, ${changeId})` })
    .where(one(other.id));
  await tx.delete(barCorrections).where(one(id));
  return 'changed';
}

/** It would correct with figures that are out of date. */
async function reject(
  tx: Tx,
  alert: FollowedAlert,
  row: typeof followUps.$inferSelect,
  at: Date,
): Promise<void> {
  const written = await storedOf(tx, row.revisionId);
  const by = { by: null, inPlaceOf: null, policy: 'corrections of bars', reason: AGAIN_WHY };
  await rejectFollowUp(tx, { alert, row, written, ...by, at });
}
