import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type AlertFilter, writeAlertFilter } from '#src/shared/alert-list.ts';
import { type Analytics, ANALYTICS_FILTERS } from '#src/shared/analytics.ts';
import { dayBars, filterOf, hourBars } from '#src/web/dashboard/lib/analytics/bars.ts';
import { ChannelTable } from '#src/web/dashboard/lib/analytics/channel-table.tsx';
import { CountBars } from '#src/web/dashboard/lib/analytics/count-bars.tsx';
import { analyticsQuery } from '#src/web/dashboard/lib/analytics/query.ts';
import { useAlertFilter } from '#src/web/dashboard/lib/filter/use-alert-filter.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { buttonClass } from '#src/web/ui/button.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { AdvancedOffer } from './advanced-offer.tsx';
import { AnalyticsSkeleton } from './analytics-skeleton.tsx';
import { FigureFilter } from './figure-filter.tsx';
import { GroupTable } from './group-table.tsx';
import { Messages } from './messages.tsx';
import { Reactions } from './reactions.tsx';
import { Totals } from './totals.tsx';

const KEPT: ReadonlySet<string> = new Set([...ANALYTICS_FILTERS, 'from', 'to']);

/** What this screen knows of an address: a link of the list's may hold more. */
const known = (filter: AlertFilter): AlertFilter =>
  Object.fromEntries(Object.entries(filter).filter(([name]) => KEPT.has(name)));

export function AnalyticsPage() {
  usePageTitle('Analytics');
  const { filter: given, set } = useAlertFilter();
  const filter = known(given);
  const text = writeAlertFilter(filter).toString();
  const { data, error, isPending, refetch } = useQuery({
    ...analyticsQuery(text),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <h1 className="headline text-h2">Analytics</h1>
      <p className="mt-2 max-w-text pb-5 text-base text-ink-2">
        Click any number to see its alerts. Sent means accepted for at least one recipient, failed means for
        none. Times are from the event to the last delivery. Days and hours are in UTC.
      </p>
      <FigureFilter filter={filter} text={text} set={set} shown={data?.period} tier={data?.tier} />
      <output className="sr-only">{isPending ? 'Loading...' : ''}</output>
      {data && !error ? (
        <>
          <Figures data={data} filter={filterOf(filter, data)} narrowed={Object.keys(filter).length > 0} />
          {data.tier === 'basic' ? (
            <AdvancedOffer />
          ) : data.period.alerts > 0 ? (
            <>
              <Messages text={text} />
              <Reactions text={text} period={data.period} />
            </>
          ) : null}
        </>
      ) : error ? (
        <ErrorState
          heading="h2"
          title="The figures couldn’t be loaded"
          text={error.message}
          onRetry={() => void refetch()}
        />
      ) : (
        <AnalyticsSkeleton />
      )}
    </>
  );
}

function Figures({ data, filter, narrowed }: { data: Analytics; filter: AlertFilter; narrowed: boolean }) {
  const { period, before, channels, brands, rules, symbols, tier } = data;
  const isAdvanced = tier === 'advanced';
  const [days, hours] = [dayBars(data.days, filter), hourBars(data.hours, filter)];
  if (period.alerts === 0 && before.alerts === 0) {
    return <Nothing narrowed={narrowed} />;
  }
  return (
    <>
      <Totals period={period} before={before} filter={filter} />
      {period.alerts === 0 ? (
        <p className="border-t border-line py-8 text-base text-ink-2">
          There was no alert from {period.from} to {period.to}.
        </p>
      ) : (
        <>
          <Part id="by-day" title="By day">
            <CountBars bars={days} unit="day" />
          </Part>
          <div className="grid gap-x-12 xl:grid-cols-2">
            {isAdvanced ? (
              <Part id="by-hour" title="By hour of the day">
                <CountBars bars={hours} unit="hour" />
              </Part>
            ) : null}
            <div className="min-w-0">
              <Part id="by-channel" title="By channel">
                {channels.length === 0 ? (
                  <p className="border-t border-line py-3 text-sm text-ink-2">
                    Nothing was sent in this period.
                  </p>
                ) : (
                  <ChannelTable channels={channels} filter={filter} />
                )}
              </Part>
              {isAdvanced ? (
                <Part id="by-brand" title="By brand">
                  <GroupTable
                    label="Brand"
                    rows={brands.map(({ id, name, ...counts }) => ({
                      key: id,
                      name,
                      counts,
                      at: { brand: [id] },
                    }))}
                    filter={filter}
                  />
                </Part>
              ) : null}
            </div>
            {isAdvanced ? (
              <>
                <Part id="by-rule" title="By rule">
                  <GroupTable
                    label="Rule"
                    rows={rules.map(({ id, name, ...counts }) => ({
                      key: id,
                      name,
                      counts,
                      at: { rule: [id] },
                    }))}
                    filter={filter}
                  />
                </Part>
                <Part id="by-symbol" title="By symbol">
                  <GroupTable
                    label="Symbol"
                    rows={symbols.map(({ symbol, name, ...counts }) => ({
                      key: symbol,
                      name: symbol,
                      hint: name,
                      counts,
                      at: { symbol: [symbol] },
                    }))}
                    filter={filter}
                  />
                </Part>
              </>
            ) : null}
          </div>
        </>
      )}
    </>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="min-w-0 pt-10">
      <h2 id={id} className="headline pb-3 text-h4">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Nothing({ narrowed }: { narrowed: boolean }) {
  if (narrowed) {
    return (
      <EmptyState
        heading="h2"
        title="Nothing to count here"
        text="No alert fits this filter, neither in these days nor in as many before them."
        action={
          <Link to="/analytics" className={buttonClass('secondary')}>
            Show the last 30 days
          </Link>
        }
      />
    );
  }
  return (
    <EmptyState
      heading="h2"
      title="Nothing to count yet"
      text="There were no alerts in the last 60 days. Trial runs are counted apart."
      action={
        <span className="flex flex-wrap gap-3">
          <Link to="/" className={buttonClass('primary')}>
            Go to the trial run
          </Link>
          <Link to="/analytics?trial=yes" className={buttonClass('secondary')}>
            Figures of trial runs
          </Link>
        </span>
      }
    />
  );
}
