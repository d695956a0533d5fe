import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { AlertItem } from '#src/shared/alert-list.ts';
import { ALERT_COLUMNS } from '#src/web/dashboard/lib/alert-columns.ts';
import { useRowKeys } from '#src/web/lib/use-row-keys.ts';
import { TableHead } from '#src/web/ui/table-head.tsx';
import { AlertLine } from './alert-line.tsx';

const ROW_PX = { wide: 41, narrow: 97 };
const OVERSCAN = 12;
/** Older pages are asked for this many rows before the end. */
const AHEAD = 30;

/** The list as a table of which only the rows in sight are drawn, however many there are. */
export function AlertRows({ rows, onNearEnd }: { rows: readonly AlertItem[]; onNearEnd: () => void }) {
  const box = useRef<HTMLTableElement>(null);
  const [margin, setMargin] = useState(0);
  useRowKeys(box);
  // What is above the list (filters that wrap) moves it on the page.
  useLayoutEffect(() => {
    const place = () => {
      const body = box.current?.tBodies[0];
      if (body) setMargin(body.getBoundingClientRect().top + window.scrollY);
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  // oxlint-disable-next-line react/incompatible-library -- it keeps its own state, and nothing here is memoized by it
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (matchMedia('(min-width: 1280px)').matches ? ROW_PX.wide : ROW_PX.narrow),
    overscan: OVERSCAN,
    scrollMargin: margin,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - AHEAD) onNearEnd();
  }, [last, rows.length, onNearEnd]);

  const first = items[0];
  const end = items.at(-1);
  const above = first ? first.start - virtual.options.scrollMargin : 0;
  const below = end ? virtual.getTotalSize() - (end.end - virtual.options.scrollMargin) : 0;
  return (
    // Its length isn't known before its end is reached: -1 means unknown.
    <table
      ref={box}
      aria-label="Alerts"
      aria-rowcount={-1}
      className="w-full table-fixed border-separate border-spacing-0 text-sm"
    >
      <TableHead columns={ALERT_COLUMNS} sticky />
      <tbody>
        <Gap height={above} />
        {items.map(({ index, key }) => {
          const alert = rows[index];
          return alert ? (
            <tr
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-rowindex={index + 2}
              className="group relative isolate"
            >
              <AlertLine alert={alert} />
            </tr>
          ) : null;
        })}
        <Gap height={below} />
      </tbody>
    </table>
  );
}

/** Takes the place of the rows above or below the ones in sight. */
function Gap({ height }: { height: number }) {
  return height > 0 ? (
    <tr aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- room, hidden from readers */}
      <td style={{ height, padding: 0 }} />
    </tr>
  ) : null;
}
