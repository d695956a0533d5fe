import { cx } from '#src/web/ui/cx.ts';
import { controlClass } from '#src/web/ui/field.tsx';
import type { FaultProps } from './row-fields.tsx';
import { SMALL } from './small.ts';
import { type Marks, SPAN_UNITS, USUAL_WITHIN, type Within } from './tree.ts';

const TOGGLE = 'h-8 rounded-sm border px-2.5 text-sm whitespace-nowrap pointer-coarse:h-11';
const toggleClass = (on: boolean): string =>
  cx(
    TOGGLE,
    on
      ? 'border-reverse bg-reverse text-on-reverse'
      : 'border-line text-ink-2 hover:border-ink hover:text-ink',
  );
const smallControl = cx(controlClass, SMALL);

/** Whether it is not so, and whether it may have been so not long ago: of a row or a group. */
export function MarksField({
  of,
  value,
  fault,
  onChange,
}: {
  /** "row 2.1" */
  of: string;
  value: Marks;
  fault: FaultProps;
  onChange: (marks: Marks) => void;
}) {
  const { not, within } = value;
  const setWithin = (change: Partial<Within>): void =>
    onChange({ not, within: { ...(within ?? USUAL_WITHIN), ...change } });
  return (
    <>
      <button
        type="button"
        aria-pressed={not}
        aria-label={`not, ${of}`}
        className={toggleClass(not)}
        onClick={() => onChange({ not: !not, within })}
      >
        not
      </button>
      <div className="flex flex-wrap items-center gap-1.5">
        <button
          type="button"
          aria-pressed={within !== null}
          aria-label={`within the last, ${of}`}
          className={toggleClass(within !== null)}
          onClick={() => onChange({ not, within: within ? null : USUAL_WITHIN })}
        >
          {within ? 'within the last' : 'within …'}
        </button>
        {within ? (
          <div className="flex items-center gap-1.5">
            <input
              {...fault}
              aria-label={`How many, ${of}`}
              inputMode="numeric"
              autoComplete="off"
              maxLength={7}
              className={cx(smallControl, 'figure w-14!')}
              value={within.count}
              onChange={({ target }) => setWithin({ count: target.value })}
            />
            <select
              aria-label={`Bars or time, ${of}`}
              className={cx(smallControl, 'w-auto!')}
              value={within.unit}
              onChange={({ target }) =>
                setWithin({ unit: SPAN_UNITS.find((unit) => unit === target.value) ?? 'bar' })
              }
            >
              {SPAN_UNITS.map((unit) => (
                <option key={unit} value={unit}>
                  {unit}s
                </option>
              ))}
            </select>
          </div>
        ) : null}
      </div>
    </>
  );
}
