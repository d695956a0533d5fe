import type { ReactionCounts } from '#src/shared/analytics-reactions.ts';
import { TableHead } from '#src/web/ui/table-head.tsx';
import { reactionColumns } from './reaction-words.ts';

export type ReactionRow = ReactionCounts & { key: string; name: string };

const FIGURES = { figures: true, className: 'w-22 pl-2 last:w-28' };

/** Seven figures side by side; a narrow screen scrolls them. */
export function ReactionTable({ label, rows }: { label: string; rows: readonly ReactionRow[] }) {
  if (rows.length === 0) return null;
  const name = `Opens and clicks per ${label.toLowerCase()}`;
  const columns = reactionColumns();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keyboard
    <section aria-label={name} tabIndex={0} className="mt-8 overflow-x-auto">
      <table aria-label={name} className="w-full min-w-210 table-fixed text-sm">
        <TableHead columns={[{ label }, ...columns.map((each) => ({ label: each.label, ...FIGURES }))]} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className="border-b border-line">
              <th scope="row" className="py-1.5 text-left font-normal">
                <span className="block truncate" title={row.name}>
                  {row.name}
                </span>
              </th>
              {columns.map((each) => (
                <td key={each.name} className="figure py-1.5 pl-2 text-right">
                  {row[each.name].toLocaleString('en-US')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
