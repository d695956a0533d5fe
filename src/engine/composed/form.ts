import { brandOf } from '#src/brands/brand-of.ts';
import type { Tx } from '#src/db/database.ts';
import type { ComposeForm, ComposePreviewForm } from '#src/shared/composed.ts';
import type { brands } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';
import type { RouteForm } from '#src/shared/routes.ts';
import { zoneOf } from '../content/look.ts';
import type { Facts } from '../content/gate/facts.ts';
import { type CheckedRoute, checkRoute } from '../routes/check-route.ts';
import { routeChoices } from '../routes/route-choices.ts';
import { COMPOSED_DETECTOR } from '#src/shared/composed.ts';
import { type Instrument, instrumentSeen, readEvidence } from './read-evidence.ts';
import { saidBy } from '../external/composed/said.ts';
import type { ComposedEvent } from '../alerts/composed/written.ts';

const TOPIC = 'Announcement';

const invalid = (field: string, sentence: string) =>
  new AppError('validation_failed', sentence, { details: { field } });

/**
 * What a form names, as the workspace has it: route, brand, language, symbol, and the evidence of this moment.
 * @throws AppError validation_failed, plan_limit
 */
export async function readForm(
  tx: Tx,
  workspaceId: string,
  form: ComposeForm | ComposePreviewForm,
  now: Date,
) {
  const choices = await routeChoices(tx, now);
  const asked: RouteForm = form.route ?? { audienceIds: [workspaceId], destinationIds: [] };
  const route: CheckedRoute = checkRoute(asked, { choices, approval: 'auto', field: 'route' });
  const brand = await brandOf(tx, route.brandId, now);
  const [main = 'en'] = brand.languages;
  const language = form.language ?? main;
  if (!brand.languages.includes(language))
    throw invalid('language', `The brand “${brand.name}” has no such language. Choose one that it has.`);
  const about = await readAbout(tx, workspaceId, form, { brand, now });
  return { route, chosen: asked.approval, brand, language, planId: choices.planId, ...about };
}
export type ReadForm = Awaited<ReturnType<typeof readForm>>;

async function readAbout(
  tx: Tx,
  workspaceId: string,
  form: ComposeForm | ComposePreviewForm,
  { brand, now }: { brand: typeof brands.$inferSelect; now: Date },
): Promise<{
  instrument: Instrument | null;
  event: ComposedEvent;
  facts: Facts | null;
  /** Why there are no figures to fill in. */
  problem: string | null;
}> {
  const common = { detector: COMPOSED_DETECTOR, message: null, trialRunId: null, createdAt: now };
  const freely = (about: string): ComposedEvent => ({
    ...common,
    evidence: saidBy(wordsOf(form), { by: brand.name, at: now }),
    value: null,
    timeframe: null,
    barTs: now,
    about,
  });
  if (!form.symbol)
    return { instrument: null, event: freely(form.topic || TOPIC), facts: null, problem: null };
  const instrument = await instrumentSeen(tx, workspaceId, form.symbol);
  if (!instrument) throw invalid('symbol', 'There is no such symbol. Choose another.');
  const evidence = await readEvidence(tx, instrument.id, form.timeframe);
  if (!evidence)
    return {
      instrument: null,
      event: freely(instrument.symbol),
      facts: null,
      problem: `There are no stored prices of ${instrument.symbol} in this timeframe. Choose another timeframe, or write without figures.`,
    };
  return {
    instrument,
    event: {
      ...common,
      evidence,
      value: evidence.figures['change_pct'] ?? 0,
      timeframe: form.timeframe,
      barTs: new Date(evidence.bars.at(-1)?.time ?? now),
      about: null,
    },
    facts: {
      evidence,
      symbol: instrument.symbol,
      name: instrument.name,
      timeZone: zoneOf(brand, instrument.timeZone, form.timeframe),
      timeframe: form.timeframe,
      brandName: brand.name,
      formats: brand.formats,
      exchange: instrument.exchange,
      currency: instrument.currency,
      triggeredAt: now.getTime(),
    },
    problem: null,
  };
}

export const wordsOf = ({ headline, summary, paragraphs }: ComposeForm | ComposePreviewForm) => ({
  headline,
  summary,
  paragraphs,
});
