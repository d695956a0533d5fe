import { chartFacts, type Charted } from '#src/engine/content/picture/chart-facts.ts';
import { drawBody } from '#src/engine/content/picture/draw-body.ts';
import { eventChart } from '#src/engine/content/picture/event-charts.ts';
import type { Palette } from '#src/engine/content/picture/palette.ts';
import { pictureOf } from '#src/engine/content/picture/picture-of-alert.ts';
import { writeAlert } from '#src/engine/content/writer.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { plain } from '#src/shared/content/text.ts';
import type { Bar, Detection } from '#src/shared/market.ts';
import { siteConfig } from '#src/shared/site-config.ts';

/** A chart as the product draws it: its SVG, and which part of its width the bars take. */
export type ProductChart = { svg: string; plot: number };
/** The same chart in two widths, so that its letters stay readable on phones, and what it shows in words. */
export type ProductCharts = { summary: string; wide: ProductChart; narrow: ProductChart };

/** The site's own colors, which follow its light and dark mode. */
const SITE: Palette = {
  paper: 'var(--color-paper)',
  ink: 'var(--color-ink)',
  mute: 'var(--color-ink-3)',
  calm: 'var(--color-edge)',
  line: 'var(--color-line)',
  up: 'var(--color-up)',
  down: 'var(--color-down)',
  accent: 'var(--color-ink)',
  series: ['var(--color-ink-2)'],
};

type Size = { width: number; height: number };
type Sizes = { wide: Size; narrow: Size };
/** Of the drawing, in its own pixels. */
const SIZES: Sizes = { wide: { width: 460, height: 230 }, narrow: { width: 350, height: 220 } };

type Recorded = {
  name: string;
  symbol: string;
  detector: string;
  /** Oldest first; the last is the bar of the event. */
  bars: readonly Bar[];
  detection: Detection;
  /** What it's drawn on. */
  ground?: 'paper' | 'raised';
  sizes?: Sizes;
  brand?: { name: string; color: string };
};

/** An event's chart as alerts have it. For the build: it reads fonts from files. */
export const productCharts = (recorded: Recorded): ProductCharts => productAlert(recorded).charts;

/** The alert about an event as the product writes it, with its chart. For the build. */
export function productAlert({
  name,
  symbol,
  detector,
  bars,
  detection,
  ground = 'paper',
  sizes = SIZES,
  brand = { name: siteConfig.name, color: '#8a6116' },
}: Recorded): { document: AlertDocument; charts: ProductCharts } {
  const input = {
    name,
    symbol,
    timeZone: 'America/New_York',
    priceDecimals: 2,
    timeframe: '1d' as const,
    detector,
    evidence: detection.evidence,
  };
  const document = writeAlert({
    ...input,
    brand,
    value: detection.value,
    eventTime: detection.time,
    trial: false,
  });
  const charted: Charted = {
    ...input,
    instrument: { ...input, currency: '', exchange: null },
    bars: bars.map(({ ts, open, high, low, close, volume }) => ({
      time: ts,
      open,
      high,
      low,
      close,
      volume,
    })),
  };
  const facts = chartFacts(document, charted);
  const { style } = eventChart(detector);
  const palette = { ...SITE, paper: `var(--color-${ground})` };
  const drawn = ({ width, height }: Size): ProductChart => {
    const body = drawBody(facts, { style, palette, width, height });
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" class="block w-full">${body}</svg>`;
    return { svg, plot: plotOf(body) / width };
  };
  const charts = {
    summary: plain(pictureOf(document, charted, {}).description),
    wide: drawn(sizes.wide),
    narrow: drawn(sizes.narrow),
  };
  return { document, charts };
}

/** How far the bars reach to the right: the line that the dates are below. */
function plotOf(body: string): number {
  const found = /<line x1="0" y1="([\d.]+)" x2="([\d.]+)" y2="\1" stroke="var\(--color-ink\)"\/>/.exec(body);
  if (!found) throw new Error('The chart has no line for its dates.');
  return Number(found[2]);
}
