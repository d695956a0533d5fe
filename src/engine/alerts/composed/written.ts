import { and, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { composedAlerts, type events, type instruments } from '#src/db/schema.ts';
import type { ComposedWords } from '#src/shared/composed.ts';
import type { Language } from '#src/shared/content/answer.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { marketInput } from '../market-input.ts';
import type { BrandRow } from '../../content/look.ts';
import { externalGround, marketGround } from '../../content/templates/event-ground.ts';
import type { TemplateGround } from '../../content/templates/apply.ts';
import { WriterError } from '../../content/writer.ts';
import { writeComposedFreely, writeComposedOnMarket } from '../../content/composed/document.ts';

/** What a person typed for an alert; null where a rule made it. */
export async function composedOf(tx: Tx, workspaceId: string, alertId: string) {
  const [row] = await tx
    .select()
    .from(composedAlerts)
    .where(and(eq(composedAlerts.workspaceId, workspaceId), eq(composedAlerts.alertId, alertId)));
  return row ?? null;
}
export type ComposedRow = NonNullable<Awaited<ReturnType<typeof composedOf>>>;

type Composing = { words: ComposedWords; language: Language; chart: boolean };
export type ComposedEvent = Pick<
  typeof events.$inferSelect,
  'detector' | 'evidence' | 'value' | 'timeframe' | 'message' | 'barTs' | 'trialRunId' | 'createdAt' | 'about'
>;

/** The alert as its author wrote it, and what a template's texts are read from. @throws WriterError */
export function writeComposed(
  { words, language, chart }: Composing,
  {
    event,
    instrument,
    brand,
  }: {
    event: ComposedEvent;
    instrument: typeof instruments.$inferSelect | null;
    brand: BrandRow;
  },
): { document: AlertDocument; ground: TemplateGround } {
  if (instrument && !('said' in event.evidence)) {
    const input = marketInput({ event, brand }, instrument);
    return {
      document: writeComposedOnMarket({ brand, words, language }, input, chart),
      ground: marketGround(input, language),
    };
  }
  if (!('said' in event.evidence) || event.about === null)
    throw new WriterError('The evidence does not say what was written.');
  return {
    document: writeComposedFreely({ brand, words, language }, event.about, event.evidence),
    ground: externalGround({ brand, rule: '', about: event.about, evidence: event.evidence }, language),
  };
}
