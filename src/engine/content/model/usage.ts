import { and, asc, desc, eq, gte, isNotNull, ne, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { aiWriterCalls, aiWriterMonths } from '#src/db/schema/ai-writer.ts';
import { WRITER_OUTCOMES, type WriterCall, type WriterUsage } from '#src/shared/content/ai-writer.ts';
import { monthOf, shownMonth } from './spend.ts';

const MONTHS = 12;
const RECENT = 20;

/** What the AI writer of the transaction's workspace cost and did, newest month first. */
export async function writerUsage(tx: Tx, now: Date): Promise<WriterUsage> {
  const months = await tx
    .select()
    .from(aiWriterMonths)
    .orderBy(desc(aiWriterMonths.month), asc(aiWriterMonths.source))
    .limit(MONTHS * 2);
  const isOfAlert = and(eq(aiWriterCalls.purpose, 'alert'), isNotNull(aiWriterCalls.outcome));
  const outcomes = await tx
    .select({ outcome: aiWriterCalls.outcome, count: sql<number>`count(*)::int` })
    .from(aiWriterCalls)
    .where(and(isOfAlert, gte(aiWriterCalls.createdAt, new Date(monthOf(now)))))
    .groupBy(aiWriterCalls.outcome)
    .orderBy(desc(sql`count(*)`), asc(aiWriterCalls.outcome));
  const recent = await tx
    .select()
    .from(aiWriterCalls)
    .where(and(isOfAlert, ne(aiWriterCalls.outcome, 'written')))
    .orderBy(desc(aiWriterCalls.createdAt), desc(aiWriterCalls.id))
    .limit(RECENT);
  return {
    months: months.map(shownMonth),
    outcomes: outcomes.flatMap(({ outcome, count }) => (outcome === null ? [] : [{ outcome, count }])),
    recent: recent.flatMap(shownRow),
  };
}

function shownRow(row: typeof aiWriterCalls.$inferSelect): WriterCall[] {
  const {
    workspaceId: _,
    promptHash: _prompt,
    answerHash: _answer,
    createdAt,
    outcome,
    source: _source,
    ...call
  } = row;
  return outcome === null
    ? []
    : [{ ...call, outcome, says: WRITER_OUTCOMES[outcome], at: createdAt.toISOString() }];
}
