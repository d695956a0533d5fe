import { cx } from '#src/web/ui/cx.ts';

const HEAD = 'sticky top-14 z-10 border-y border-t-rule border-b-line bg-paper py-2 font-normal';

/** `last` names the column of what can be done. */
export function TableHead({ last, time = 'Added' }: { last: string | null; time?: string }) {
  return (
    <thead className="slug text-left text-ink-3">
      <tr>
        <th scope="col" className={HEAD}>
          Name
        </th>
        <th scope="col" className={cx(HEAD, 'hidden w-40 lg:table-cell')}>
          Type
        </th>
        <th scope="col" className={cx(HEAD, 'hidden w-24 text-right md:table-cell')}>
          Size
        </th>
        <th scope="col" className={cx(HEAD, 'hidden w-52 pl-8 md:table-cell')}>
          {time}
        </th>
        {last === null ? null : (
          <th scope="col" className={cx(HEAD, 'w-12')}>
            <span className="sr-only">{last}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

export const CELL = 'border-b border-line py-3 md:py-2.5';
/** A cell of buttons, which have their own height. */
export const BARE = 'border-b border-line';
/** The link covers its row and carries the row's ground and focus ring. */
export const COVER =
  'font-medium text-ink outline-none after:absolute after:inset-0 before:absolute before:inset-y-0 before:-inset-x-3 before:-z-1 before:rounded-sm group-hover:before:bg-raised focus-visible:before:outline-2 focus-visible:before:-outline-offset-2 focus-visible:before:outline-brass';
/** Above the link that covers the row. */
export const ABOVE = 'relative z-1';
