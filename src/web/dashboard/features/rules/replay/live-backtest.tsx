import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { RuleReplay } from '#src/shared/rules/stored.ts';
import { useLater } from '#src/web/dashboard/lib/use-later.ts';
import { barTime } from '#src/web/ui/bar-time.ts';
import { formatNumber } from '#src/web/ui/format.ts';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import type { Draft } from '../editor/form.ts';
import { backtestQuery } from '../queries.ts';
import { backtestForm } from './backtest-form.ts';
import { AlertCount, AllowanceWarning, FrequencyCounts } from './summary.tsx';

const Chart = lazy(() => import('./replay-chart.tsx'));
/** Without a change for this long (ms), the rule is tested: a test costs more than a search. */
const SETTLED_MS = 300;
const SYMBOLS_SHOWN = 5;

/** Where the rule would have triggered, while it's written: chart, counts and the newest alert's text. */
export function LiveBacktest({ draft }: { draft: Draft }) {
  const form = useLater(backtestForm(draft), SETTLED_MS);
  const { data, error, isFetching, isPlaceholderData } = useQuery(backtestQuery(form));
  return (
    <section
      aria-labelledby="live-backtest"
      aria-busy={isFetching}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="live-backtest" className="headline text-h4">
          On past data
        </h2>
        {data && isPlaceholderData ? (
          <p className="text-xs text-ink-2">{form === '' ? 'Before your last change' : 'Updating…'}</p>
        ) : null}
      </div>
      {draft.target === '' ? (
        <p className="text-sm text-ink-2">Choose a symbol to see when this rule would have triggered.</p>
      ) : error ? (
        <p className="text-sm text-fault">{error.message}</p>
      ) : data ? (
        <Found replay={data} draft={draft} />
      ) : form === '' ? (
        <p className="text-sm text-ink-2">Finish the condition to see when this rule would have triggered.</p>
      ) : (
        <Skeleton className="h-56 w-full" />
      )}
    </section>
  );
}

function Found({ replay, draft }: { replay: RuleReplay; draft: Draft }) {
  const { symbols, chart, bars, sample } = replay;
  const timeZone = symbols[0]?.timeZone ?? 'UTC';
  if (bars === 0)
    return <p className="text-sm text-ink-2">There are no stored bars of this timeframe yet.</p>;
  return (
    <>
      {chart.length > 1 ? (
        <div className="h-56 border border-line bg-raised">
          <Suspense fallback={null}>
            <Chart replay={replay} timeframe={draft.timeframe} timeZone={timeZone} />
          </Suspense>
        </div>
      ) : null}
      <div aria-live="polite">
        <AlertCount replay={replay} timeframe={draft.timeframe} />
      </div>
      <AllowanceWarning replay={replay} />
      {symbols.length > 1 ? <BySymbol symbols={symbols} /> : null}
      <FrequencyCounts replay={replay} chosen={draft.frequency} />
      {sample ? (
        <section aria-label="Newest alert" className="border-l-2 border-rule pl-4">
          <p className="slug text-ink-3">
            Newest alert · {sample.symbol} ·{' '}
            {barTime(
              sample.time,
              draft.timeframe,
              symbols.find(({ symbol }) => symbol === sample.symbol)?.timeZone ?? timeZone,
            )}
          </p>
          <p className="headline mt-1 text-lg break-words">{sample.headline}</p>
          <p className="mt-1 text-sm break-words whitespace-pre-line text-ink-2">{sample.text}</p>
        </section>
      ) : null}
    </>
  );
}

/** The symbols of a watchlist with the most alerts. */
function BySymbol({ symbols }: { symbols: RuleReplay['symbols'] }) {
  const most = symbols.toSorted((a, b) => b.alerts - a.alerts).slice(0, SYMBOLS_SHOWN);
  return (
    <dl aria-label="Symbols with the most alerts" className="grid gap-1 text-sm">
      {most.map(({ symbol, alerts }) => (
        <div key={symbol} className="flex justify-between gap-4 border-b border-line py-1">
          <dt className="figure min-w-0 break-words text-ink-2">{symbol}</dt>
          <dd className="figure">{formatNumber(alerts)}</dd>
        </div>
      ))}
    </dl>
  );
}
