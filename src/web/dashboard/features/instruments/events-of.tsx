import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { instrumentEventsQuery } from '#src/web/dashboard/lib/instruments/queries.ts';
import { alertStatus } from '#src/web/dashboard/lib/alert-state.ts';
import { barTime } from '#src/web/ui/bar-time.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { StatusTag } from '#src/web/ui/status-tag.tsx';

const SHOWN = 8;

/** The newest alerts about an instrument. */
export function EventsOf({ symbol }: { symbol: string }) {
  const { data, error, refetch } = useQuery(instrumentEventsQuery(symbol));
  return (
    <section aria-labelledby="events">
      <h2 id="events" className="headline pb-3 text-h4">
        Events
      </h2>
      {data ? (
        data.items.length === 0 ? (
          <p className="border-t border-line pt-4 text-base text-ink-2">No alerts about it yet.</p>
        ) : (
          <>
            <ul aria-labelledby="events" className="border-t border-rule text-sm">
              {data.items.slice(0, SHOWN).map((alert) => {
                const { tone, label } = alertStatus(alert);
                return (
                  <li key={alert.id} className="border-b border-line py-2.5">
                    <Link
                      to={`/alerts/${alert.id}`}
                      className="font-medium break-words text-ink hover:underline"
                    >
                      {alert.title}
                    </Link>
                    <span className="mt-1 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-xs text-ink-2">
                      <time dateTime={alert.eventTime}>
                        {barTime(alert.eventTime, alert.timeframe, alert.timeZone)}
                      </time>
                      <StatusTag tone={tone} label={label} />
                    </span>
                  </li>
                );
              })}
            </ul>
            {data.items.length > SHOWN ? (
              <p className="mt-3 text-sm">
                <Link to={`/alerts?symbol=${encodeURIComponent(symbol)}`} className="underline">
                  All alerts about {symbol}
                </Link>
              </p>
            ) : null}
          </>
        )
      ) : error ? (
        <div className="border-t border-line pt-4">
          <p role="alert" className="text-sm text-fault">
            Events couldn’t be loaded. {error.message}
          </p>
          <Button size="sm" className="mt-3" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        <output className="block border-t border-line pt-4">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-24 w-full" />
        </output>
      )}
    </section>
  );
}
