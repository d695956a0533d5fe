import { useState } from 'react';
import { Dropdown } from '#src/web/ui/dropdown.tsx';
import { lastDays, type Period, periodName, PERIODS } from './period.ts';

const field = 'h-9 w-full rounded-sm border border-edge bg-paper px-2 figure text-sm pointer-coarse:h-11';

/** When the alerts were made: a stretch up to today, or days of one's own. */
export function PeriodMenu({
  period,
  onChange,
  optional = true,
}: {
  period: Period;
  onChange: (period: Period) => void;
  /** Whether it may be any time. */
  optional?: boolean;
}) {
  const { from, to } = period;
  const [now] = useState(Date.now);
  const on = Boolean(from ?? to);
  const pick = (close: () => void, next: Period) => {
    onChange(next);
    close();
  };
  const row =
    'flex min-h-9 w-full items-center rounded-sm px-2 text-left text-sm hover:bg-sunk pointer-coarse:min-h-11';
  return (
    <Dropdown label={periodName(period, now)} on={on}>
      {(close) => (
        <>
          {PERIODS.map(({ label, days }) => (
            <button
              key={label}
              type="button"
              className={row}
              onClick={() => pick(close, lastDays(days, now))}
            >
              {label}
            </button>
          ))}
          {on && optional ? (
            <button
              type="button"
              className={row}
              onClick={() => pick(close, { from: undefined, to: undefined })}
            >
              Any time
            </button>
          ) : null}
          <div className="mt-2 grid grid-cols-2 gap-2 border-t border-line px-1 pt-3 pb-1">
            <label className="text-xs text-ink-2">
              From
              <input
                type="date"
                className={field}
                value={from ?? ''}
                max={to}
                onChange={(event) => onChange({ from: event.target.value || undefined, to })}
              />
            </label>
            <label className="text-xs text-ink-2">
              To
              <input
                type="date"
                className={field}
                value={to ?? ''}
                min={from}
                onChange={(event) => onChange({ from, to: event.target.value || undefined })}
              />
            </label>
            <p className="col-span-2 text-xs text-ink-3">Days in UTC, both included.</p>
          </div>
        </>
      )}
    </Dropdown>
  );
}
