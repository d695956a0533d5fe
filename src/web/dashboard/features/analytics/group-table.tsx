import { useState } from 'react';
import type { AlertFilter } from '#src/shared/alert-list.ts';
import type { Counts } from '#src/shared/analytics.ts';
import { CountCells } from '#src/web/dashboard/lib/analytics/count-bars.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { TableHead } from '#src/web/ui/table-head.tsx';
import { sentLabel } from '#src/web/dashboard/lib/sent-label.ts';

/** So many lines at first. */
const FIRST = 8;
const COUNTS = () =>
  ['Alerts', sentLabel(), 'Failed'].map((label) => ({
    label,
    figures: true,
    className: 'w-18 pl-4 md:w-22',
  }));

type Row = { key: string; name: string; hint?: string; counts: Counts; at: AlertFilter };

/** Figures line by line, most alerts first; the hairline under a name is its share of the longest. */
export function GroupTable({
  label,
  rows,
  filter,
}: {
  label: string;
  rows: readonly Row[];
  filter: AlertFilter;
}) {
  const [all, setAll] = useState(false);
  const most = Math.max(1, ...rows.map((row) => row.counts.alerts));
  return (
    <>
      <table className="w-full table-fixed text-sm">
        <TableHead columns={[{ label }, ...COUNTS()]} />
        <tbody>
          {(all ? rows : rows.slice(0, FIRST)).map(({ key, name, hint, counts, at }) => (
            <tr key={key} className="border-b border-line">
              <th scope="row" className="py-1.5 text-left font-normal">
                <span className="block truncate" title={hint ? `${name}, ${hint}` : name}>
                  {name}
                  {hint ? <span className="ml-2 text-xs text-ink-3">{hint}</span> : null}
                </span>
                <span
                  className="mt-1 block h-0.5 bg-rule"
                  style={{ width: `${(counts.alerts / most) * 100}%` }}
                />
              </th>
              <CountCells counts={counts} filter={{ ...filter, ...at }} of={name} />
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > FIRST ? (
        <Button variant="quiet" size="sm" className="mt-2 -ml-3" onClick={() => setAll(!all)}>
          {all ? `Show the first ${FIRST}` : `Show all ${rows.length}`}
        </Button>
      ) : null}
    </>
  );
}
