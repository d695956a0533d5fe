import { Link } from 'react-router';
import type { WaitingAlert } from '#src/shared/review.ts';
import { detectorFace } from '#src/web/dashboard/lib/detectors.ts';
import { cx } from '#src/web/ui/cx.ts';
import { Figure } from '#src/web/ui/figure.tsx';
import { ABOVE_ROW_LINK, ROW_LINK } from '#src/web/ui/row-link.ts';
import { Time } from '#src/web/ui/time.tsx';
import type { Chosen } from './use-chosen.ts';
import { ViewersMark } from './viewers.tsx';

type Shared = {
  /** Whether a choice takes the place of the one before in the browser's history. */
  replace: boolean;
  chosen: Chosen;
};

/** What waits, the next to expire first. */
export function WaitingList({
  items,
  shown,
  ...shared
}: Shared & { items: readonly WaitingAlert[]; shown: string | null }) {
  return (
    <ul aria-label="Waiting alerts">
      {items.map((item) => (
        <Row key={item.id} item={item} isShown={item.id === shown} {...shared} />
      ))}
    </ul>
  );
}

function Row({
  item: { id, title, brand, symbol, detector, value, writtenBy, lapsesAt, together },
  isShown,
  replace,
  chosen,
}: Shared & { item: WaitingAlert; isShown: boolean }) {
  const { title: kind, unit } = detectorFace(detector);
  const refusal = chosen.refusalOf(id);
  return (
    <li
      className={cx(
        'group relative isolate flex gap-3 border-b border-line py-3 xl:px-3',
        isShown && 'xl:bg-sunk',
      )}
    >
      {chosen.rows.length === 0 ? null : together ? (
        // The whole square is the target: a finger is wider than the box.
        <label className={cx(ABOVE_ROW_LINK, '-m-3 grid size-11 shrink-0 place-items-center select-none')}>
          <input
            type="checkbox"
            aria-label={`Select ${title}`}
            className="size-5"
            checked={chosen.isChosen(id)}
            onChange={({ nativeEvent }) =>
              chosen.toggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        </label>
      ) : (
        <span className="w-5 shrink-0" />
      )}
      <div className="min-w-0 grow">
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
          <span>{writtenBy === null ? kind : `Written by ${writtenBy}`}</span>
          {value === null || writtenBy !== null ? null : <Figure value={value} unit={unit} size={11} />}
        </p>
        <p className="mt-0.5 flex items-baseline justify-between gap-3 text-xs text-ink-3">
          <span className="min-w-0 truncate">{brand.name}</span>
          <span className="shrink-0">
            <ViewersMark id={id} />
            Due <Time at={lapsesAt} />
          </span>
        </p>
        {refusal === undefined ? null : <p className="mt-1 text-xs text-fault wrap-anywhere">{refusal}</p>}
      </div>
    </li>
  );
}
