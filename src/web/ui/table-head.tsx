import { cx } from './cx.ts';

type HeadColumn = {
  label: string;
  /** A column of figures: its head is aligned to their last digit. */
  figures?: boolean;
  /** The label is for screen readers only: the cells explain themselves. */
  quiet?: boolean;
  /** Width, room beside it, and from which width of the screen on it shows. */
  className?: string;
};

const CELL = 'border-y border-t-rule border-b-line py-2 font-normal';

/**
 * The head of every table: small capitals between two hairlines. `sticky` heads stay below the top bar while a long
 * list scrolls; their table needs `border-separate border-spacing-0`, or the hairlines would scroll away.
 */
export function TableHead({
  columns,
  sticky = false,
  className,
}: {
  columns: readonly HeadColumn[];
  sticky?: boolean;
  className?: string;
}) {
  return (
    <thead className={cx('slug text-left text-ink-3', className)}>
      <tr>
        {columns.map(({ label, figures = false, quiet = false, className: own }) => (
          <th
            key={label}
            scope="col"
            className={cx(CELL, sticky && 'sticky top-14 z-10 bg-paper', figures && 'text-right', own)}
          >
            {quiet ? <span className="sr-only">{label}</span> : label}
          </th>
        ))}
      </tr>
    </thead>
  );
}
