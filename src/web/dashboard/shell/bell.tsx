import { useQuery } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { Link } from 'react-router';
import { UNREAD_MAX } from '#src/shared/notifications.ts';
import { Dropdown } from '#src/web/ui/dropdown.tsx';
import { buttonClass } from '#src/web/ui/button.tsx';
import { MarkAll } from '../lib/notifications/mark-all.tsx';
import { NotificationRows } from '../lib/notifications/notification-rows.tsx';
import { newestQuery, unreadQuery } from '../lib/notifications/queries.ts';

/** How many are unread, and the newest of them on demand. */
export function Bell() {
  const { data } = useQuery(unreadQuery);
  const unread = data?.unread ?? 0;
  const shown = unread >= UNREAD_MAX ? '99+' : String(unread);
  return (
    <Dropdown
      align="right"
      wide
      face={{
        className: `${buttonClass('quiet', 'icon')} relative`,
        name: unread === 0 ? 'Notifications' : `Notifications, ${shown} unread`,
      }}
      label={
        <>
          <BellIcon size={18} aria-hidden="true" />
          {unread > 0 ? (
            <span
              aria-hidden="true"
              className="figure absolute top-0 left-1/2 min-w-4 rounded-full bg-brass px-1 text-center text-[10px] leading-4 font-semibold text-on-brass"
            >
              {shown}
            </span>
          ) : null}
        </>
      }
    >
      {(close) => <Panel close={close} />}
    </Dropdown>
  );
}

function Panel({ close }: { close: () => void }) {
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
