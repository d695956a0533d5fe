import { and, count, eq, gt, inArray, sql, type SQL } from 'drizzle-orm';
import { DateTime } from 'luxon';
import type { Tx } from '#src/db/database.ts';
import { alertCalls } from '#src/db/queries/alert-writers.ts';
import { type AudienceOf, isOfAudience } from '#src/db/queries/audience.ts';
import { barsBefore } from '#src/db/queries/bars-before.ts';
import {
  alerts,
  type brands,
  type events,
  feedQuarantine,
  type instruments,
  type rules,
} from '#src/db/schema.ts';
import type { ApprovalInputs } from '#src/shared/approval-inputs.ts';
import { PUBLIC, reviewPlaces, verdict } from '#src/shared/countries/verdict.ts';
import { barLength } from '../content/when.ts';
import { isWatched } from '../barred/bar-on.ts';
import { askOf, contactPlace } from '../countries/ask.ts';
import { type Target, targetsOf } from './targets.ts';

type About = {
  alert: typeof alerts.$inferSelect;
  event: typeof events.$inferSelect;
  rule: Pick<typeof rules.$inferSelect, 'id' | 'message' | 'kind'>;
  brand: Pick<typeof brands.$inferSelect, 'id' | 'timeZone' | 'countries'>;
  instrument: Pick<typeof instruments.$inferSelect, 'id' | 'timeZone' | 'session'> | null;
  templateId: string | null;
};

/** So many bars before an event say what is usual; fewer say nothing. */
const BARS = 250;
const BARS_LEAST = 30;
/** More alerts of a brand, rule or template make no difference. */
const SENT_COUNTED = 20;
/** Among so many of the brand's newest alerts a template is looked for. */
const TEMPLATE_AMONG = 50;
const REVIEWS_LOOKED_AT = 20;
/** More people make no difference. */
const PEOPLE_COUNTED = 10_001;
const DAY_MS = 86_400_000;

/** Gathers what a policy decides by, as it is at this moment. */
export async function gatherInputs(tx: Tx, about: About, now: Date): Promise<ApprovalInputs> {
  const { alert, event, rule, brand, instrument, templateId } = about;
  const evidence = event.evidence;
  const zone = brand.timeZone ?? instrument?.timeZone ?? 'UTC';
  const local = DateTime.fromJSDate(now, { zone });
  const calls = await alertCalls(tx, alert.id);
  const review = await reviewedIn(tx, about, now);
  return {
    version: 1,
    at: now.toISOString(),
    eventAt: eventEnd(event, now),
    kind: rule.kind,
    move: instrument && !('said' in evidence) ? await moveOf(tx, event, instrument.id) : null,
    claims: {
      ownWords: rule.message !== null || rule.kind === 'composed',
      action: 'said' in evidence ? (evidence.facts['action'] ?? null) : null,
    },
    data: { quarantined: instrument ? await quarantined(tx, instrument.id, now) : 0 },
    sent: {
      brand: await sentCount(tx, eq(alerts.brandId, brand.id)),
      // Each alert that a person writes has a rule of its own: all of them count.
      rule: await sentCount(
        tx,
        rule.kind === 'composed' ? eq(alerts.detector, alert.detector) : eq(alerts.ruleId, rule.id),
      ),
      template: templateId === null ? null : await sentWithTemplate(tx, brand.id, templateId),
    },
    writer: {
      model: calls.find(({ outcome }) => outcome === 'written')?.model ?? null,
      refused: calls.filter(({ outcome }) => outcome !== 'written').length,
    },
    audience: await audienceOf(tx, alert, now),
    ...(review.length > 0 && { review }),
    ...((await isWatched(tx, alert, now)) && { watched: true }),
    local: { timeZone: zone, weekday: local.weekday, time: local.toFormat('HH:mm') },
    history: await historyOf(tx, rule.id),
  };
}

/** When what happened was over: a bar's end, or the moment until which an open bar was seen. Never in the future. */
function eventEnd({ barTs, timeframe, evidence }: About['event'], now: Date): string {
  const start = barTs.getTime();
  const seen = !('said' in evidence) && evidence.until ? Date.parse(evidence.until) : null;
  const end = seen ?? (timeframe === null || 'said' in evidence ? start : start + barLength(timeframe));
  return new Date(Math.min(end, now.getTime())).toISOString();
}

async function moveOf(
  tx: Tx,
  { evidence, timeframe }: About['event'],
  instrumentId: string,
): Promise<ApprovalInputs['move']> {
  if ('said' in evidence || timeframe === null) return null;
  const seen = evidence.bars.map(({ time, close }) => ({ time: Date.parse(time), close: Number(close) }));
  const before = seen[0]?.time ?? 0;
  const past = await barsBefore(tx, { instrumentId, timeframe, before, limit: BARS });
  const closes = [...past.map(({ close }) => close), ...seen.map(({ close }) => close)];
  const changes = closes.slice(1).flatMap((close, at) => {
    const from = closes[at] ?? 0;
    return from > 0 ? [(close / from - 1) * 100] : [];
  });
  const last = changes.pop();
  if (last === undefined || changes.length < BARS_LEAST) return null;
  const smaller = changes.filter((change) => Math.abs(change) < Math.abs(last)).length;
  return { changePercent: round(last), rank: round(smaller / changes.length), bars: changes.length };
}
const round = (value: number): number => Math.round(value * 10_000) / 10_000;

async function quarantined(tx: Tx, instrumentId: string, now: Date): Promise<number> {
  const [row] = await tx
    .select({ n: sql<number>`coalesce(sum(${feedQuarantine.count}), 0)::int` })
    .from(feedQuarantine)
    .where(
      and(
        eq(feedQuarantine.instrumentId, instrumentId),
        gt(feedQuarantine.lastAt, new Date(now.getTime() - DAY_MS)),
      ),
    );
  return row?.n ?? 0;
}

const SENT = inArray(alerts.state, ['sent', 'partly_sent', 'sending']);

async function sentCount(tx: Tx, which: SQL): Promise<number> {
  const some = tx
    .select({ id: alerts.id })
    .from(alerts)
    .where(and(which, SENT))
    .limit(SENT_COUNTED)
    .as('some');
  const [row] = await tx.select({ n: count() }).from(some);
  return row?.n ?? 0;
}

async function sentWithTemplate(tx: Tx, brandId: string, templateId: string): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(sql`
    select count(*)::int as n from (
      select a.workspace_id, a.id, a.approved_hash from alerts a
       where a.brand_id = ${brandId}::uuid and a.state in ('sent', 'partly_sent', 'sending')
       order by a.created_at desc limit ${TEMPLATE_AMONG}) newest
      join revisions r on r.workspace_id = newest.workspace_id and r.alert_id = newest.id and r.hash = newest.approved_hash
     where r.content #>> '{documents,0,layout,template,id}' = ${templateId}`);
  return rows[0]?.n ?? 0;
}

async function audienceOf(
  tx: Tx,
  alert: typeof alerts.$inferSelect,
  now: Date,
): Promise<ApprovalInputs['audience']> {
  const targets = await targetsOf(tx, { ...alert, onlyTo: null });
  let people = 0;
  for (const audience of await audiencesOf(tx, targets)) {
    const { rows: found } = await tx.execute<{ n: number }>(sql`
      select count(*)::int as n from (
        select 1 from contacts where ${isOfAudience(audience, sql`contacts`, now)} limit ${PEOPLE_COUNTED}) counted`);
    people = Math.min(PEOPLE_COUNTED, people + (found[0]?.n ?? 0));
  }
  return { people, destinations: targets.filter(({ destinationId }) => destinationId !== null).length };
}

async function audiencesOf(tx: Tx, targets: readonly Target[]): Promise<AudienceOf[]> {
  const ids = targets.flatMap(({ audienceId }) => audienceId ?? []);
  const { rows } = await tx.execute<AudienceOf>(sql`
    select id, kind, filter from audiences where id = any(${sql.param(ids)}::uuid[]) and deleted_at is null`);
  return rows;
}

/** The places that require a review and have at least one recipient of the alert. */
async function reviewedIn(tx: Tx, { alert, event, brand, instrument }: About, now: Date): Promise<string[]> {
  const { countries: policy } = brand;
  const ask = askOf(event.detector, instrument);
  if (reviewPlaces(policy, ask).length === 0) return [];
  const targets = await targetsOf(tx, { ...alert, onlyTo: null });
  const places = new Set(targets.some(({ destinationId }) => destinationId !== null) ? [PUBLIC] : []);
  for (const audience of await audiencesOf(tx, targets)) {
    const { rows } = await tx.execute<{ place: string }>(sql`
      select distinct ${contactPlace} as place from contacts where ${isOfAudience(audience, sql`contacts`, now)}`);
    for (const { place } of rows) places.add(place);
  }
  return [...places].filter((country) => verdict(policy, { ...ask, country }).action === 'review').toSorted();
}

/** What people decided about the rule's alerts. */
async function historyOf(tx: Tx, ruleId: string): Promise<ApprovalInputs['history']> {
  const { rows } = await tx.execute<{ rejected: boolean; edited: boolean }>(sql`
    select decided.to_state = 'rejected' as rejected,
           exists (select 1 from alert_transitions e
                    where e.workspace_id = a.workspace_id and e.alert_id = a.id
                      and e.from_state = 'pending_review' and e.to_state = 'pending_review') as edited
      from alerts a
      join alert_transitions decided on decided.workspace_id = a.workspace_id and decided.alert_id = a.id
       and decided.from_state = 'pending_review' and decided.to_state in ('approved', 'rejected')
       and decided.actor like 'user:%'
     where a.rule_id = ${ruleId}::uuid
     order by a.created_at desc limit ${REVIEWS_LOOKED_AT}`);
  return {
    reviewed: rows.length,
    rejected: rows.filter(({ rejected }) => rejected).length,
    edited: rows.filter(({ rejected, edited }) => edited && !rejected).length,
  };
}
