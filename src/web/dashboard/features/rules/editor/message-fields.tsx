import { useId, useRef, useState } from 'react';
import { figuresCompared, figureWords } from '#src/shared/rules/figures.ts';
import { MESSAGE, PLACEHOLDERS } from '#src/shared/rules/message.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import type { MessageTry } from '#src/shared/rules/stored.ts';
import { ApiError } from '#src/web/lib/api/api.ts';
import { Button } from '#src/web/ui/button.tsx';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { tryMessage } from '../queries.ts';
import { type Draft, type Faults, formOf } from './form.ts';
import { readingOf } from './reading.ts';

type Written = 'headline' | 'text';
/** What was tried, and of which draft. */
type Tried = { of: string } & ({ shown: MessageTry } | { why: string });

/** Three columns, on a phone under each other. */
const CELL = 'pr-4 text-left align-top font-normal sm:border-b sm:border-line sm:py-1.5';

/** What a preview was made from: it is outdated once this changes. */
const keyOf = ({ condition, target, timeframe, headline, text }: Draft): string =>
  JSON.stringify([condition, target, timeframe, headline, text]);

const figuresOf = (condition: string): string[] =>
  readingOf(condition).problem || condition.trim() === ''
    ? []
    : figuresCompared(parseRule(condition)).slice(0, MESSAGE.plots);

/** A rule's custom message: headline and text, the placeholders it may use, and a preview. */
export function MessageFields({
  draft,
  faults,
  isOpen,
  set,
}: {
  draft: Draft;
  faults: Faults;
  isOpen: boolean;
  set: (change: Partial<Draft>) => void;
}) {
  const id = useId();
  const headline = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const last = useRef<Written>('text');
  const [tried, setTried] = useState<Tried | null>(null);
  const [busy, setBusy] = useState(false);
  const figures = figuresOf(draft.condition);
  const isReady = draft.target !== '' && draft.condition.trim() !== '' && !readingOf(draft.condition).problem;
  const current = tried?.of === keyOf(draft) ? tried : null;
  const shown = current && 'shown' in current ? current.shown : null;

  function insert(placeholder: string): void {
    const field = last.current;
    const box = field === 'headline' ? headline.current : text.current;
    const from = box?.selectionStart ?? draft[field].length;
    const [before, after] = [draft[field].slice(0, from), draft[field].slice(box?.selectionEnd ?? from)];
    // A placeholder is a word of its own.
    const put = `${/\S$/.test(before) && !/[(:"$]$/.test(before) ? ' ' : ''}{{${placeholder}}}`;
    set({ [field]: before + put + after });
    requestAnimationFrame(() => {
      box?.focus();
      box?.setSelectionRange(before.length + put.length, before.length + put.length);
    });
  }
  async function look(): Promise<void> {
    const { condition, timeframe, symbol, watchlistId, message } = formOf(draft);
    const of = keyOf(draft);
    setBusy(true);
    try {
      const target = symbol === undefined ? { watchlistId } : { symbol };
      setTried({ of, shown: await tryMessage({ condition, timeframe, ...target, message: message ?? {} }) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setTried({ of, why: error.message });
    } finally {
      setBusy(false);
    }
  }

  const rows = [
    ...Object.entries(PLACEHOLDERS).map(([name, says]) => ({ name, says: says as string })),
    ...figures.map((key, at) => ({ name: `plot_${at}`, says: figureWords(key) })),
  ];
  return (
    <fieldset disabled={!isOpen} className="min-w-0 border-t border-line pt-6">
      <legend className="sr-only">Custom message</legend>
      <h2 className="headline text-h4">Custom message</h2>
      <p className="mt-1 mb-4 max-w-text text-sm text-ink-2">
        Your own headline and text, with placeholders. Leave them empty and we write them from the data. Every
        alert also has the figures, your brand and the disclaimer.
      </p>
      <div className="grid gap-5">
        <TextField
          ref={headline}
          label="Headline"
          maxLength={MESSAGE.headlineMax}
          autoComplete="off"
          value={draft.headline}
          error={faults.headline}
          onFocus={() => (last.current = 'headline')}
          onChange={(event) => set({ headline: event.target.value })}
        />
        <TextArea
          ref={text}
          label="Text"
          rows={3}
          maxLength={MESSAGE.textMax}
          value={draft.text}
          error={faults.text}
          onFocus={() => (last.current = 'text')}
          onChange={(event) => set({ text: event.target.value })}
        />
      </div>
      <details className="mt-4">
        <summary className="cursor-pointer text-sm font-medium">Placeholders</summary>
        <div className="mt-2 overflow-x-auto">
          <table className="w-full text-sm">
            <caption className="sr-only">Placeholders: choose one to insert it</caption>
            <thead className="sr-only">
              <tr>
                <th scope="col">Placeholder</th>
                <th scope="col">Meaning</th>
                <th scope="col">Example</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, says }) => (
                <tr key={name} className="max-sm:grid max-sm:border-b max-sm:border-line max-sm:py-1.5">
                  <th scope="row" className={CELL}>
                    <button
                      type="button"
                      className="figure cursor-pointer underline disabled:no-underline pointer-coarse:py-1"
                      onClick={() => insert(name)}
                    >
                      {`{{${name}}}`}
                    </button>
                  </th>
                  <td className={`${CELL} text-ink-2`}>{says}</td>
                  <td className={`${CELL} figure max-sm:empty:hidden`}>
                    {shown?.values.find(({ placeholder }) => placeholder === name)?.value}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          size="sm"
          busy={busy}
          disabled={!isReady}
          aria-describedby={isReady ? undefined : `${id}-ready`}
          onClick={() => void look()}
        >
          Preview
        </Button>
        {isReady ? null : (
          <p id={`${id}-ready`} className="text-sm text-ink-3">
            Add a condition and choose a symbol first.
          </p>
        )}
      </div>
      <div aria-live="polite">
        {current && 'why' in current ? <p className="mt-3 text-sm text-fault">{current.why}</p> : null}
        {shown ? <Preview shown={shown} /> : null}
      </div>
    </fieldset>
  );
}

function Preview({ shown: { headline, text, symbol, time, values } }: { shown: MessageTry }) {
  const when = values.find(({ placeholder }) => placeholder === 'time')?.value ?? '';
  return (
    <section aria-label="Preview" className="mt-4 border-l-2 border-rule pl-4">
      <p className="slug text-ink-3">
        {symbol} · {time === null ? 'made-up figures: it never triggered on stored bars' : when}
      </p>
      {headline === null ? (
        <p className="mt-1 text-sm text-ink-3">We write the headline from the data.</p>
      ) : (
        <p className="headline mt-1 text-h4 break-words">{headline}</p>
      )}
      {text === null ? (
        <p className="mt-1 text-sm text-ink-3">We write the text from the data.</p>
      ) : (
        <p className="mt-1 max-w-text text-base break-words whitespace-pre-line">{text}</p>
      )}
    </section>
  );
}
