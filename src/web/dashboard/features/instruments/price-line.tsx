import type { InstrumentDetail, MarketPhase } from '#src/shared/instrument-detail.ts';
import { barTime } from '#src/web/ui/bar-time.ts';
import { Badge } from '#src/web/ui/badge.tsx';
import { Delta } from '#src/web/ui/delta.tsx';
import { formatQuote } from '#src/web/ui/format.ts';
import { Time } from '#src/web/ui/time.tsx';

const PHASES: Readonly<Record<MarketPhase, string>> = {
  open: 'Open',
  pre: 'Pre-market',
  post: 'After hours',
  break: 'Lunch break',
  closed: 'Closed',
};

/** "Open until 27 Nov 2026, 16:00 EST", "Closed until ...", "Always open". */
function hoursText({ hours: { phase, until }, timeZone }: InstrumentDetail): string {
  if (until === null) return phase === 'open' ? 'Always open' : PHASES[phase];
  return `${PHASES[phase]} until ${barTime(until, null, timeZone)}`;
}

/** The last known price with its day's change, how old it is, and whether the market trades now. */
export function PriceLine({ instrument }: { instrument: InstrumentDetail }) {
  const { quote, pricesHidden, currency, delayMinutes, halted, timeZone } = instrument;
  return (
    <div className="border-t border-rule pt-4">
      {quote === null ? (
        <p className="max-w-text text-base text-ink-2">
          {pricesHidden
            ? 'Prices of this symbol are licensed, so the demo doesn’t show them. In your own workspace, you see its price, chart and halts.'
            : 'No price stored yet.'}
        </p>
      ) : (
        <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <span className="figure text-h2 font-medium">{formatQuote(Number(quote.price))}</span>
          <span className="figure text-base text-ink-2">{currency}</span>
          {quote.changePct === null ? null : (
            <span className="text-lg">
              <Delta value={quote.changePct} size={18} />
              <span className="sr-only"> from the previous close</span>
            </span>
          )}
          <span className="text-sm text-ink-2">
            <Time at={quote.at} />
          </span>
        </p>
      )}
      <p className="mt-2 flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm text-ink-2">
        {hoursText(instrument)}
        {delayMinutes === null ? null : <Badge>{`Delayed ${delayMinutes} min`}</Badge>}
        {halted ? (
          <span className="text-fault">
            Halted since {barTime(halted.since, null, timeZone)}: {halted.reason}
          </span>
        ) : null}
      </p>
    </div>
  );
}
