import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { HookCall } from '#src/shared/external/rules.ts';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { callsQuery } from './queries.ts';
import { OUTCOME_WORDS } from './words.ts';

/** Recent calls to the webhook, and why each one without an alert made none. */
export function Calls({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(callsQuery(id));
  return (
    <section aria-labelledby="calls">
      <h2 id="calls" className="headline text-h4">
        Calls
      </h2>
      {error && !data ? (
        <ErrorState title="We couldn’t load the calls" text={error.message} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <output className="mt-3 block">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-14 w-full" />
        </output>
      ) : data.length === 0 ? (
        <p className="mt-3 text-sm text-ink-2">
          No calls yet. The newest 100 calls of the last 30 days appear here, each with its result.
        </p>
      ) : (
        <ul aria-label="Calls" className="mt-3 border-t border-rule">
          {data.map((call) => (
            <Call key={call.id} call={call} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Call({ call: { receivedAt, body, outcome, reason, alertId } }: { call: HookCall }) {
  return (
    <li className="border-b border-line py-3 text-sm">
      <p className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        {alertId === null ? (
          <StatusTag {...OUTCOME_WORDS[outcome]} />
        ) : (
          <Link to={`/alerts/${alertId}`} className="underline">
            <StatusTag {...OUTCOME_WORDS[outcome]} />
          </Link>
        )}
        <span className="text-xs text-ink-2">
          <Time at={receivedAt} />
        </span>
      </p>
      {reason === null ? null : <p className="mt-1 text-ink-2">{reason}</p>}
      {body === '' ? null : <p className="figure mt-1 line-clamp-3 text-xs break-all text-ink-2">{body}</p>}
    </li>
  );
}
