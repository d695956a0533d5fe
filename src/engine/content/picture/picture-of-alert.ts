import type { AlertDocument } from '#src/shared/content/document.ts';
import { FORMATS, type PictureFormat } from '#src/shared/content/picture-formats.ts';
import { isSlot, plain, type Text, tidyText } from '#src/shared/content/text.ts';
import type { CardLogo } from './card/card.ts';
import { drawCard } from './card/draw-card.ts';
import { type Charted, chartFacts, readerOf } from './chart-facts.ts';
import { altText } from './alt-text.ts';
import { CHART_SIZE, drawChart } from './draw-chart.ts';
import { fittingStyle } from './draw-body.ts';
import { eventChart } from './event-charts.ts';
import type { ChartFacts, ChartStyle, Theme } from './facts.ts';
import { wordsIn } from './words/registry.ts';

/** What a brand, a template or a channel may choose instead of the usual. */
type Choice = {
  format?: PictureFormat;
  style?: ChartStyle;
  theme?: Theme;
  /** Of a chart, in pixels of the page. */
  size?: { width: number; height: number };
  logo?: CardLogo | null;
};

/** A picture before it is drawn: its SVG, pixels of the file for one of the SVG, and its size on the page. */
export type Sketch = {
  svg: string;
  zoom: number;
  size: { width: number; height: number };
  /** What it shows in words. */
  description: Text;
};

/**
 * A picture of an alert. `given` is null where there are no bars to draw: a card goes without its chart, and there is no
 * chart.
 */
export function pictureOf(document: AlertDocument, given: Charted, choice: Choice): Sketch;
export function pictureOf(document: AlertDocument, given: Charted | null, choice: Choice): Sketch | null;
export function pictureOf(document: AlertDocument, given: Charted | null, choice: Choice): Sketch | null {
  const { format = 'chart', theme = 'light', size = CHART_SIZE, logo = null } = choice;
  const chart = given && chartOf(document, given, choice.style);
  if (format === 'chart') {
    if (!chart) return null;
    const { facts, style, description } = chart;
    const { width, height } = size;
    return {
      svg: drawChart(facts, { style, look: document.look, theme, size: { width, height } }),
      zoom: 2,
      size: { width, height },
      description,
    };
  }
  const { width, height } = FORMATS[format];
  return {
    svg: drawCard(document, chart?.facts ?? null, { format, style: chart?.style ?? 'line', theme, logo }),
    zoom: 1,
    size: { width, height },
    description: cardWords(document, chart?.description ?? null),
  };
}

/** What the chart of an alert shows, in which style and in words. */
function chartOf(
  document: AlertDocument,
  given: Charted,
  chosen?: ChartStyle,
): { facts: ChartFacts; style: ChartStyle; description: Text } {
  const facts = chartFacts(document, given);
  const usual = facts.others.length > 0 ? 'comparison' : eventChart(given.detector).style;
  const style = fittingStyle(facts, chosen ?? usual, CHART_SIZE.width);
  const read = readerOf(document, given);
  const words = altText(facts, {
    style,
    bars: barsIn(document),
    isOpen: given.evidence.until !== undefined,
    words: wordsIn(document.language),
  });
  // Words of a rule can't be read from the evidence again: then the writer's own, checked words stay.
  const holds = words.every((node) => !isSlot(node) || read(node) === node.text);
  return { facts, style, description: holds ? words : (document.chart?.description ?? words) };
}

/** A card in words: what is written on it, and what its chart shows. */
function cardWords({ headline, figure, summary }: AlertDocument, chart: Text | null): Text {
  return tidyText([
    ...headline,
    plain(headline).endsWith('.') ? ' ' : '. ',
    ...(figure ? [...figure.label, ': ', ...figure.value, '. '] : []),
    ...(chart ?? summary),
  ]);
}

/** "daily bars", as the dateline has it. */
const barsIn = ({ dateline }: AlertDocument): Text =>
  dateline.filter((node) => isSlot(node) && node.slot === 'period');
