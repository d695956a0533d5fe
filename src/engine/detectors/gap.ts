import type { Bar, DetectorDefinition, Finding } from '#src/shared/market.ts';
import { evidenceBar } from './evidence-bar.ts';
import { minPctParams, type MinPct } from './min-pct.ts';
import { percentChange } from './percent-change.ts';

/**
 * The detection by itself, so that a page that shows it live carries it without the parameters' schema: a bundler
 * leaves out the definition below where nothing asks for it, because making its schema is marked as pure.
 */
export const watchGaps = (params: MinPct): ((bar: Bar) => Finding | null) => {
  let previous: Bar | null = null;
  return (bar) => {
    const before = previous;
    previous = bar;
    if (!before) return null;
    const change = percentChange(
      { number: bar.open, text: bar.text.open },
      { number: before.close, text: before.text.close },
      params.min_pct,
    );
    if (change === null) return null;
    return {
      detector: 'gap',
      time: bar.ts,
      value: change,
      evidence: {
        bars: [evidenceBar(before), evidenceBar(bar)],
        params: { min_pct: params.min_pct },
        figures: { previous_close: before.close, open: bar.open, gap_pct: change },
      },
    };
  };
};

/** The bar opened at least `min_pct` percent away from the previous bar's close. `value`: that gap in percent, signed. */
export const gap: DetectorDefinition<MinPct> = {
  name: 'gap',
  title: 'Gap',
  unit: 'percent',
  params: /* @__PURE__ */ minPctParams(3),
  lookback: () => 1,
  start: watchGaps,
};
