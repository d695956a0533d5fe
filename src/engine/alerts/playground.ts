import { and, eq } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { alerts, brands, events, instruments } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Playground, PlaygroundForm, PlaygroundText } from '#src/shared/content/ai-writer.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { plain, type Text } from '#src/shared/content/text.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import { AppError } from '#src/shared/errors.ts';
import type { ModelWriter } from '../content/model/model-writer.ts';
import { writeAlert, WriterError } from '../content/writer.ts';
import { pickOf, toWrite } from './by-model.ts';
import { readContext } from './context-of-event.ts';
import { marketInput } from './market-input.ts';
import { shapeOfAlert } from './shape-of-alert.ts';

/** Writes a past event's alert again, built-in and by the model, and sends neither. */
export async function playground(
  deps: { app: Database; modelWriter: Pick<ModelWriter, 'write'> },
  workspaceId: string,
  { alertId, brandId, language: wanted }: PlaygroundForm,
): Promise<Playground> {
  const { event, instrument, brand, shape } = await withTenant(deps.app, workspaceId, async (tx) => ({
    ...(await readPast(tx, alertId, brandId ?? null)),
    shape: await shapeOfAlert(tx, { workspaceId, id: alertId }),
  }));
  const { timeframe, evidence, detector } = event;
  if (!instrument || timeframe === null || 'said' in evidence)
    throw new AppError(
      'validation_failed',
      'This event came from outside. Its text quotes the source and is never written by a model. Choose a market event.',
      { details: { field: 'alertId' } },
    );
  const language = wanted ?? brand.languages[0] ?? 'en';
  // The rule's own message would stand in place of both.
  const about = { instrument, timeframe, evidence, detector };
  const context = await readContext({ app: deps.app }, workspaceId, about, shape);
  const input = { ...marketInput({ event, brand }, instrument), own: null, shape, context };
  const document = builtIn(() => writeAlert(input, language));
  const builtInText = readsAs(document.headline, document.summary, paragraphsOf(document));
  if (workspaceId === DEMO_WORKSPACE_ID) return { builtIn: builtInText, model: null, said: null, call: null };
  const attempts = await deps.modelWriter.write(
    { workspaceId, alertId, purpose: 'playground', pick: pickOf(alertId) },
    [toWrite(input, language)],
  );
  const [attempt] = attempts ?? [];
  if (!attempt) throw new AppError('validation_failed', 'Set up the AI writer first.');
  const { written, said, call } = attempt;
  return {
    builtIn: builtInText,
    model: written && readsAs(written.headline, written.summary, written.paragraphs),
    said: written ? null : (said?.toWellFormed().slice(0, 10_000) ?? null),
    call,
  };
}

const readsAs = (headline: Text, summary: Text, paragraphs: readonly Text[]): PlaygroundText => ({
  headline: plain(headline),
  summary: plain(summary),
  paragraphs: paragraphs.map(plain),
});

const paragraphsOf = ({ blocks }: AlertDocument): Text[] =>
  blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.text] : []));

/** @throws AppError validation_failed for evidence that no alert can be written from */
function builtIn(write: () => AlertDocument): AlertDocument {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof WriterError)) throw error;
    throw new AppError('validation_failed', `This event can’t be written about. ${error.message}`, {
      cause: error,
    });
  }
}

/** @throws AppError not_found */
async function readPast(tx: Tx, alertId: string, brandId: string | null) {
  const [row] = await tx
    .select({ event: events, instrument: instruments, brand: brands })
    .from(alerts)
    .innerJoin(events, and(eq(events.workspaceId, alerts.workspaceId), eq(events.id, alerts.eventId)))
    .leftJoin(instruments, eq(instruments.id, events.instrumentId))
    .innerJoin(brands, and(eq(brands.workspaceId, alerts.workspaceId), eq(brands.id, alerts.brandId)))
    .where(eq(alerts.id, alertId));
  if (!row) throw new AppError('not_found', 'There is no such alert in this workspace.');
  if (brandId === null) return row;
  const [brand] = await tx.select().from(brands).where(eq(brands.id, brandId));
  if (!brand) throw new AppError('not_found', 'There is no such brand.');
  return { ...row, brand };
}
