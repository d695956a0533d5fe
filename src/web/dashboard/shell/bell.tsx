import { useQuery } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { UNREAD_MAX } from '#src/shared/notifications.ts';
import { Dropdown } from '#src/web/ui/dropdown.tsx';
import { buttonClass } from '#src/web/ui/button.tsx';
import { unreadQuery } from '../lib/notifications/queries.ts';

const Panel = lazy(async () => ({ default: (await import('./bell-panel.tsx')).Panel }));

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
      {(close) => (
        <Suspense fallback={<output className="block px-3 py-4 text-sm text-ink-2">Loading...</output>}>
          <Panel close={close} />
        </Suspense>
      )}
    </Dropdown>
  );
}
