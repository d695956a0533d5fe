import { useQuery } from '@tanstack/react-query';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { channelsQuery } from '#src/web/lib/channels.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { CameBack } from './came-back.tsx';
import { Connect } from './connect.tsx';
import { ConnectionRow } from './connection-row.tsx';
import { connectionsQuery, sendersQuery } from './queries.ts';
import { Ready } from './ready.tsx';
import { Senders } from './senders.tsx';

/** What alerts go out through: connections with their health, and how to add one. */
export function ChannelsPage() {
  usePageTitle('Channels');
  const kinds = useQuery(channelsQuery);
  const connections = useQuery(connectionsQuery);
  const senders = useQuery(sendersQuery);
  const mayWrite = useMay('channels:write') === true;
  const failed = [kinds, connections, senders].find(({ data, error }) => error && data === undefined);
  const retry = (): void => void Promise.all([kinds, connections, senders].map((each) => each.refetch()));
  return (
    <>
      <h1 className="headline text-h2">Channels</h1>
      <p className="mt-2 max-w-text text-base text-ink-2">
        Connect the accounts and servers your alerts go out through. Until you do, email goes out through
        ours.
      </p>
      <CameBack />
      {failed ? (
        <ErrorState
          heading="h2"
          title="Your channels couldn’t be loaded"
          text={failed.error?.message ?? ''}
          onRetry={retry}
        />
      ) : kinds.data === undefined || connections.data === undefined || senders.data === undefined ? (
        <output className="mt-8 block">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-7 w-44" />
          <Skeleton className="mt-4 h-24 w-full" />
        </output>
      ) : (
        <>
          <section aria-labelledby="connections" className="mt-8">
            <h2 id="connections" className="headline text-h3">
              Connections
            </h2>
            {connections.data.length === 0 ? (
              <EmptyState
                title="Nothing is connected yet"
                text="Connect a chat, a page, an endpoint, or your own mail server below."
              />
            ) : (
              <ul aria-label="Connections" className="mt-3 border-t border-rule">
                {connections.data.map((connection) => (
                  <ConnectionRow
                    key={connection.id}
                    connection={connection}
                    channel={kinds.data.find(({ kind }) => kind === connection.channel)}
                    mayWrite={mayWrite}
                  />
                ))}
              </ul>
            )}
          </section>
          <Senders
            senders={senders.data}
            channels={kinds.data}
            connections={connections.data}
            mayWrite={mayWrite}
          />
          {mayWrite ? (
            <Connect
              channels={kinds.data.filter(({ connects }) => connects)}
              practicing={connections.data.filter(({ practice }) => practice).map(({ channel }) => channel)}
            />
          ) : null}
          <Ready channels={kinds.data.filter(({ address }) => address?.isDevice)} />
        </>
      )}
    </>
  );
}
