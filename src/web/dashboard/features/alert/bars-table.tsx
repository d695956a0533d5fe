import type { EvidenceBar } from '#src/shared/market.ts';
import { cx } from '#src/web/ui/cx.ts';

const COLUMNS = ['Open', 'High', 'Low', 'Close', 'Volume'] as const;

/** `2020-03-16T00:00:00.000Z` as `2020-03-16`, or with its minute where the bar does not begin at midnight. */
export function barTime(iso: string): string {
  const [day = iso, clock = ''] = iso.split('T');
  const minute = clock.slice(0, 5);
  return minute === '00:00' ? day : `${day} ${minute}`;
}

/** Trailing zeros of a source's figures say nothing: `2386.129883` stays, `2386.500000` reads `2386.5`. */
export function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** The bars that the detector looked at, with the figures as the source wrote them; the last is the event's. */
export function BarsTable({ bars }: { bars: readonly EvidenceBar[] }) {
  return (
    // Wide figures may scroll inside their own box; it takes the focus, so that arrow keys can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="mt-6 overflow-x-auto" aria-label="Bars" tabIndex={0}>
      <table className="figure w-full border-separate border-spacing-0 text-xs">
        <caption className="slug pb-2 text-left text-ink-3">Bars, times in UTC</caption>
        <thead className="text-left text-ink-3">
          <tr>
            <th scope="col" className="border-y border-t-rule border-b-line py-1.5 pr-4 font-normal">
              Time
            </th>
            {COLUMNS.map((column) => (
              <th
                key={column}
                scope="col"
                className="border-y border-t-rule border-b-line py-1.5 pl-4 text-right font-normal"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar, index) => (
            <tr
              key={bar.time}
              className={cx(index === bars.length - 1 ? 'font-semibold text-ink' : 'text-ink-2')}
            >
              <td className="border-b border-line py-1.5 pr-4 whitespace-nowrap">{barTime(bar.time)}</td>
              {[bar.open, bar.high, bar.low, bar.close].map((price, column) => (
                <td key={COLUMNS[column]} className="border-b border-line py-1.5 pl-4 text-right">
                  {trimZeros(price)}
                </td>
              ))}
              <td className="border-b border-line py-1.5 pl-4 text-right">
                {bar.volume === null ? '–' : trimZeros(bar.volume)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
