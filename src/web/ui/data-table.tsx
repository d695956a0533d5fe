import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { TableHead } from './table-head.tsx';

export type Column<T> = {
  label: string;
  cell: (row: T) => ReactNode;
  /** A column of figures: right-aligned where the rows are a table. */
  figures?: boolean;
  /** Of the column, from `lg` on: its width. */
  className?: string;
};

const CELL = 'border-b border-line align-top';

/**
 * Dense rows with a head that stays. On small screens the columns of a row are below each other, with their names; or,
 * where `line` sums them up, the first column and that line are.
 */
export function DataTable<T extends { id: string }>({
  label,
  columns,
  rows,
  line,
}: {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  line?: (row: T) => ReactNode;
}) {
  return (
    <table aria-label={label} className="w-full border-separate border-spacing-0 text-sm">
      <TableHead
        columns={columns.map((column) => ({ ...column, className: cx('pr-4', column.className) }))}
        sticky
        className="hidden lg:table-header-group"
      />
      <tbody className="block border-t border-rule lg:table-row-group lg:border-t-0">
        {rows.map((row) => (
          <tr
            key={row.id}
            className="block border-b border-line py-3 sm:grid sm:grid-cols-2 sm:gap-x-8 lg:table-row lg:py-0"
          >
            {columns.map((column, at) => (
              <td
                key={column.label}
                className={cx(
                  CELL,
                  'border-b-0 lg:table-cell lg:border-b lg:py-2.5 lg:pr-4',
                  column.figures && 'lg:text-right',
                  at === 0
                    ? cx('block sm:col-span-2', !line && 'pb-1')
                    : line
                      ? 'hidden'
                      : 'grid grid-cols-[7rem_minmax(0,1fr)] items-baseline gap-x-3 py-0.5',
                )}
              >
                {at === 0 ? null : (
                  <span aria-hidden="true" className="slug text-ink-3 lg:hidden">
                    {column.label}
                  </span>
                )}
                <div className="min-w-0 wrap-anywhere">{column.cell(row)}</div>
                {at === 0 && line ? <p className="text-ink-2 lg:hidden">{line(row)}</p> : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
