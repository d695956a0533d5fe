import { and, desc, eq, like, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { actorNames } from '#src/db/queries/actor-names.ts';
import { alertTransitions } from '#src/db/schema.ts';
import type { ReachAhead } from '#src/shared/alert-reach.ts';
import type { AlertState } from '#src/shared/alerts.ts';
import { actingKey, keyOf, peopleIn } from '#src/shared/approving-person.ts';
import { momentIn } from '#src/shared/moment.ts';

type Zone = string | null;
const either = new Intl.ListFormat('en', { type: 'disjunction' });

/**
 * `until Mon, Nov 30, 8:00 AM UTC, where sending hours apply`: how long what is approved now would wait; null where it
 * wouldn't. Without names: an audience's is nobody's business in a chat, nor a client approver's.
 */
export function waitsWords(opens: ReachAhead['opens'], timeZone: Zone): string | null {
  if (opens.length === 0) return null;
  const moments = [...new Set(opens.map(({ at }) => at))].toSorted();
  const until = either.format(moments.map((at) => momentIn(new Date(at), timeZone)));
  return `until ${until}, where sending hours apply`;
}

type Approved = { workspaceId: string; alertId: string; state: AlertState; timeZone: Zone; now: Date };

/** What becomes of an alert that was approved, as its approver is told: `It’s on its way.` */
export async function fateWords(
  tx: Tx,
  { workspaceId, alertId, state, timeZone, now }: Approved,
): Promise<string> {
  if (state === 'scheduled') return 'It goes out at its planned time.';
  if (state === 'withheld' || state === 'failed' || state === 'expired') {
    const [step] = await tx
      .select({ reason: alertTransitions.reason })
      .from(alertTransitions)
      .where(and(eq(alertTransitions.alertId, alertId), eq(alertTransitions.toState, state)))
      .orderBy(desc(alertTransitions.at), desc(alertTransitions.id))
      .limit(1);
    return step ? `It isn’t sent: ${step.reason}.` : 'It isn’t sent.';
  }
  const { rows } = await tx.execute<{ opens: string | null; all: boolean }>(sql`
    select min(opens_at) as opens, bool_and(opens_at > ${now.toISOString()}::timestamptz) is true as "all"
      from fan_outs where workspace_id = ${workspaceId}::uuid and alert_id = ${alertId}::uuid and purpose = 'first'
       and state = 'open' and (opens_at is null or opens_at > ${now.toISOString()}::timestamptz)`);
  const { opens = null, all = false } = rows[0] ?? {};
  if (opens === null) return 'It’s on its way.';
  const at = momentIn(new Date(opens), timeZone);
  return all
    ? `It waits until ${at}, when sending hours begin.`
    : `It’s on its way. Where sending hours haven’t begun, it waits until ${at}.`;
}

/** In whose place a member decided on an alert, by name; null where in their own. */
export async function decidedFor(tx: Tx, alertId: string, userId: string): Promise<string | null> {
  const [step] = await tx
    .select({ actor: alertTransitions.actor })
    .from(alertTransitions)
    .where(
      and(
        eq(alertTransitions.alertId, alertId),
        eq(alertTransitions.fromState, 'pending_review'),
        like(alertTransitions.actor, actingKey(keyOf({ userId }), '%')),
      ),
    )
    .orderBy(desc(alertTransitions.at))
    .limit(1);
  const absent = step && peopleIn(step.actor)[1];
  return absent === undefined ? null : ((await actorNames(tx, [absent])).get(absent) ?? null);
}

/** ` for Ada Byron`, after what a deputy did; '' for everyone else. */
export const forWords = (absent: string | null): string => (absent === null ? '' : ` for ${absent}`);
