import { ArrowDown, ArrowUp } from 'lucide-react';
import type { CalendarEntry, Importance } from '#src/shared/calendar/entry.ts';
import { sideOf, withUnit } from '#src/shared/calendar/figures.ts';
import { TIMING_WORDS } from '#src/shared/calendar/say.ts';
import { IMPORTANCE_LABELS } from '#src/web/dashboard/lib/calendar.ts';
import { cx } from '#src/web/ui/cx.ts';
import { clockOf, dayTitle } from './days.ts';
import { type CalendarRuleLine, Reminder } from './reminder-button.tsx';

/** The entries of a day; today's have a line at the current time. */
export function Day({
  day,
  isToday,
  now,
  entries,
  rules,
}: {
  day: string;
  isToday: boolean;
  now: number;
  entries: readonly CalendarEntry[];
  rules: readonly CalendarRuleLine[];
}) {
  const isAhead = ({ timing, at }: CalendarEntry): boolean =>
    timing === 'after_close' || (timing === 'exact' && Date.parse(at) > now);
  const next = isToday ? entries.findIndex(isAhead) : -1;
  return (
    <section aria-label={dayTitle(day)} className="pb-8">
      <h2 className="headline border-b border-rule pb-2 text-h4">
        {dayTitle(day)}
        {isToday ? <span className="ml-3 text-sm text-ink-2">Today</span> : null}
      </h2>
      <ul>
        {entries.map((entry, at) => (
          <Line key={entry.id} entry={entry} rules={rules} now={now} isNext={at === next} />
        ))}
      </ul>
    </section>
  );
}

const BARS: Record<Importance, number> = { low: 1, medium: 2, high: 3 };

function ImportanceMark({ importance }: { importance: Importance }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className="inline-flex items-end gap-0.5">
        {[1, 2, 3].map((bar) => (
          <span
            key={bar}
            className={cx('w-1', bar <= BARS[importance] ? 'bg-ink-2' : 'bg-line')}
            style={{ height: `${3 + bar * 3}px` }}
          />
        ))}
      </span>
      {IMPORTANCE_LABELS[importance]}
    </span>
  );
}

function Line({
  entry,
  rules,
  now,
  isNext,
}: {
  entry: CalendarEntry;
  rules: readonly CalendarRuleLine[];
  now: number;
  /** The line of the current time is before it. */
  isNext: boolean;
}) {
  const { name, at, timing, importance, goneAt, link } = entry;
  return (
    <>
      {isNext ? (
        <li className="flex items-center gap-3 py-1 text-xs text-ink-2">
          <span className="figure">Now {clockOf(now)}</span>
          <span aria-hidden="true" className="h-px grow bg-ink-2" />
        </li>
      ) : null}
      <li className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4 gap-y-2 border-b border-line py-3 text-sm xl:grid-cols-[4.5rem_minmax(0,1fr)_17rem_9rem]">
        <span className={timing === 'exact' ? 'figure pt-0.5' : 'pt-0.5 text-xs text-ink-2'}>
          {timing === 'exact' ? <time dateTime={at}>{clockOf(Date.parse(at))}</time> : TIMING_WORDS[timing]}
        </span>
        <div className="min-w-0">
          <p className={cx('font-medium wrap-anywhere', goneAt !== null && 'text-ink-2 line-through')}>
            {link === null ? (
              name
            ) : (
              <a href={link} target="_blank" rel="noreferrer noopener" className="hover:underline">
                {name}
              </a>
            )}
          </p>
          <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-ink-2">
            {importance === null ? null : <ImportanceMark importance={importance} />}
            {goneAt === null ? null : <span>Canceled, or no longer listed</span>}
          </p>
        </div>
        <Figures entry={entry} />
        <div className="col-start-2 xl:col-start-4 xl:text-right">
          {goneAt === null ? <Reminder entry={entry} rules={rules} now={now} /> : null}
        </div>
      </li>
    </>
  );
}

/** Forecast, the figure before it, and the actual one with where it lies beside the forecast. */
function Figures({ entry: { actual, forecast, previous, unit } }: { entry: CalendarEntry }) {
  const figures = [
    { label: 'Actual', figure: actual },
    { label: 'Forecast', figure: forecast },
    { label: 'Before', figure: previous },
  ];
  const side = sideOf({ actual: actual?.text ?? null, forecast: forecast?.text ?? null });
  const Arrow = side === 'above' ? ArrowUp : ArrowDown;
  if (figures.every(({ figure }) => figure === null)) return <span className="hidden xl:block" />;
  return (
    <dl className="col-start-2 grid grid-cols-3 gap-x-3 xl:col-start-3">
      {figures.map(({ label, figure }) => (
        <div key={label} className="min-w-0">
          <dt className="text-xs text-ink-2">{label}</dt>
          <dd className={cx('figure wrap-anywhere', label === 'Actual' && 'font-medium')}>
            {figure === null ? <span className="text-ink-3">–</span> : withUnit(figure.text, unit)}
            {label === 'Actual' && (side === 'above' || side === 'below') ? (
              <>
                <Arrow size={12} aria-hidden="true" className="ml-1 inline" />
                <span className="sr-only">, {side} the forecast</span>
              </>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
