import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { alerts, alertTransitions } from '#src/db/schema.ts';
import type { AlertState } from '#src/shared/alerts.ts';
import { noteOutcome } from './notice.ts';
import type { DeputyKey, PersonKey } from '#src/shared/approving-person.ts';

/** Every step an alert may take. What is not here cannot happen. */
export const TRANSITIONS: Record<AlertState, readonly AlertState[]> = {
  // At once `withheld` where its rule, symbol or brand is muted.
  drafted: ['pending_review', 'approved', 'expired', 'failed', 'withheld'],
  pending_review: ['approved', 'rejected', 'expired'],
  // At once `sent` or `partly_sent` where everybody gets it in a digest.
  // Waits for a person where its symbol comes on the watch list before the first of it went out; so below.
  approved: [
    'pending_review',
    'scheduled',
    'sending',
    'sent',
    'partly_sent',
    'expired',
    'failed',
    'unknown',
    'withheld',
  ],
  // Approved again as its time comes.
  // Waits again where the price has moved too far.
  scheduled: ['approved', 'pending_review', 'sending', 'expired', 'withheld'],
  // Withheld where it is recalled before the first of it went out.
  sending: ['pending_review', 'sent', 'partly_sent', 'failed', 'unknown', 'expired', 'withheld'],
  // What was unknown may turn out: a late answer, or a deliberate resend.
  unknown: ['sent', 'partly_sent', 'failed', 'sending'],
  partly_sent: ['sent', 'sending'],
  failed: ['sending'],
  sent: [],
  rejected: [],
  expired: [],
  withheld: [],
};

class TransitionError extends Error {
  constructor(from: AlertState, to: AlertState) {
    super(`An alert cannot go from ${from} to ${to}.`);
    this.name = 'TransitionError';
  }
}

/** Who moved an alert: a part of the program, or a person by id. */
export type Actor = 'engine' | 'writer' | 'policy' | 'delivery' | PersonKey | DeputyKey;

/** Takes the alert's row lock, so that two workers cannot move it at once. @returns its state, or null if there is none */
export async function lockAlert(tx: Tx, alertId: string): Promise<AlertState | null> {
  const [row] = await tx
    .select({ state: alerts.state })
    .from(alerts)
    .where(eq(alerts.id, alertId))
    // Not the key: deliveries of it are written meanwhile.
    .for('no key update');
  return row?.state ?? null;
}

/**
 * Moves an alert and writes down who, when and why. @returns whether the members have been notified of it
 * @throws TransitionError when the step is not in the table
 */
export async function moveAlert(
  tx: Tx,
  step: { workspaceId: string; alertId: string; to: AlertState; actor: Actor; reason: string; now: Date },
): Promise<boolean> {
  // In one statement with the lock: it's on the way of every delivery. A step that isn't in the table is undone by the error.
  const { rows } = await tx.execute<{ from: AlertState }>(sql`
    with before as (
      select workspace_id, id, state from alerts
       where workspace_id = ${step.workspaceId}::uuid and id = ${step.alertId}::uuid for no key update)
    update alerts set state = ${step.to}, updated_at = ${step.now.toISOString()}::timestamptz
      from before where alerts.workspace_id = before.workspace_id and alerts.id = before.id
    returning before.state as from`);
  const from = rows[0]?.from;
  if (from === undefined) throw new Error(`There is no alert ${step.alertId} in this workspace.`);
  if (!TRANSITIONS[from].includes(step.to)) throw new TransitionError(from, step.to);
  await recordTransition(tx, { ...step, from });
  return noteOutcome(tx, step);
}

type Noted = { workspaceId: string; alertId: string; actor: Actor; reason: string; now: Date };

/** Writes into an alert's history that its content was edited while it waits. */
export const noteEdit = (tx: Tx, edit: Noted): Promise<void> =>
  recordTransition(tx, { ...edit, from: 'pending_review', to: 'pending_review' });

/** Writes into an alert's history that approval is asked for again, of the same content. */
export const noteAskedAgain = (tx: Tx, asked: Omit<Noted, 'actor'>): Promise<void> =>
  recordTransition(tx, { ...asked, actor: 'policy', from: 'pending_review', to: 'pending_review' });

/** Writes into an alert's history that what hadn't gone out was recalled. What it becomes is another step. */
export const noteRecall = (tx: Tx, recall: Noted & { state: AlertState }): Promise<void> =>
  recordTransition(tx, { ...recall, from: recall.state, to: recall.state });

/** The first entry of an alert's history has no `from`. */
async function recordTransition(
  tx: Tx,
  step: {
    workspaceId: string;
    alertId: string;
    from: AlertState | null;
    to: AlertState;
    actor: Actor;
    reason: string;
    now: Date;
  },
): Promise<void> {
  await tx.insert(alertTransitions).values({
    workspaceId: step.workspaceId,
    id: newId(),
    alertId: step.alertId,
    fromState: step.from,
    toState: step.to,
    actor: step.actor,
    reason: step.reason,
    at: step.now,
  });
}
