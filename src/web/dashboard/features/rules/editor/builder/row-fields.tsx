import { EVENT_NAMES, EVENTS } from '#src/shared/rules/events.ts';
import { detectorFace } from '#src/web/dashboard/lib/detectors.ts';
import { controlClass } from '#src/web/ui/field.tsx';
import { FromSelects } from './from-selects.tsx';
import { isNumber, kindOf, type Row, type RowKind, TESTS, usualFigures, withTest } from './row.ts';
import type { FieldName } from './text.ts';

const RIGHT: Readonly<Record<RowKind, string>> = {
  comparison: 'Compared with',
  channel: 'Low of the channel',
  moves: 'By how much',
  event: 'Figures',
};
const MORE: Partial<Record<RowKind, string>> = {
  channel: 'High of the channel',
  moves: 'Within, such as 3 bars or 2 hours',
};

export type FaultProps = { 'aria-invalid'?: true; 'aria-describedby'?: string };

/** One test: what it looks at, how, and against what. */
export function RowFields({
  row,
  at,
  list,
  faultOf,
  onChange,
}: {
  row: Row;
  /** Its name: "2.1". */
  at: string;
  list: string;
  /** What a field carries where the text is wrong. */
  faultOf: (field: FieldName) => FaultProps;
  onChange: (row: Row) => void;
}) {
  const kind = kindOf(row.test);
  const more = MORE[kind];
  const hasFigures = kind === 'comparison' || kind === 'channel';
  const params = (EVENTS[row.left]?.params ?? []).map(({ name }) => name.replaceAll('_', ' ')).join(', ');
  const text = { spellCheck: false, autoComplete: 'off' } as const;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 sm:grid-cols-3">
      <div className="grid content-start gap-1">
        {kind === 'event' ? (
          <select
            data-event
            aria-label={`Event of row ${at}`}
            className={controlClass}
            value={row.left}
            onChange={({ target }) =>
              onChange({ ...row, left: target.value, right: usualFigures(target.value) })
            }
          >
            {EVENT_NAMES.map((name) => (
              <option key={name} value={name}>
                {detectorFace(name).title}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...text}
            {...faultOf('left')}
            aria-label={`Figure of row ${at}`}
            list={list}
            className={`${controlClass} figure`}
            value={row.left}
            onChange={({ target }) => onChange({ ...row, left: target.value })}
          />
        )}
        <FromSelects
          of={`of row ${at}`}
          value={row.leftFrom}
          onChange={(leftFrom) => onChange({ ...row, leftFrom })}
        />
      </div>
      <select
        aria-label={`Comparison of row ${at}`}
        className={controlClass}
        value={row.test}
        onChange={({ target }) => onChange(withTest(row, target.value))}
      >
        {TESTS.map(({ label, tests }) => (
          <optgroup key={label} label={label}>
            {tests.map((test) => (
              <option key={test.value} value={test.value}>
                {test.label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <div className={`grid content-start gap-2 ${more ? 'grid-cols-2' : ''}`}>
        <div className="grid content-start gap-1">
          <input
            {...text}
            {...faultOf('right')}
            aria-label={`${RIGHT[kind]}, row ${at}`}
            {...(hasFigures ? { list } : {})}
            className={`${controlClass} figure`}
            value={row.right}
            onChange={({ target }) => onChange({ ...row, right: target.value })}
          />
          {hasFigures && !isNumber(row.right) ? (
            <FromSelects
              isNarrow={kind === 'channel'}
              of={kind === 'channel' ? `of the low in row ${at}` : `compared with in row ${at}`}
              value={row.rightFrom}
              onChange={(rightFrom) => onChange({ ...row, rightFrom })}
            />
          ) : null}
          {kind === 'event' && params !== '' ? <p className="mt-1 text-xs text-ink-2">{params}</p> : null}
        </div>
        {more ? (
          <div className="grid content-start gap-1">
            <input
              {...text}
              {...faultOf('more')}
              aria-label={`${more}, row ${at}`}
              {...(kind === 'channel' ? { list } : { placeholder: '1 bar' })}
              className={`${controlClass} figure`}
              value={row.more}
              onChange={({ target }) => onChange({ ...row, more: target.value })}
            />
            {kind === 'channel' && !isNumber(row.more) ? (
              <FromSelects
                isNarrow
                of={`of the high in row ${at}`}
                value={row.moreFrom}
                onChange={(moreFrom) => onChange({ ...row, moreFrom })}
              />
            ) : null}
          </div>
        ) : null}
      </div>
    </div>
  );
}
