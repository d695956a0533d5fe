import { and, desc, eq, like, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { actorNames } from '#src/db/queries/actor-names.ts';
import { alertTransitions } from '#src/db/schema.ts';
import type { ReachAhead } from '#src/shared/alert-reach.ts';
import type { AlertState } from '#src/shared/alerts.ts';
import { actingKey, keyOf, peopleIn } from '#src/shared/approving-person.ts';
import { momentAtMarket, momentIn } from '#src/shared/moment.ts';

type Zone = string | null;
const either = new Intl.ListFormat('en', { type: 'disjunction' });

/**
 * `until Mon, Nov 30, 8:00 AM UTC, where sending hours apply, and for 15 minutes where it’s under embargo`: how long what
 * is approved now would wait; null where it wouldn't. Without names: an audience's is nobody's business in a chat, nor a
 * client approver's.
 */
export function waitsWords(
  { opens, embargoes }: Pick<ReachAhead, 'opens' | 'embargoes'>,
  timeZone: Zone,
): string | null {
  const byClock = momentsOf(
    opens.filter(({ marketZone }) => marketZone === null),
    timeZone,
  );
  const byMarket = momentsOf(
    opens.filter(({ marketZone }) => marketZone !== null),
    timeZone,
  );
  const minutes = [...new Set(embargoes.map((each) => each.minutes))].toSorted((a, b) => a - b);
  const parts = [
    ...(byMarket === '' ? [] : [`until its market opens, ${byMarket}`]),
    ...(byClock === '' ? [] : [`until ${byClock}, where sending hours apply`]),
    ...(minutes.length === 0 ? [] : [`for ${either.format(minutes.map(span))} where it’s under embargo`]),
  ];
  return parts.length === 0 ? null : parts.join(', and ');
}

/** `Mon, Nov 30, 8:00 AM UTC`, in order; '' for none. */
function momentsOf(opens: ReachAhead['opens'], timeZone: Zone): string {
  const inOrder = opens.toSorted((one, other) => one.at.localeCompare(other.at));
  return either.format(new Set(inOrder.map(({ at, marketZone }) => opensWhen(at, marketZone, timeZone))));
}

const opensWhen = (at: string, marketZone: string | null, timeZone: Zone): string =>
  marketZone === null ? momentIn(new Date(at), timeZone) : momentAtMarket(new Date(at), marketZone);

const span = (minutes: number): string => (minutes === 1 ? '1 minute' : `${minutes} minutes`);

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
  // After an embargo, hours may still have to begin.
  const { rows } = await tx.execute<{
    opens: string | null;
    market: string | null;
    released: string | null;
    all: boolean | null;
  }>(sql`
    select min(until) filter (where by_hours) as opens,
           (array_agg(market_zone order by until) filter (where by_hours and until is not null))[1] as market,
           min(until) filter (where not by_hours) as released,
           bool_and(until is not null) as "all"
      from (select case when state = 'open' and greatest(opens_at, embargo_until) > ${now.toISOString()}::timestamptz
                        then greatest(opens_at, embargo_until) end as until,
                   market_zone, opens_at is not null and opens_at >= coalesce(embargo_until, opens_at) as by_hours
              from fan_outs where workspace_id = ${workspaceId}::uuid and alert_id = ${alertId}::uuid
               and purpose = 'first') target`);
  const { opens = null, market = null, released = null, all } = rows[0] ?? {};
  const hours = opens && opensWhen(opens, market, timeZone);
  const embargo = released && momentIn(new Date(released), timeZone);
  if (all) {
    const waits = [
      ...(hours ? [`until ${hours}, when ${market ? 'its market opens' : 'sending hours begin'}`] : []),
      ...(embargo ? [`until ${embargo}, when its embargo ends`] : []),
    ];
    return `It waits ${waits.join(', or ')}.`;
  }
  return [
    'It’s on its way.',
    ...(hours
      ? [`Where ${market ? 'market hours apply' : 'sending hours haven’t begun'}, it waits until ${hours}.`]
      : []),
    ...(embargo ? [`Where it’s under embargo, it waits until ${embargo}.`] : []),
  ].join(' ');
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
