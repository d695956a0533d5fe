import { useEffect, useId, useState } from 'react';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { controlClass, Field } from '#src/web/ui/field.tsx';
import { RadioGroup } from '#src/web/ui/radio-group.tsx';
import { TYPED_MAX } from '#src/shared/rules/parse.ts';
import { Builder, FIRST_TEXT } from './builder/builder.tsx';
import { opened } from './builder/tree.ts';
import type { Became, Reading } from './reading.ts';

const WAYS = [
  { value: 'rows', label: 'Builder' },
  { value: 'text', label: 'Text' },
];

/** The rule's condition, as rows and groups or as text, with its meaning or its error below. */
export function ConditionField({
  value,
  reading,
  onChange,
}: {
  value: string;
  reading: Reading;
  onChange: (text: string) => void;
}) {
  const [way, setWay] = useState(() => (opened(value).tree ? 'rows' : 'text'));
  const saidBy = useId();
  const empty = value.trim() === '';
  const { why } = opened(value);
  const isDeep = why !== null && reading.problem === null;
  const choose = (next: string): void => {
    setWay(next);
    // What the builder begins with is a rule: it shows no row that would not be saved.
    if (next === 'rows' && empty) onChange(FIRST_TEXT);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="max-w-70">
        <RadioGroup legend="Edit as" name="way" value={way} options={WAYS} onChange={choose} />
      </div>
      {way === 'rows' ? (
        <Builder
          value={value}
          fault={!empty && reading.problem ? { offset: reading.problem.offset, saidBy } : null}
          onChange={onChange}
          onText={() => setWay('text')}
        />
      ) : (
        <Field
          label="Condition"
          hint={
            <>
              Such as{' '}
              <code className="figure">close crosses above sma(200) and volume &gt; 2 * avg(volume, 20)</code>{' '}
              or <code className="figure">close / close of ES crosses above 20</code>. You can also write{' '}
              <code className="figure">RSI below 30</code> or paste Pine Script.{' '}
              <a className="underline" href="/documentation/rule-reference">
                Rule language
              </a>
            </>
          }
        >
          {(control) => (
            <textarea
              {...control}
              aria-invalid={!empty && reading.problem ? true : undefined}
              rows={3}
              value={value}
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              maxLength={TYPED_MAX}
              className={cx(controlClass, 'figure h-auto min-h-24 resize-y py-2.5 field-sizing-content')}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </Field>
      )}
      {way === 'text' && isDeep ? <p className="text-sm text-ink-2">{why}</p> : null}
      <Says id={saidBy} reading={reading} empty={empty} />
      {reading.became && !empty ? (
        <SavedAs
          became={reading.became}
          onUse={(text) => {
            onChange(text);
            document.getElementById(saidBy)?.focus();
          }}
        />
      ) : null}
    </div>
  );
}

/** What a text typed as on a chart platform is saved as. */
function SavedAs({ became: { text, notes }, onUse }: { became: Became; onUse: (text: string) => void }) {
  return (
    <section
      aria-label="Saved as"
      className="grid justify-items-start gap-2 border-l-2 border-line px-3 text-sm"
    >
      <p className="text-ink-2">Saved as</p>
      <pre className="figure break-words whitespace-pre-wrap">{text}</pre>
      {notes.length > 0 ? (
        <ul className="list-disc pl-5 text-ink-2">
          {notes.map(({ line, text: note }) => (
            <li key={`${line} ${note}`}>
              Line {line}: {note}
            </li>
          ))}
        </ul>
      ) : null}
      <Button onClick={() => onUse(text)}>Replace my text</Button>
    </section>
  );
}

/** Announced a moment after the last key, so that half a word is no error yet. */
function Says({ id, reading, empty }: { id: string; reading: Reading; empty: boolean }) {
  const text = reading.reading ?? reading.problem.message;
  const [said, setSaid] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), 250);
    return () => clearTimeout(timer);
  }, [text]);
  if (empty) return <div id={id} aria-live="polite" />;
  const isWrong = /^Line \d+, column \d+: /.test(said);
  return (
    <div id={id} tabIndex={-1} aria-live="polite" className="border-l-2 border-ink bg-sunk px-3 py-2 text-sm">
      {isWrong ? (
        <pre className="figure break-words whitespace-pre-wrap" data-problem>
          {said}
        </pre>
      ) : (
        <p data-reading>{said}</p>
      )}
    </div>
  );
}
