import { choices } from '../hero/choices.ts';
import { catchEvent } from '../hero/event.ts';
import { viewOf } from '../hero/view.ts';

/** An event as the previews show it: the same recorded ones as in the hero, found by the engine's detectors at build. */
export type BrandEvent = {
  id: string;
  label: string;
  when: string;
  symbol: string;
  direction: 'up' | 'down';
  day: string;
  headline: string;
  /** With its sign. */
  change: string;
  lead: string;
  /** The closes, as points of a polyline in a box of 100 × 100. */
  points: string;
  chart: string;
};

export const BRAND_EVENTS: readonly BrandEvent[] = choices.map(({ id, label, when, series }) => {
  const view = viewOf(series, catchEvent(series));
  return {
    id,
    label,
    when,
    symbol: series.symbol,
    direction: view.direction,
    day: view.day,
    headline: view.headline,
    change: view.change,
    lead: view.lead.map(({ text }) => text).join(''),
    points: view.chart.points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' '),
    chart: view.chart.summary,
  };
});
