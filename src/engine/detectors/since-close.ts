import type { Bar, Detection } from '#src/shared/market.ts';
import { evidenceBar } from './evidence-bar.ts';
import type { MinPct } from './min-pct.ts';
import { percentChange } from './percent-change.ts';

/**
 * Watches how far a price of each bar is from the close of the bar before. It stands apart from the definitions, and
 * from their schemas, so that a page which shows the detection live carries nothing else.
 */
const sinceClose =
  (detector: string, price: 'open' | 'close', figure: string) =>
  (params: MinPct): ((bar: Bar) => Detection | null) => {
    let previous: Bar | null = null;
    return (bar) => {
      const before = previous;
      previous = bar;
      if (!before) return null;
      const change = percentChange(
        { number: bar[price], text: bar.text[price] },
        { number: before.close, text: before.text.close },
        params.min_pct,
      );
      if (change === null) return null;
      return {
        detector,
        time: bar.ts,
        value: change,
        evidence: {
          bars: [evidenceBar(before), evidenceBar(bar)],
          params: { min_pct: params.min_pct },
          figures: { previous_close: before.close, [price]: bar[price], [figure]: change },
        },
      };
    };
  };

/** The detection of `big_move`: close against previous close. */
export const watchMoves = sinceClose('big_move', 'close', 'change_pct');

/** The detection of `gap`: open against previous close. */
export const watchGaps = sinceClose('gap', 'open', 'gap_pct');
