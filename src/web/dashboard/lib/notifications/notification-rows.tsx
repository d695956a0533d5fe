import { Link } from 'react-router';
import type { Notification } from '#src/shared/notifications.ts';
import { cx } from '#src/web/ui/cx.ts';
import { ROW_LINK } from '#src/web/ui/row-link.ts';
import { Time } from '#src/web/ui/time.tsx';
import { useMarkRead } from './use-mark-read.ts';

/** Notifications below each other: an unread one has its dot and its weight. Opening one marks it as read. */
export function NotificationRows({ items, onOpen }: { items: readonly Notification[]; onOpen?: () => void }) {
  const mark = useMarkRead();
  return (
    <ul className="text-sm">
      {items.map(({ id, title, text, link, createdAt, readAt }) => (
        <li key={id} className="group relative isolate border-b border-line py-3 pl-5">
          {readAt === null ? (
            <span aria-hidden="true" className="absolute top-5 left-0 size-1.5 rounded-full bg-brass" />
          ) : null}
          <div className="flex items-baseline justify-between gap-4">
            <Link
              to={link}
              data-row-link
              className={cx(
                ROW_LINK,
                'text-ink group-hover:before:bg-sunk',
                readAt === null && 'font-medium',
              )}
              onClick={() => {
                if (readAt === null) mark(id);
                onOpen?.();
              }}
            >
              {readAt === null ? <span className="sr-only">Unread: </span> : null}
              {title}
            </Link>
            <span className="relative z-1 shrink-0 text-xs text-ink-3">
              <Time at={createdAt} />
            </span>
          </div>
          {text === '' ? null : <p className="mt-0.5 max-w-text text-pretty text-ink-2">{text}</p>}
        </li>
      ))}
    </ul>
  );
}
