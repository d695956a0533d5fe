import type { AlertDocument } from '#src/shared/content/document.ts';
import { isSlot, type Text } from '#src/shared/content/text.ts';
import { altText } from './alt-text.ts';
import { type Charted, chartFacts, readerOf } from './chart-facts.ts';
import { CHART_SIZE, drawChart } from './draw-chart.ts';
import { fittingStyle } from './draw-body.ts';
import { eventChart } from './event-charts.ts';
import type { ChartStyle, Theme } from './facts.ts';

/** What a brand or a template may choose instead of the usual. */
type Choice = { style?: ChartStyle; theme?: Theme };

/** The chart of an alert as SVG, its size in pixels of the page, and what it shows in words. */
export function chartOf(
  document: AlertDocument,
  given: Charted,
  { style, theme = 'light' }: Choice = {},
): { svg: string; size: typeof CHART_SIZE; description: Text } {
  const facts = chartFacts(document, given);
  const usual = facts.others.length > 0 ? 'comparison' : eventChart(given.detector).style;
  const fitting = fittingStyle(facts, style ?? usual, CHART_SIZE.width);
  const read = readerOf(document, given);
  const words = altText(facts, {
    style: fitting,
    bars: barsIn(document),
    isOpen: given.evidence.until !== undefined,
  });
  // Words of a rule can't be read from the evidence again: then the writer's own, checked words stay.
  const holds = words.every((node) => !isSlot(node) || read(node) === node.text);
  return {
    svg: drawChart(facts, { style: fitting, look: document.look, theme }),
    size: CHART_SIZE,
    description: holds ? words : (document.chart?.description ?? words),
  };
}

/** "daily bars", as the dateline has it. */
const barsIn = ({ dateline }: AlertDocument): Text =>
  dateline.filter((node) => typeof node === 'object' && 'slot' in node && node.slot === 'period');
