import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Badge } from '#src/web/ui/badge.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { deviceName } from './device.ts';
import { EventsList } from './events-list.tsx';
import { endOtherSessions, endSession, SECURITY_KEY, sessionsQuery } from './queries.ts';
import { Section } from './section.tsx';
import { useAct } from './use-act.ts';

/** Where one is signed in, and what happened to the account. */
export function SecuritySection() {
  const { data, error, isPending, refetch } = useQuery(sessionsQuery);
  const queries = useQueryClient();
  const { busy, run } = useAct('The device is still signed in');
  const end = (act: () => Promise<void>, description: string) =>
    void run(async () => {
      await act();
      toast({ title: 'Signed out elsewhere', description });
      await queries.invalidateQueries({ queryKey: SECURITY_KEY });
    });
  return (
    <Section title="Security" text="Where you are signed in. Lost a device? Sign it out from here.">
      {isPending ? (
        <>
          <output className="sr-only">Loading...</output>
          <Skeleton className="h-12 w-full" />
        </>
      ) : data === undefined ? (
        <ErrorState
          title="Your sessions couldn’t be loaded"
          text={error?.message ?? ''}
          onRetry={() => void refetch()}
        />
      ) : (
        <ul className="border-t border-line" aria-label="Signed-in devices">
          {data.map(({ id, current, userAgent, ip, lastUsedAt }) => (
            <li
              key={id}
              className="flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3"
            >
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-3 text-base">
                  <span className="wrap-anywhere">{deviceName(userAgent)}</span>
                  {current ? <Badge>This device</Badge> : null}
                </p>
                <p className="text-sm text-ink-2">
                  {ip ? <span className="figure">{ip}</span> : 'Unknown address'}, last used{' '}
                  <Time at={lastUsedAt} />
                </p>
              </div>
              {current ? null : (
                <Button
                  size="sm"
                  disabled={busy}
                  aria-label={`Sign out ${deviceName(userAgent)}`}
                  onClick={() => end(() => endSession(id), 'You’ll have to sign in again on that device.')}
                >
                  Sign out
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {data && data.length > 1 ? (
        <Button
          className="mt-5"
          busy={busy}
          onClick={() => end(endOtherSessions, 'Only this device is signed in now.')}
        >
          Sign out all other devices
        </Button>
      ) : null}
      <EventsList />
    </Section>
  );
}
