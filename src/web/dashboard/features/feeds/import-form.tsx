import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import {
  BAR_IMPORT,
  type BarImport,
  type BarImportForm,
  barImportFormSchema,
  SESSIONS,
} from '#src/shared/bar-import.ts';
import { QUARANTINE_REASONS } from '#src/shared/feeds.ts';
import { TIMEFRAMES } from '#src/shared/market.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { SESSION_WORDS } from '#src/web/dashboard/lib/sessions.ts';
import { type Checked, checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { controlClass, Field } from '#src/web/ui/field.tsx';
import { formatNumber } from '#src/web/ui/format.ts';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { importBars } from './queries.ts';
import { importSentence } from './words.ts';
import { TIMEFRAME_WORDS } from '#src/web/dashboard/lib/timeframes.ts';

type Values = Record<'symbol' | 'timeframe' | 'session' | 'currency' | 'timeZone', string> & {
  file?: FileList;
};
type Wanted = { form: BarImportForm; file: File };
const TOO_LARGE = 'A file of bars has 10 MB at most. Gzip it, or cut it in two.';

/** Imports a file of recorded bars into a symbol of the workspace, and shows the result. */
export function ImportForm() {
  const queries = useQueryClient();
  const { run, busy: importing } = useActOn('feeds');
  const [refused, setRefused] = useState<string | null>(null);
  /** What was refused because too many of its rows would be lost: it may be imported all the same. */
  const [lossy, setLossy] = useState<Wanted | null>(null);
  const [done, setDone] = useState<BarImport | null>(null);
  /** @returns whether it was imported */
  async function bring({ form, file }: Wanted): Promise<boolean> {
    setRefused(null);
    setLossy(null);
    const made = await run(() => importBars(form, file), {
      onRefused: ({ code, message }) => {
        setRefused(message);
        if (code === 'too_many_rows_lost') setLossy({ form, file });
      },
    });
    if (!made) return false;
    setDone(made.done);
    // The symbols that rules may be set on.
    await queries.invalidateQueries({ queryKey: ['rules'] });
    return true;
  }
  const { onSubmit, busy, field } = useCheckedForm<Values, Wanted>({
    defaults: { symbol: '', timeframe: '1d', session: SESSIONS[0], currency: '', timeZone: '' },
    check: wantedOf,
    submit: async (wanted, { notSaved }) => {
      if (!(await bring(wanted))) notSaved();
    },
  });
  const { error: fileFault, ...file } = field('file');

  return (
    <section aria-labelledby="import" className="mt-12">
      <h2 id="import" className="headline text-h3">
        Import bars
      </h2>
      <p className="max-w-text pt-1 pb-3 text-sm text-ink-2">
        Upload a CSV, gzipped or not, with a header: date or time, open, high, low, close, volume. Only your
        workspace sees the symbol. You can backtest rules on it. Imported bars don’t trigger alerts, and you
        can import a file again.
      </p>
      <form
        noValidate
        aria-label="Import bars"
        className="max-w-180"
        onSubmit={(event) => {
          setRefused(null);
          setDone(null);
          void onSubmit(event);
        }}
      >
        <Changes says className="grid items-start gap-5 sm:grid-cols-2">
          <TextField
            label="Symbol"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            placeholder="GME"
            {...field('symbol')}
          />
          <Select
            label="Timeframe"
            options={TIMEFRAMES.map((value) => ({ value, label: TIMEFRAME_WORDS[value] }))}
            {...field('timeframe')}
          />
          <Select
            label="Trading hours (new symbols)"
            options={SESSIONS.map((value) => ({ value, label: SESSION_WORDS[value] ?? value }))}
            {...field('session')}
          />
          <TextField
            label="Currency (new symbols)"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={5}
            placeholder="USD"
            {...field('currency')}
          />
          <TextField
            label="Time zone"
            autoComplete="off"
            spellCheck={false}
            hint="For times without a zone, such as America/New_York. Leave empty to use the market’s."
            {...field('timeZone')}
          />
          <Field label="File" error={fileFault}>
            {(control) => (
              <input
                {...control}
                {...file}
                type="file"
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
      {lossy === null ? null : (
        <Button
          className="mt-3"
          busy={importing}
          onClick={() => void bring({ ...lossy, form: { ...lossy.form, acceptLosses: 'true' } })}
        >
          Import Anyway
        </Button>
      )}
      <div aria-live="polite">{done ? <Result done={done} /> : null}</div>
    </section>
  );
}

function wantedOf({ file: files, ...typed }: Values): Checked<Wanted> {
  const file = files?.[0];
  const filled = Object.entries(typed).filter(([, value]) => value.trim() !== '');
  const { data, faults } = checkBy(barImportFormSchema, {
    ...Object.fromEntries(filled),
    file: file?.name.slice(-BAR_IMPORT.name),
  });
  if (!file) return { faults: { ...faults, file: 'Choose a file.' } };
  if (file.size > BAR_IMPORT.fileBytes) return { faults: { ...faults, file: TOO_LARGE } };
  return faults ? { faults } : { data: { form: data, file } };
}

function Result({ done }: { done: BarImport }) {
  const { timeframe, rows, stored, replaced, unchanged, putAside, reasons } = done;
  return (
    <div className="mt-5 max-w-180 border-t border-rule pt-4 text-sm">
      <p className={cx('font-medium wrap-anywhere', putAside > 0 && 'flex items-start gap-2 text-fault')}>
        {putAside > 0 ? <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden="true" /> : null}
        {importSentence(done)}
      </p>
      <p className="mt-1 text-ink-2">Timeframe: {TIMEFRAME_WORDS[timeframe].toLowerCase()}.</p>
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-5">
        <Fact name="Rows read" count={rows} />
        <Fact name="Stored" count={stored} />
        <Fact name="Replaced" count={replaced} />
        <Fact name="Unchanged" count={unchanged} />
        <Fact name="Quarantined" count={putAside} />
      </dl>
      {reasons.length > 0 ? (
        <ul aria-label="Why rows were quarantined" className="mt-3 grid gap-1">
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
