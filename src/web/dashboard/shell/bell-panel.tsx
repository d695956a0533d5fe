import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { MarkAll } from '../lib/notifications/mark-all.tsx';
import { NotificationRows } from '../lib/notifications/notification-rows.tsx';
import { newestQuery } from '../lib/notifications/queries.ts';

/** The newest notifications, below the bell. */
export function Panel({ close }: { close: () => void }) {
  const { data, error, isPending, refetch } = useQuery(newestQuery);
  return (
    <section aria-label="Notifications" className="px-3 pt-1">
      <div className="flex min-h-11 items-center justify-between gap-4 border-b border-rule pb-1">
        <h2 className="headline text-h4">Notifications</h2>
        <MarkAll />
      </div>
      {isPending ? (
        <output className="block py-4 text-sm text-ink-2">Loading...</output>
      ) : data === undefined ? (
        <div role="alert" className="py-4 text-sm">
          <p>{error?.message}</p>
          <button type="button" className="link mt-2" onClick={() => void refetch()}>
            Try again
          </button>
        </div>
      ) : data.items.length === 0 ? (
        <p className="border-b border-line py-4 text-sm text-ink-2">Nothing to tell you.</p>
      ) : (
        <NotificationRows items={data.items} onOpen={close} />
      )}
      <p className="py-3 text-sm">
        <Link to="/notifications" className="link" onClick={close}>
          All notifications
        </Link>
      </p>
    </section>
  );
}
