import { CALENDARS, type CalendarName } from '#src/engine/market/sessions/calendars.ts';
import { endsOf } from '#src/engine/market/bars/ends.ts';
import { ratioBetween, type Split } from '#src/engine/market/splits/corporate-actions.ts';
import type { Quote } from '#src/shared/instrument-detail.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';

/** The newest bars of one size, oldest first. */
export type NewestBars = { timeframe: Timeframe; bars: readonly Bar[] };

/**
 * The last known price: of the newest trade, or the close of the bar that ended last if that was later. Its change is
 * from the close of the last daily bar that was over before the price's trading day began.
 * @param now ms, UTC
 */
export function quoteOf(
  { session, splits, now }: { session: CalendarName; splits: readonly Split[]; now: number },
  trade: { price: string; at: Date } | null,
  newest: readonly NewestBars[],
): Quote | null {
  const calendar = CALENDARS[session];
  const closes = newest.flatMap(({ timeframe, bars }) => {
    const bar = bars.at(-1);
    return bar
      ? [
          {
            price: bar.text.close,
            at: Math.min(endsOf(calendar, timeframe).endOf(bar.ts), now),
            from: bar.ts,
          },
        ]
      : [];
  });
  const known = [
    ...(trade ? [{ price: trade.price, at: trade.at.getTime(), from: trade.at.getTime() }] : []),
    ...closes,
  ];
  const [last] = known.toSorted((a, b) => b.at - a.at);
  if (!last) return null;
  const day = endsOf(calendar, '1d');
  const dayOfPrice = day.dayOf(last.from);
  const before = newest
    .find(({ timeframe }) => timeframe === '1d')
    ?.bars.findLast(({ ts }) => day.dayOf(ts) < dayOfPrice);
  const changePct = before
    ? (Number(last.price) / (before.close / ratioBetween(splits, before.ts, last.from)) - 1) * 100
    : null;
  return { price: last.price, at: new Date(last.at).toISOString(), changePct };
}
