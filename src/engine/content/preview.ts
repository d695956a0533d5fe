import type { Language } from '#src/shared/content/answer.ts';
import { EXAMPLE_BARS } from './example-bars.ts';
import type { BrandRow } from './look.ts';
import type { Charted } from './picture/chart-facts.ts';
import { type DrawnChart, withDrawnChart } from './picture/drawn-chart.ts';
import { chartBar } from './picture/facts.ts';
import { writeAlert } from './writer.ts';

const EXAMPLE = { symbol: 'SPX', name: 'S&P 500', timeZone: 'America/New_York' };

/** An example alert of a brand in a language, with its chart and what that was drawn from. `trial`: it says that it's no live one. */
export async function exampleAlert(
  brand: BrandRow,
  language: Language = 'en',
  { trial = false } = {},
): Promise<DrawnChart & { charted: Charted }> {
  const bars = EXAMPLE_BARS.slice(-2);
  const [before, bar] = bars.map(({ close }) => Number(close));
  const change = ((bar ?? 0) / (before ?? 1) - 1) * 100;
  const evidence = {
    bars,
    params: { min_pct: 5 },
    figures: { previous_close: before ?? 0, change_pct: change },
  };
  const document = writeAlert(
    {
      brand,
      ...EXAMPLE,
      timeframe: '1d',
      detector: 'big_move',
      value: change,
      evidence,
      eventTime: Date.parse(bars.at(-1)?.time ?? ''),
      trial,
    },
    language,
  );
  const charted: Charted = {
    detector: 'big_move',
    evidence,
    timeframe: '1d',
    instrument: { ...EXAMPLE, currency: 'USD', exchange: null },
    bars: EXAMPLE_BARS.map(chartBar),
  };
  return { ...(await withDrawnChart(document, charted)), charted };
}
