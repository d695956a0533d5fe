import { and, count, desc, eq, gte, inArray, sql, sum } from 'drizzle-orm';
import type { QuarantineReason } from '#src/shared/feeds.ts';
import type { InstrumentDetail } from '#src/shared/instrument-detail.ts';
import type { Tx } from '../database.ts';
import { feedCursors, feedHappenings, feedQuarantine, suspectedSplits } from '../schema.ts';

/** So far back it is looked for what was quarantined or lost. */
export const QUALITY_DAYS = 30;
const GAPS_SHOWN = 5;
const DAY_MS = 86_400_000;

type Quality = Pick<InstrumentDetail, 'halted' | 'quality'> & { trade: { price: string; at: Date } | null };

/** How far an instrument's data reaches, its newest trade, and what was wrong with it in the last 30 days. */
export async function instrumentQuality(tx: Tx, instrumentId: string, now: Date): Promise<Quality> {
  const since = new Date(now.getTime() - QUALITY_DAYS * DAY_MS);
  const [cursor] = await tx.select().from(feedCursors).where(eq(feedCursors.instrumentId, instrumentId));
  const quarantined = await tx
    .select({ reason: feedQuarantine.reason, count: sql<number>`${sum(feedQuarantine.count)}::int` })
    .from(feedQuarantine)
    .where(and(eq(feedQuarantine.instrumentId, instrumentId), gte(feedQuarantine.lastAt, since)))
    .groupBy(feedQuarantine.reason)
    .orderBy(desc(sum(feedQuarantine.count)), feedQuarantine.reason);
  const gaps = await tx
    .select({ problem: feedHappenings.problem, at: feedHappenings.at })
    .from(feedHappenings)
    .where(
      and(
        eq(feedHappenings.instrumentId, instrumentId),
        inArray(feedHappenings.kind, ['lost', 'hole']),
        gte(feedHappenings.at, since),
      ),
    )
    .orderBy(desc(feedHappenings.at), desc(feedHappenings.id))
    .limit(GAPS_SHOWN);
  const [suspected] = await tx
    .select({ count: count() })
    .from(suspectedSplits)
    .where(and(eq(suspectedSplits.instrumentId, instrumentId), eq(suspectedSplits.state, 'suspected')));
  return {
    trade: cursor?.price && cursor.priceAt ? { price: cursor.price, at: cursor.priceAt } : null,
    halted:
      cursor?.haltedAt && cursor.haltReason !== null
        ? { since: cursor.haltedAt.toISOString(), reason: cursor.haltReason }
        : null,
    quality: {
      barsUntil: cursor?.closedUntil?.toISOString() ?? null,
      refused: cursor?.refused ?? null,
      quarantined: quarantined.map(({ reason, count: rows }) => ({
        reason: reason as QuarantineReason,
        count: rows,
      })),
      gaps: gaps.map(({ problem, at }) => ({ problem, at: at.toISOString() })),
      suspectedSplits: suspected?.count ?? 0,
    },
  };
}
