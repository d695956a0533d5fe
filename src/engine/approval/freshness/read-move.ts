import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { alerts, events, instruments } from '#src/db/schema.ts';
import type { Freshness } from '#src/shared/approval.ts';
import { type Timeframe, TIMEFRAMES } from '#src/shared/market.ts';
import { BAR_MINUTES } from '#src/shared/rules/spans.ts';
import type { StoredAssessment } from '../policies/assessments.ts';
import { type Move, moveOf, type Priced } from './move.ts';

export type MoveOfAlert = Move & Pick<Freshness, 'action' | 'late'> & { wasAsked: boolean };

/**
 * How far the price has moved since the text of an alert was written, against the newest stored price of its symbol. Null
 * where the policy that it was judged under doesn't ask, and where it names no price: news, and what isn't on a symbol.
 */
export async function readMove(
  tx: Tx,
  judged: StoredAssessment | null,
  now: Date,
): Promise<MoveOfAlert | null> {
  const freshness = judged?.policyContent.freshness;
  if (!judged || !freshness) return null;
  const [row] = await tx
    .select({
      evidence: events.evidence,
      timeframe: events.timeframe,
      barTs: events.barTs,
      instrument: { id: instruments.id, symbol: instruments.symbol },
    })
    .from(alerts)
    .innerJoin(events, eq(events.id, alerts.eventId))
    .innerJoin(instruments, eq(instruments.id, events.instrumentId))
    .where(and(eq(alerts.workspaceId, judged.workspaceId), eq(alerts.id, judged.alertId)));
  if (!row || row.timeframe === null || 'said' in row.evidence) return null;
  const { evidence, timeframe, barTs, instrument } = row;
  const { askedAgainAt: askedAt, askedAgainPrice: askedPrice } = judged;
  const bar = evidence.bars.at(-1);
  if (!bar) return null;
  const ends = barTs.getTime() + lengthOf(timeframe);
  const known = evidence.until === undefined ? ends : Date.parse(evidence.until);
  const written = { price: Number(bar.close), at: Math.min(known, now.getTime()) };
  const asked = askedAt === null || askedPrice === null ? null : { price: askedPrice, at: askedAt.getTime() };
  const newest = await newestPrice(tx, instrument.id, now);
  const { action, late } = freshness;
  return {
    ...moveOf(instrument.symbol, freshness, { written, asked, newest }),
    action,
    late,
    wasAsked: asked !== null,
  };
}

const lengthOf = (timeframe: Timeframe): number => BAR_MINUTES[timeframe] * 60_000;

/** The close of the bar that reaches the farthest, over all timeframes; of several, that of the shortest. */
async function newestPrice(tx: Tx, instrumentId: string, now: Date): Promise<Priced | null> {
  const { rows } = await tx.execute<{ timeframe: Timeframe; ts: string; close: string }>(sql`
    select t.timeframe, b.ts, b.close from unnest(${sql.param([...TIMEFRAMES])}::text[]) t (timeframe)
      cross join lateral (
        select ts, close from bars where instrument_id = ${instrumentId}::uuid and timeframe = t.timeframe
           and ts <= ${now.toISOString()}::timestamptz order by ts desc limit 1) b`);
  const priced = rows.map(({ timeframe, ts, close }) => ({
    price: Number(close),
    // A bar that isn't over is known until now.
    at: Math.min(new Date(ts).getTime() + lengthOf(timeframe), now.getTime()),
    length: lengthOf(timeframe),
  }));
  const [first] = priced.toSorted((one, other) => other.at - one.at || one.length - other.length);
  return first ? { price: first.price, at: first.at } : null;
}
