import type { ReactionCounts } from '#src/shared/analytics-reactions.ts';
import { TableHead } from '#src/web/ui/table-head.tsx';
import { reactionColumns } from './reaction-words.ts';

export type ReactionRow = ReactionCounts & { key: string; name: string };
type Rows = { label: string; rows: readonly ReactionRow[] };

const FIGURES = { figures: true, className: 'w-22 pl-2 last:w-28' };

/** Seven figures for each row: side by side, or on a phone below its name. */
export function ReactionTable({ label, rows }: Rows) {
  if (rows.length === 0) return null;
  return (
    <>
      <Wide label={label} rows={rows} />
      <Narrow label={label} rows={rows} />
    </>
  );
}

/** A screen that is a little too narrow scrolls it. */
function Wide({ label, rows }: Rows) {
  const name = `Opens and clicks per ${label.toLowerCase()}`;
  const columns = reactionColumns();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keyboard
    <section aria-label={name} tabIndex={0} className="mt-8 overflow-x-auto max-sm:hidden">
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

function Narrow({ label, rows }: Rows) {
  return (
    <div className="mt-8 sm:hidden">
      <h3 className="slug border-b border-rule pb-2 text-ink-3">{label}</h3>
      <ul>
        {rows.map((row) => (
          <li key={row.key} className="border-b border-line py-3 text-sm">
            <p className="wrap-anywhere">{row.name}</p>
            <dl className="mt-2 grid grid-cols-4 gap-x-3 gap-y-2">
              {reactionColumns().map((each) => (
                <div key={each.name} className="min-w-0">
                  <dt className="text-xs text-ink-2">{each.label}</dt>
                  <dd className="figure">{row[each.name].toLocaleString('en-US')}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </div>
  );
}
