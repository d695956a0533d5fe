import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { aiWriterCalls, aiWriterMonths, type WriterSource } from '#src/db/schema/ai-writer.ts';
import type { WriterOutcome, WriterRefusal, WriterSpend } from '#src/shared/content/ai-writer.ts';
import type { Language } from '#src/shared/content/answer.ts';
import type { Tokens } from './ask.ts';
import { MICROCENTS } from './cost.ts';

export const monthOf = (at: Date): string => `${at.toISOString().slice(0, 7)}-01`;

export type Opened = {
  workspaceId: string;
  id: string;
  purpose: 'alert' | 'playground' | 'check';
  alertId: string | null;
  language: Language | null;
  source: WriterSource;
  provider: string;
  model: string;
  createdAt: Date;
};

export type Ended = {
  outcome: WriterOutcome;
  refusals: WriterRefusal[];
  tokens: Tokens;
  costMicrocents: number;
  tookMs: number;
  promptHash: string | null;
  answerHash: string | null;
};

/**
 * Opens a call, with the most that it may cost set aside. A crash leaves it at that, as nobody knows then what it cost.
 * @returns false where the cap leaves no room for it
 */
export async function openCall(
  tx: Tx,
  call: Opened,
  { mostMicrocents, capCents }: { mostMicrocents: number; capCents: number },
): Promise<boolean> {
  const { workspaceId, source } = call;
  const month = monthOf(call.createdAt);
  await tx.insert(aiWriterMonths).values({ workspaceId, month, source }).onConflictDoNothing();
  const [room] = await tx
    .update(aiWriterMonths)
    .set({
      calls: sql`${aiWriterMonths.calls} + 1`,
      costMicrocents: sql`${aiWriterMonths.costMicrocents} + ${mostMicrocents}::bigint`,
    })
    .where(
      and(
        isMonth(workspaceId, month, source),
        sql`${aiWriterMonths.costMicrocents} + ${mostMicrocents}::bigint <= ${capCents}::bigint * ${MICROCENTS}::bigint`,
      ),
    )
    .returning({ calls: aiWriterMonths.calls });
  if (!room) return false;
  await tx.insert(aiWriterCalls).values({ ...call, costMicrocents: mostMicrocents });
  return true;
}

/** Ends a call: what it cost takes the place of what was set aside. */
export async function endCall(tx: Tx, call: Opened, ended: Ended, mostMicrocents: number): Promise<void> {
  const { workspaceId, id, source } = call;
  const { tokens, costMicrocents, outcome } = ended;
  await tx
    .update(aiWriterCalls)
    .set(rowOf(ended))
    .where(and(eq(aiWriterCalls.workspaceId, workspaceId), eq(aiWriterCalls.id, id)));
  await tx
    .update(aiWriterMonths)
    .set({
      written: sql`${aiWriterMonths.written} + ${outcome === 'written' ? 1 : 0}::int`,
      inputTokens: sql`${aiWriterMonths.inputTokens} + ${tokens.input}::bigint`,
      outputTokens: sql`${aiWriterMonths.outputTokens} + ${tokens.output}::bigint`,
      costMicrocents: sql`${aiWriterMonths.costMicrocents} + ${costMicrocents - mostMicrocents}::bigint`,
    })
    .where(isMonth(workspaceId, monthOf(call.createdAt), source));
}

/** Records that a model wasn't asked, and why. */
export async function noteUnasked(tx: Tx, call: Opened, ended: Ended): Promise<void> {
  await tx.insert(aiWriterCalls).values({ ...call, ...rowOf(ended) });
}

const isMonth = (workspaceId: string, month: string, source: WriterSource) =>
  and(
    eq(aiWriterMonths.workspaceId, workspaceId),
    eq(aiWriterMonths.month, month),
    eq(aiWriterMonths.source, source),
  );

const rowOf = ({ tokens, ...ended }: Ended) => ({
  ...ended,
  inputTokens: tokens.input,
  outputTokens: tokens.output,
});

export const shownMonth = ({
  month,
  source,
  calls,
  written,
  inputTokens,
  outputTokens,
  costMicrocents,
}: typeof aiWriterMonths.$inferSelect): WriterSpend => ({
  month,
  source,
  calls,
  written,
  inputTokens,
  outputTokens,
  costMicrocents,
});
