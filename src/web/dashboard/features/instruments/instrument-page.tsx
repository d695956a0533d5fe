import { useQuery } from '@tanstack/react-query';
import { PenLine, Plus } from 'lucide-react';
import { Link, useParams } from 'react-router';
import type { InstrumentDetail } from '#src/shared/instrument-detail.ts';
import { ApiError } from '#src/web/lib/api/api.ts';
import { readOnlyReason } from '#src/web/lib/api/access.ts';
import { instrumentQuery } from '#src/web/dashboard/lib/instruments/queries.ts';
import { MuteLine } from '#src/web/dashboard/lib/mutes/mute-line.tsx';
import { SESSION_WORDS } from '#src/web/dashboard/lib/sessions.ts';
import { TIMEFRAME_WORDS } from '#src/web/dashboard/lib/timeframes.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { barTime } from '#src/web/ui/bar-time.ts';
import { buttonClass } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { formatNumber } from '#src/web/ui/format.ts';
import { ChartSection } from './chart/chart-section.tsx';
import { DataQuality } from './data-quality.tsx';
import { EventsOf } from './events-of.tsx';
import { InstrumentMarks } from './marks.tsx';
import { PriceLine } from './price-line.tsx';

/** One instrument: its price, chart, events and data, and the rules that look at it. */
export function InstrumentPage() {
  const { symbol = '' } = useParams();
  const { data, error, refetch } = useQuery(instrumentQuery(symbol));
  usePageTitle(data?.symbol ?? symbol);
  if (error && !data)
    return (
      <>
        <Head symbol={symbol} />
        {error instanceof ApiError && error.status === 404 ? (
          <EmptyState
            heading="h2"
            title="There is no such instrument"
            text="It may have been removed, or belongs to another workspace."
            action={
              <Link to="/instruments" className={buttonClass('secondary')}>
                All instruments
              </Link>
            }
          />
        ) : (
          <ErrorState
            heading="h2"
            title="The instrument couldn’t be loaded"
            text={error.message}
            onRetry={() => void refetch()}
          />
        )}
      </>
    );
  if (!data)
    return (
      <>
        <Head symbol={symbol} />
        <output className="grid gap-4 border-t border-rule pt-4">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-16 w-full max-w-160" />
          <Skeleton className="h-80 w-full sm:h-104" />
        </output>
      </>
    );
  return <Shown instrument={data} />;
}

function Head({ symbol, instrument }: { symbol: string; instrument?: InstrumentDetail }) {
  const mayWrite = useMay('rules:write') === true && readOnlyReason() === null;
  const mayCompose = useMay('alerts:write') === true && readOnlyReason() === null;
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pb-5">
      <div className="min-w-0">
        <nav aria-label="Above" className="text-sm text-ink-2">
          <Link to="/instruments" className="underline">
            Instruments
          </Link>
        </nav>
        <h1 className="figure mt-1 text-h2 font-medium wrap-anywhere">{instrument?.symbol ?? symbol}</h1>
        {instrument ? (
          <p className="mt-2 flex flex-wrap items-baseline gap-x-3 gap-y-1 text-base text-ink-2">
            {instrument.name === instrument.symbol ? null : instrument.name}
            <InstrumentMarks simulated={instrument.simulated} own={instrument.own} />
          </p>
        ) : null}
        {instrument ? (
          <div className="mt-3">
            <MuteLine what={{ kind: 'symbol', target: instrument.symbol, name: instrument.symbol }} />
          </div>
        ) : null}
      </div>
      {instrument ? (
        <div className="flex flex-wrap gap-3">
          {mayCompose ? (
            <Link
              to={`/alerts/new?symbol=${encodeURIComponent(instrument.symbol)}`}
              className={buttonClass('secondary')}
            >
              <PenLine size={16} aria-hidden="true" />
              New alert
            </Link>
          ) : null}
          {mayWrite ? (
            <Link
              to={`/rules/new?symbol=${encodeURIComponent(instrument.symbol)}`}
              className={buttonClass('primary')}
            >
              <Plus size={16} aria-hidden="true" />
              New rule
            </Link>
          ) : null}
        </div>
      ) : null}
    </header>
  );
}

function Shown({ instrument }: { instrument: InstrumentDetail }) {
  const { exchange, currency, tickSize, session, timeZone, actions, history, rules } = instrument;
  const splits = actions.filter(({ kind }) => kind === 'split');
  const dividends = actions.length - splits.length;
  const facts: { name: string; says: string; isFigure?: true }[] = [
    { name: 'Exchange', says: exchange ?? 'Not known' },
    { name: 'Currency', says: currency, isFigure: true },
    { name: 'Step', says: tickSize ?? 'Not known', ...(tickSize !== null && { isFigure: true }) },
    { name: 'Trades', says: SESSION_WORDS[session] ?? session },
    { name: 'Time zone', says: timeZone },
  ];
  if (splits.length > 0)
    facts.push({
      name: 'Splits',
      says: splits.map(({ date, ratio }) => `${ratio} for 1 on ${barTime(date, '1d', 'UTC')}`).join(', '),
    });
  if (dividends > 0)
    facts.push({ name: 'Dividends', says: `${formatNumber(dividends)}, adjusted in prices before them` });
  return (
    <>
      <Head symbol={instrument.symbol} instrument={instrument} />
      <PriceLine instrument={instrument} />
      {instrument.pricesHidden ? null : <ChartSection instrument={instrument} />}
      <dl className="mt-10 grid max-w-240 gap-x-8 border-t border-rule text-sm sm:grid-cols-2">
        {facts.map(({ name, says, isFigure }) => (
          <div key={name} className="grid grid-cols-[6rem_minmax(0,1fr)] gap-3 border-b border-line py-2.5">
            <dt className="text-ink-2">{name}</dt>
            <dd className={cx('wrap-anywhere', isFigure && 'figure')}>{says}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-10 grid gap-10 xl:grid-cols-2">
        <EventsOf symbol={instrument.symbol} />
        <DataQuality instrument={instrument} />
        <section aria-labelledby="bars">
          <h2 id="bars" className="headline pb-3 text-h4">
            Stored bars
          </h2>
          {history.length === 0 ? (
            <p className="border-t border-line pt-4 text-base text-ink-2">
              None stored yet. Rules on it can trigger once there are bars.
            </p>
          ) : (
            <dl className="border-t border-rule text-sm">
              {history.map(({ timeframe, from, to }) => (
                <div
                  key={timeframe}
                  className="grid grid-cols-[6rem_minmax(0,1fr)] gap-3 border-b border-line py-2.5"
                >
                  <dt className="text-ink-2">{TIMEFRAME_WORDS[timeframe]}</dt>
                  <dd>
                    {barTime(from, timeframe, timeZone)} to {barTime(to, timeframe, timeZone)}
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </section>
        <section aria-labelledby="rules">
          <h2 id="rules" className="headline pb-3 text-h4">
            Rules that look at it
          </h2>
          <RulesOn rules={rules} />
        </section>
      </div>
    </>
  );
}

function RulesOn({ rules: { items, total } }: { rules: InstrumentDetail['rules'] }) {
  // The demo has no page of a rule.
  const isOpen = readOnlyReason() === null;
  if (items.length === 0)
    return <p className="border-t border-line pt-4 text-base text-ink-2">No rules use this symbol.</p>;
  return (
    <>
      <ul aria-labelledby="rules" className="border-t border-rule text-sm">
        {items.map(({ id, name, state, timeframe }) => (
          <li
            key={id}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line py-2.5"
          >
            {isOpen ? (
              <Link to={`/rules/${id}`} className="min-w-0 font-medium break-words text-ink hover:underline">
                {name}
              </Link>
            ) : (
              <span className="min-w-0 font-medium break-words">{name}</span>
            )}
            <span className="flex gap-4">
              <span className="figure text-ink-2">{timeframe}</span>
              <StatusTag
                tone={state === 'active' ? 'done' : 'waiting'}
                label={state === 'active' ? 'Active' : 'Paused'}
              />
            </span>
          </li>
        ))}
      </ul>
      {total > items.length ? (
        <p className="mt-3 text-sm text-ink-2">
          The first {items.length} of {total.toLocaleString('en-US')}, by name.
        </p>
      ) : null}
    </>
  );
}
