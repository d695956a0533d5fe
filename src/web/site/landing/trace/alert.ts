import { watchMoves } from '#src/engine/detectors/since-close.ts';
import type { Bar, Detection } from '#src/shared/market.ts';
import { barOf } from '../../market/bars.ts';
import { chartPlaces } from '../../market/chart-places.ts';
import { productAlert } from '../../market/product-chart.ts';
import { recordedById } from '../../market/recorded.ts';
import { DEFAULT_BRAND } from '../your-brand/state.ts';

/** The event, and the demo's rule that finds it in the same record (src/demo/workspace.ts). */
const DAY = '2020-03-16';
const MIN_PCT = 5;
/** Sessions on its chart. */
const SHOWN = 26;
const SIZES = { wide: { width: 660, height: 360 }, narrow: { width: 350, height: 290 } };

function found(): { name: string; symbol: string; bars: Bar[]; detection: Detection } {
  const { name, symbol, rows } = recordedById('sp500');
  const end = rows.findIndex((row) => row.startsWith(DAY));
  const feed = watchMoves({ min_pct: MIN_PCT });
  const fed = rows.slice(Math.max(0, end + 1 - SHOWN), end + 1).map((row) => {
    const bar = barOf(row);
    return { bar, detection: feed(bar) };
  });
  const detection = fed.at(-1)?.detection;
  if (!detection) throw new Error(`The record has no move of ${MIN_PCT}% on ${DAY}.`);
  return { name, symbol, bars: fed.map(({ bar }) => bar), detection };
}

const event = found();
export const { bars, detection } = event;
/** As the rule language writes the rule. */
export const condition = `${detection.detector}(${MIN_PCT})`;
export const { document, charts } = productAlert({
  ...event,
  detector: detection.detector,
  ground: 'raised',
  sizes: SIZES,
  brand: DEFAULT_BRAND,
});

/** The small drawing, which is in the page once: what else shows it refers to it. */
export const CHART_ID = 'trace-chart';
export const narrowBox = `0 0 ${SIZES.narrow.width} ${SIZES.narrow.height}`;

const GROUND = 'var(--color-raised)';
export const places = {
  wide: chartPlaces(charts.wide.svg, { bars: bars.length, ground: GROUND }),
  narrow: chartPlaces(charts.narrow.svg, { bars: bars.length, ground: GROUND }),
};
