import { Link } from 'react-router';
import type { WaitingAlert } from '#src/shared/review.ts';
import { detectorFace } from '#src/web/dashboard/lib/detectors.ts';
import { cx } from '#src/web/ui/cx.ts';
import { Figure } from '#src/web/ui/figure.tsx';
import { ROW_LINK } from '#src/web/ui/row-link.ts';
import { Time } from '#src/web/ui/time.tsx';

/** What waits, the next to expire first. */
export function WaitingList({
  items,
  shown,
  replace,
}: {
  items: readonly WaitingAlert[];
  shown: string | null;
  /** Whether a choice takes the place of the one before in the browser's history. */
  replace: boolean;
}) {
  return (
    <ul aria-label="Waiting alerts">
      {items.map((item) => (
        <Row key={item.id} item={item} isShown={item.id === shown} replace={replace} />
      ))}
    </ul>
  );
}

function Row({
  item: { id, title, brand, symbol, detector, value, lapsesAt },
  isShown,
  replace,
}: {
  item: WaitingAlert;
  isShown: boolean;
  replace: boolean;
}) {
  const { title: kind, unit } = detectorFace(detector);
  return (
    <li className={cx('group relative isolate border-b border-line py-3 xl:px-3', isShown && 'xl:bg-sunk')}>
      <Link
        to={{ search: `?alert=${id}` }}
        replace={replace}
        data-row-link
        data-alert={id}
        aria-current={isShown || undefined}
        className={cx(ROW_LINK, 'line-clamp-2 text-sm font-medium break-words text-ink before:!inset-x-0')}
      >
        {title}
      </Link>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 text-xs text-ink-2">
        <span className="figure max-w-full truncate">{symbol}</span>
        <span>{kind}</span>
        {value === null ? null : <Figure value={value} unit={unit} size={11} />}
      </p>
      <p className="mt-0.5 flex items-baseline justify-between gap-3 text-xs text-ink-3">
        <span className="min-w-0 truncate">{brand.name}</span>
        <span className="shrink-0">
          Due <Time at={lapsesAt} />
        </span>
      </p>
    </li>
  );
}
