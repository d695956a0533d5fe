import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { BAR_IMPORT, type BarImport, barImportFormSchema, SESSIONS } from '#src/shared/bar-import.ts';
import { QUARANTINE_REASONS } from '#src/shared/feeds.ts';
import { TIMEFRAMES } from '#src/shared/market.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { SESSION_WORDS } from '#src/web/dashboard/lib/sessions.ts';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { controlClass, Field } from '#src/web/ui/field.tsx';
import { focusField, textValues } from '#src/web/ui/form.ts';
import { formatNumber } from '#src/web/ui/format.ts';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { importBars } from './queries.ts';
import { TIMEFRAME_WORDS } from '#src/web/dashboard/lib/timeframes.ts';

type Faults = Partial<Record<string, string>>;
const TOO_LARGE = 'A file of bars has 10 MB at most. Gzip it, or cut it in two.';

/** Brings a file of recorded bars into a symbol of the workspace's own, and says what became of it. */
export function ImportForm() {
  const queries = useQueryClient();
  const { busy, run } = useActOn('feeds');
  const [faults, setFaults] = useState<Faults>({});
  const [refused, setRefused] = useState<string | null>(null);
  const [done, setDone] = useState<BarImport | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const file = new FormData(form).get('file');
    const chosen = file instanceof File && file.name !== '' ? file : null;
    const said = Object.entries(textValues(form)).filter(([, value]) => value.trim() !== '');
    const parsed = barImportFormSchema.safeParse({
      ...Object.fromEntries(said),
      file: chosen?.name.slice(-BAR_IMPORT.name),
    });
    const found: Faults = {};
    for (const { path, message } of parsed.error?.issues ?? []) found[String(path[0])] ??= message;
    if (!chosen) found['file'] = 'Choose a file.';
    else if (chosen.size > BAR_IMPORT.fileBytes) found['file'] = TOO_LARGE;
    setFaults(found);
    setDone(null);
    setRefused(null);
    const first = ['symbol', 'timeframe', 'session', 'currency', 'timeZone', 'file'].find(
      (name) => found[name],
    );
    if (first) focusField(form, first);
    if (!parsed.success || !chosen || first) return;
    const made = await run(() => importBars(parsed.data, chosen), {
      onRefused: ({ message }) => setRefused(message),
    });
    if (!made) return;
    setDone(made.done);
    // The symbols that rules may be set on.
    await queries.invalidateQueries({ queryKey: ['rules'] });
  }

  return (
    <section aria-labelledby="import" className="mt-12">
      <h2 id="import" className="headline text-h3">
        Import bars
      </h2>
      <p className="max-w-text pt-1 pb-3 text-sm text-ink-2">
        A CSV with a header, gzipped or not: date or time, open, high, low, close, volume. The symbol is your
        own and seen in this workspace alone; rules can be set on it and replayed over it. Nobody is alerted
        of what is imported, and a file may be imported again.
      </p>
      <form
        noValidate
        aria-label="Import bars"
        className="max-w-180"
        onSubmit={(event) => void submit(event)}
      >
        <Changes says className="grid items-start gap-5 sm:grid-cols-2">
          <TextField
            label="Symbol"
            name="symbol"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            placeholder="GME"
            error={faults['symbol']}
          />
          <Select
            label="Bars of"
            name="timeframe"
            defaultValue="1d"
            options={TIMEFRAMES.map((value) => ({ value, label: TIMEFRAME_WORDS[value] }))}
            error={faults['timeframe']}
          />
          <Select
            label="A new symbol trades"
            name="session"
            options={SESSIONS.map((value) => ({ value, label: SESSION_WORDS[value] ?? value }))}
            error={faults['session']}
          />
          <TextField
            label="A new symbol is priced in"
            name="currency"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={5}
            placeholder="USD"
            error={faults['currency']}
          />
          <TextField
            label="Time zone"
            name="timeZone"
            autoComplete="off"
            spellCheck={false}
            hint="Of times that name none, such as America/New_York. Empty: that of the symbol’s market."
            error={faults['timeZone']}
          />
          <Field label="File" error={faults['file']}>
            {(control) => (
              <input
                {...control}
                type="file"
                name="file"
                accept=".csv,.gz,.txt,text/csv,application/gzip"
                className={cx(
                  controlClass,
                  'py-1.5 file:mr-3 file:h-7.5 file:rounded-sm file:border file:border-solid file:border-edge file:bg-sunk file:px-3 file:text-sm pointer-coarse:file:h-7.5',
                )}
              />
            )}
          </Field>
          <p className="sm:col-span-2">
            <Button type="submit" busy={busy}>
              {busy ? 'Importing...' : 'Import bars'}
            </Button>
          </p>
        </Changes>
      </form>
      {refused === null ? null : (
        <p role="alert" className="mt-4 max-w-text text-sm wrap-anywhere text-fault">
          Nothing was imported. {refused}
        </p>
      )}
      <div aria-live="polite">{done ? <Result done={done} /> : null}</div>
    </section>
  );
}

function Result({ done }: { done: BarImport }) {
  const { file, symbol, timeframe, rows, stored, replaced, unchanged, putAside, reasons } = done;
  return (
    <div className="mt-5 max-w-180 border-t border-rule pt-4 text-sm">
      <p className="wrap-anywhere">
        <span className="font-medium">{file}</span> is imported as <span className="figure">{symbol}</span>,{' '}
        bars of {TIMEFRAME_WORDS[timeframe].toLowerCase()}.
      </p>
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-5">
        <Fact name="Rows read" count={rows} />
        <Fact name="Stored" count={stored} />
        <Fact name="Replaced" count={replaced} />
        <Fact name="Unchanged" count={unchanged} />
        <Fact name="Put aside" count={putAside} />
      </dl>
      {reasons.length > 0 ? (
        <ul aria-label="Why rows were put aside" className="mt-3 grid gap-1">
          {reasons.map(({ reason, count, lines }) => (
            <li key={reason}>
              {QUARANTINE_REASONS[reason]}: {formatNumber(count)}{' '}
              <span className="text-ink-2">
                ({lines.length === 1 ? 'line' : 'lines'} {lines.join(', ')}
                {count > lines.length ? ', ...' : ''})
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function Fact({ name, count }: { name: string; count: number }) {
  return (
    <div>
      <dt className="text-ink-2">{name}</dt>
      <dd className="figure mt-0.5">{formatNumber(count)}</dd>
    </div>
  );
}
