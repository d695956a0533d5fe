import { Link, useLocation } from 'react-router';
import type { OperatorConversation } from '#src/shared/operator.ts';
import { cx } from '#src/web/ui/cx.ts';
import { Time } from '#src/web/ui/time.tsx';
import { PromiseLine } from '#src/web/admin/lib/promise-line.tsx';

/** Who has written, the last word first. Who waits for an answer has a dot and weight. */
export function ConversationRows({
  items,
  open,
}: {
  items: readonly OperatorConversation[];
  open: string | undefined;
}) {
  const { search } = useLocation();
  return (
    <ul className="border-t border-rule text-sm">
      {items.map((item) => (
        <li
          key={item.id}
          className={cx('relative border-b border-line py-3 pr-3 pl-5', item.id === open && 'bg-sunk')}
        >
          {item.waiting ? (
            <span aria-hidden="true" className="absolute top-5 left-1.5 size-1.5 rounded-full bg-brass" />
          ) : null}
          <div className="flex items-baseline justify-between gap-4">
            <Link
              to={{ pathname: `/conversations/${item.id}`, search }}
              data-row-link
              aria-current={item.id === open ? 'true' : undefined}
              className={cx(
                'min-w-0 truncate after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brass',
                item.waiting ? 'font-medium' : 'text-ink-2',
              )}
            >
              {item.waiting ? <span className="sr-only">Waiting: </span> : null}
              {item.name}
            </Link>
            <span className="shrink-0 text-xs text-ink-2">
              <Time at={item.lastAt} />
            </span>
          </div>
          <p className="truncate text-ink-2">
            {item.lastAuthor === 'team' ? 'Team: ' : ''}
            {item.excerpt}
          </p>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 pt-1">
            <p className="slug min-w-0 truncate text-ink-3">{item.workspace}</p>
            <PromiseLine promise={item} />
          </div>
        </li>
      ))}
    </ul>
  );
}
