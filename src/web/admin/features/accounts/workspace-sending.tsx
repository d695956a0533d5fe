import { useInfiniteQuery } from '@tanstack/react-query';
import { StopForm } from '#src/web/admin/lib/stop-form.tsx';
import { stopsQuery } from '#src/web/admin/lib/stops-query.ts';
import { useAct } from '#src/web/admin/lib/use-act.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { Time } from '#src/web/ui/time.tsx';

/** Whether the alerts of this one workspace go out, and the button that changes it. */
export function WorkspaceSending({ id }: { id: string }) {
  const { data, error, refetch } = useInfiniteQuery(stopsQuery);
  const { act, busy } = useAct('This didn’t work');
  if (!data) {
    return error ? (
      <div role="alert" className="text-sm">
        <p>The sending status couldn’t be loaded: {error.message}</p>
        <button type="button" className="link min-h-11" onClick={() => void refetch()}>
          Try again
        </button>
      </div>
    ) : (
      <Skeleton className="h-40" />
    );
  }
  const stop = data.pages
    .flatMap(({ items }) => items)
    .find(({ scope, target }) => scope === 'workspace' && target === id);
  if (!stop) return <StopForm what={{ scope: 'workspace', target: id }} />;
  const path = `/stops/${stop.id}`;
  return (
    <section aria-labelledby="sending" className="grid gap-3 text-sm">
      <h2 id="sending" className="headline text-h4">
        Nothing is sent
      </h2>
      <p className="wrap-anywhere">{stop.reason}</p>
      <p className="text-ink-2">
        Stopped by {stop.by}, <Time at={stop.since} />. Its alerts wait, and go out when it is allowed again.
      </p>
      <Button
        className="mt-2 justify-self-start"
        busy={busy === path}
        onClick={() => act({ path, method: 'DELETE', done: 'Allowed again' })}
      >
        {busy === path ? 'Allowing...' : 'Allow again'}
      </Button>
    </section>
  );
}
