import type { Bar } from '#src/shared/market.ts';
import { afterSplit, type Split } from './corporate-actions.ts';

/** Bars as they would stand at a time: those from before a split as if they had been traded after it. */
export const barsAsOf = (bars: readonly Bar[], splits: readonly Split[], at: number): Bar[] =>
  bars.map((bar) => {
    const since = splits.filter(({ ts }) => ts > bar.ts && ts <= at);
    return since.length === 0
      ? bar
      : afterSplit(
          bar,
          since.reduce((all, { ratio }) => all * ratio, 1),
        );
  });
