import { choices } from '../hero/choices.ts';
import { catchEvent, type HeroEvent } from '../hero/event.ts';
import { viewOf } from '../hero/view.ts';

/** An event as the previews show it: the same recorded ones as in the hero, found by the engine's detectors at build. */
export type BrandEvent = {
  id: string;
  label: string;
  when: string;
  direction: 'up' | 'down';
  day: string;
  headline: string;
  /** With its sign. */
  change: string;
  lead: string;
  /** The closes, as points of a polyline in a box of 100 × 100. */
  points: string;
};

/** Above and below the line some of the box stays free (percent). */
const TOP = 10;
const DRAWN = 78;

/** The closes, ending with the price that the detector looked at, as points of a polyline. */
function pointsOf({ bars, detection }: HeroEvent): string {
  const last = detection.detector === 'gap' ? bars.at(-1)?.open : bars.at(-1)?.close;
  const prices = [...bars.slice(0, -1).map(({ close }) => close), last ?? 0];
  const [high, low] = [Math.max(...prices), Math.min(...prices)];
  return prices
    .map((price, index) => {
      const x = (index / (prices.length - 1)) * 100;
      const y = TOP + ((high - price) / (high - low)) * DRAWN;
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
}

export const BRAND_EVENTS: readonly BrandEvent[] = choices.map(({ id, label, when, series }) => {
  const event = catchEvent(series);
  const view = viewOf(series, event);
  return {
    id,
    label,
    when,
    direction: view.direction,
    day: view.day,
    headline: view.headline,
    change: view.change,
    lead: view.lead.map(({ text }) => text).join(''),
    points: pointsOf(event),
  };
});
