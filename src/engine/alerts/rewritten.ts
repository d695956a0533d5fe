import type { Language } from '#src/shared/content/answer.ts';
import { shapeIn } from '#src/shared/content/content.ts';
import { writeExternal } from '../content/external-writer.ts';
import { zoneOf } from '../content/look.ts';
import type { Charted } from '../content/picture/chart-facts.ts';
import { withDrawnChart } from '../content/picture/drawn-chart.ts';
import { externalGround, marketGround } from '../content/templates/event-ground.ts';
import type { Written, WrittenExample } from '../content/templates/examples.ts';
import { writeAlert } from '../content/writer.ts';
import { type BarDeps, chartedBars, type MarketEvent } from './charted-bars.ts';
import { type Draft, externalInput } from './compose.ts';
import { writeComposed } from './composed/written.ts';
import { readContext } from './context-of-event.ts';
import { marketInput } from './market-input.ts';
import type { PastAlert } from './past-alert.ts';

type Brand = Draft['brand'];
type Zoned = Parameters<typeof zoneOf>[0];

/**
 * A past alert as another brand would have said it: written from its event by the built-in writer, with the chart drawn
 * for it. One that a person wrote keeps their words. Nothing is stored.
 * @throws WriterError for an event that can't be written about
 */
export async function rewritten(
  deps: BarDeps,
  past: PastAlert,
  brand: Brand,
  language: Language,
): Promise<WrittenExample> {
  const market = marketOf(past, brand);
  const { workspaceId } = past.alert;
  const { document, ground } = await write(deps, { past, brand, language, market });
  const bars =
    market && document.chart && document.direction !== null
      ? await chartedBars(deps, workspaceId, market)
      : null;
  const rest = { ground, charted: () => chartedPast(deps, past, brand) };
  return market && bars
    ? { ...(await withDrawnChart(document, { ...market, bars })), ...rest }
    : { document, picture: null, dark: null, ...rest };
}

/** What cards of a past alert are drawn from; null where there is nothing to chart, or its author wanted no chart. */
export async function chartedPast(deps: BarDeps, past: PastAlert, brand: Zoned): Promise<Charted | null> {
  const market = past.composed?.chart === false ? null : marketOf(past, brand);
  const bars = market && (await chartedBars(deps, past.alert.workspaceId, market));
  return market && bars && { ...market, bars };
}

async function write(
  deps: BarDeps,
  {
    past,
    brand,
    language,
    market,
  }: { past: PastAlert; brand: Brand; language: Language; market: MarketEvent | null },
): Promise<Written> {
  const { event, rule, instrument, alert, composed } = past;
  if (composed) return writeComposed({ ...composed, language }, { event, instrument, brand });
  const shape = shapeIn(past.content);
  if (!instrument || !market) {
    const input = { ...externalInput({ event, brand, rule }), shape };
    return { document: writeExternal(input, language), ground: externalGround(input, language) };
  }
  const about = { ...market, instrument };
  const context = await readContext(deps, alert.workspaceId, about, shape);
  const input = { ...marketInput({ event, brand }, instrument), shape, context };
  return { document: writeAlert(input, language), ground: marketGround(input, language) };
}

/** Its event on the market, in the brand's time zone; null for one that others reported. */
function marketOf({ event, instrument }: PastAlert, brand: Zoned): MarketEvent | null {
  const { detector, evidence, timeframe } = event;
  if (!instrument || timeframe === null || 'said' in evidence) return null;
  const timeZone = zoneOf(brand, instrument.timeZone, timeframe);
  return { detector, evidence, timeframe, instrument: { ...instrument, timeZone } };
}
