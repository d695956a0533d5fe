import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#src/web/ui/button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { deviceName } from './device.ts';
import { eventName } from './event-names.ts';
import { eventsQuery } from './queries.ts';

const FIRST = 6;

/** What happened to the account, newest first. */
export function EventsList() {
  const { data, error, refetch } = useQuery(eventsQuery);
  const [all, setAll] = useState(false);
  if (error)
    return (
      <ErrorState
        title="The activity couldn’t be loaded"
        text={error.message}
        onRetry={() => void refetch()}
      />
    );
  if (!data || data.length === 0) return null;
  return (
    <>
      <h3 className="mt-10 mb-3 text-base font-semibold">Recent activity</h3>
      <ul className="border-t border-line text-sm">
        {(all ? data : data.slice(0, FIRST)).map(({ id, event, ip, userAgent, at }) => (
          <li key={id} className="grid gap-x-6 border-b sm:grid-cols-[auto_minmax(0,1fr)] border-line py-2">
            <span>{eventName(event)}</span>
            <span className="text-ink-2 sm:text-right">
              {deviceName(userAgent)}
              {ip ? (
                <>
                  , <span className="figure">{ip}</span>
                </>
              ) : null}
              , <Time at={at} />
            </span>
          </li>
        ))}
      </ul>
      {!all && data.length > FIRST ? (
        <Button variant="quiet" size="sm" className="mt-2 -ml-3" onClick={() => setAll(true)}>
          Show all {data.length}
        </Button>
      ) : null}
    </>
  );
}
