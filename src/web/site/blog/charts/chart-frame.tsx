import type { ReactNode } from 'react';

/** A figure of a post: what it shows, the drawing, and below it what it was made from. */
export function ChartFrame({
  title,
  source,
  children,
}: {
  title: string;
  source: string;
  children: ReactNode;
}) {
  return (
    <figure className="chart">
      <p className="chart-title">{title}</p>
      {children}
      <figcaption>{source}</figcaption>
    </figure>
  );
}

export type Column = { label: string; figure?: boolean };

/** Figures as a table, each row told apart by its first cell; cells of a `figure` column stand in the mono, to the right. */
export function Table({
  caption,
  columns,
  rows,
}: {
  caption: string;
  columns: readonly Column[];
  rows: readonly (readonly ReactNode[])[];
}) {
  return (
    // A wide table scrolls by itself and must be reachable to do so by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="chart-scroll" aria-label={caption} tabIndex={0}>
      <table>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ label, figure }) => (
              <th key={label} scope="col" className={figure ? 'text-right' : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={String(cells[0])}>
              {cells.map((cell, index) => {
                const { label, figure } = columns[index] ?? { label: '' };
                const className = figure ? 'figure text-right' : undefined;
                return index === 0 ? (
                  <th key={label} scope="row" className={className}>
                    {cell}
                  </th>
                ) : (
                  <td key={label} className={className}>
                    {cell}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The same figures as a table, for reading them off. */
export function Figures(props: Parameters<typeof Table>[0]) {
  return (
    <details className="chart-figures">
      <summary>The figures</summary>
      <Table {...props} />
    </details>
  );
}
