import type { Row } from '../../market/bars.ts';
import type { ProductCharts } from '../../market/product-chart.ts';

/** The detectors the demonstration knows by name. */
export type HeroRule = { detector: 'big_move' | 'gap'; min_pct: number };

/** A stretch of a recorded series that ends with an event, and the rule that catches it: all that a page carries. */
export type HeroSeries = {
  id: string;
  name: string;
  symbol: string;
  note: string;
  rule: HeroRule;
  rows: readonly Row[];
};

/** What is fetched when a series is chosen. */
export type ChosenSeries = HeroSeries & { charts: ProductCharts };

/** Where a series is fetched from when it is chosen. */
export const seriesPath = (id: string): string => `/market/${id}.json`;
