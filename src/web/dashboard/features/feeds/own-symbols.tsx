import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { OwnSymbol } from '#src/shared/own-symbols.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { SESSION_WORDS } from '#src/web/dashboard/lib/sessions.ts';
import { barTime } from '#src/web/ui/bar-time.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { ownSymbolsQuery, removeOwnSymbol } from './queries.ts';
import { SplitsForm } from './splits-form.tsx';
import { SuspectedSplit } from './suspected-split.tsx';
import { TIMEFRAME_WORDS } from '#src/web/dashboard/lib/timeframes.ts';

/** The symbols that the workspace imported: what there is of each, its splits, and its removal. Nothing where it has none. */
export function OwnSymbols() {
  const { data, error, refetch } = useQuery(ownSymbolsQuery);
  const mayWrite = useMay('feeds:write') === true;
  if (data === undefined)
    return error ? (
      <ErrorState
        title="Your own symbols couldn’t be loaded"
        text={error.message}
        onRetry={() => void refetch()}
      />
    ) : null;
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="own-symbols" className="mt-12">
      <h2 id="own-symbols" className="headline pb-3 text-h3">
        Imported symbols
      </h2>
      <ul aria-labelledby="own-symbols" className="border-t border-rule">
        {data.map((own) => (
          <Row key={own.symbol} own={own} mayWrite={mayWrite} />
        ))}
      </ul>
    </section>
  );
}

function Row({ own, mayWrite }: { own: OwnSymbol; mayWrite: boolean }) {
  const { symbol, currency, session, timeZone, history, splits, suspectedSplits } = own;
  const { busy, run } = useActOn('feeds');
  const [isChanging, setChanging] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const changer = useRef<HTMLButtonElement>(null);
  const wasChanging = useRef(false);
  useEffect(() => {
    // The form that had the focus is gone: go on where it was opened.
    if (wasChanging.current && !isChanging && document.activeElement === document.body)
      changer.current?.focus();
    wasChanging.current = isChanging;
  }, [isChanging]);
  async function remove(): Promise<void> {
    const done = await run(() => removeOwnSymbol(symbol), { failure: `${symbol} wasn’t removed` });
    if (done) toast({ title: `${symbol} is removed` });
  }
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-line py-4 text-sm">
      <div className="min-w-0 grow basis-70">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="figure text-base font-medium wrap-anywhere">{symbol}</span>
          <span className="text-ink-2">
            {currency} · {SESSION_WORDS[session] ?? session}
          </span>
        </p>
        <ul aria-label={`History of ${symbol}`} className="mt-1 grid gap-0.5 text-ink-2">
          {history.length === 0 ? <li>No bars yet</li> : null}
          {history.map(({ timeframe, from, to }) => (
            <li key={timeframe}>
              {TIMEFRAME_WORDS[timeframe]}: {barTime(from, timeframe, timeZone)} to{' '}
              {barTime(to, timeframe, timeZone)}
            </li>
          ))}
        </ul>
        {splits.length === 0 ? null : (
          <p className="mt-1 text-ink-2">
            Splits:{' '}
            {splits.map(({ date, ratio }) => `${ratio} for 1 on ${barTime(date, '1d', 'UTC')}`).join(', ')}
          </p>
        )}
        {suspectedSplits.map((split) => (
          <SuspectedSplit key={split.id} split={split} />
        ))}
      </div>
      {mayWrite ? (
        <span className="flex flex-wrap items-center gap-2 max-lg:-ml-3 lg:-mr-3">
          <Changes>
            <Button
              ref={changer}
              variant="quiet"
              size="sm"
              aria-label={`Splits of ${symbol}`}
              aria-expanded={isChanging}
              onClick={() => setChanging(!isChanging)}
            >
              Splits
            </Button>
          </Changes>
          <Button
            variant="quiet"
            size="sm"
            busy={busy}
            aria-label={`Remove ${symbol}`}
            onClick={() => setAsking(true)}
          >
            Remove
          </Button>
        </span>
      ) : null}
      {isChanging ? (
        <div className="mt-2 mb-1 w-full border-l-2 border-rule pl-5">
          <SplitsForm own={own} onDone={() => setChanging(false)} />
        </div>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        title={`Remove “${symbol}”?`}
        text="Its bars and splits are deleted. Alerts about it stay, and it can be imported again."
        confirmLabel="Remove"
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      />
    </li>
  );
}
