import { and, asc, desc, eq, isNotNull } from 'drizzle-orm';
import { type AlertWriter, WRITER_OUTCOMES } from '#src/shared/content/ai-writer.ts';
import type { Language } from '#src/shared/content/answer.ts';
import type { Tx } from '../database.ts';
import { aiWriterCalls } from '../schema.ts';

type Call = typeof aiWriterCalls.$inferSelect;
export type AlertCall = Call & { language: Language; outcome: NonNullable<Call['outcome']> };

/** What became of asking a model for an alert's texts: the newest call of each language. */
export async function alertCalls(tx: Pick<Tx, 'selectDistinctOn'>, alertId: string): Promise<AlertCall[]> {
  const rows = await tx
    .selectDistinctOn([aiWriterCalls.language])
    .from(aiWriterCalls)
    .where(
      and(
        eq(aiWriterCalls.alertId, alertId),
        eq(aiWriterCalls.purpose, 'alert'),
        isNotNull(aiWriterCalls.outcome),
        isNotNull(aiWriterCalls.language),
      ),
    )
    .orderBy(asc(aiWriterCalls.language), desc(aiWriterCalls.createdAt), desc(aiWriterCalls.id));
  return rows.filter((row): row is AlertCall => row.language !== null && row.outcome !== null);
}

export const alertWriter = ({ language, outcome, provider, model }: AlertCall): AlertWriter => ({
  language,
  writer: outcome === 'written' ? 'model' : 'built_in',
  provider,
  model,
  says: WRITER_OUTCOMES[outcome],
});
