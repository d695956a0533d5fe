import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ADDRESS_COLUMN, type ContactImport, IMPORT_FIELDS } from '#src/shared/contact-import.ts';
import { normalTag } from '#src/shared/tags.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { formatNumber } from '#src/web/ui/format.ts';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { checkImport, isRunning, startImport, undoImport } from './import-queries.ts';
import { Outcome } from './import-outcome.tsx';
import { summaryQuery } from './queries.ts';

/** One import on its way: its columns, its check, its progress and what came of it. */
export function ImportSteps({ job, onAnother }: { job: ContactImport; onAnother: () => void }) {
  const { busy, run } = useActOn('contacts');
  const [mapping, setMapping] = useState(job.mapping);
  const [options, setOptions] = useState(job.options);
  const [tags, setTags] = useState(job.options.tags.join(', '));
  const { id, state } = job;
  const act = (work: () => Promise<unknown>) => void run(work, { failure: 'The import didn’t continue' });
  const check = () => {
    const added = tags.split(',').map(normalTag).filter(Boolean);
    act(() => checkImport(id, { mapping, options: { ...options, tags: added } }));
  };
  const isOpen = state === 'uploaded' || state === 'checked';
  return (
    <section aria-label={`Import of ${job.file}`} className="border-t border-rule pt-4">
      <h2 className="text-base font-semibold wrap-anywhere">{job.file}</h2>
      <p className="text-sm text-ink-2">
        <span className="figure">{formatNumber(job.rows)}</span> {job.rows === 1 ? 'row' : 'rows'}
      </p>
      {isOpen ? (
        <Changes says className="mt-4 grid max-w-180 gap-5">
          <Columns job={job} mapping={mapping} onChange={setMapping} />
          <TextField
            label="Tag everyone in this file"
            hint="Optional. Separate tags with commas."
            autoComplete="off"
            autoCapitalize="none"
            value={tags}
            onChange={(event) => setTags(event.target.value)}
          />
          <Checkbox
            label="These people agreed to get alerts at these addresses"
            hint="Without consent, an address gets nothing until the person confirms it."
            checked={options.confirmed}
            onChange={(event) => setOptions({ ...options, confirmed: event.target.checked })}
          />
          {options.confirmed ? (
            <TextField
              label="What they agreed to"
              hint="Optional. The sentence as they saw it, kept with each consent. Columns of the file come first."
              autoComplete="off"
              maxLength={2000}
              value={options.wording ?? ''}
              onChange={(event) => setOptions({ ...options, wording: event.target.value })}
            />
          ) : null}
          <Checkbox
            label="Leave existing contacts as they are"
            checked={options.onlyNew}
            onChange={(event) => setOptions({ ...options, onlyNew: event.target.checked })}
          />
          <p>
            <Button variant={state === 'checked' ? 'secondary' : 'primary'} busy={busy} onClick={check}>
              {state === 'checked' ? 'Check again' : 'Check the file'}
            </Button>
          </p>
        </Changes>
      ) : null}
      {isRunning(job) ? <Progress job={job} /> : null}
      <div aria-live="polite">{state === 'uploaded' || isRunning(job) ? null : <Outcome job={job} />}</div>
      <Changes className="mt-5 flex flex-wrap gap-3">
        {state === 'checked' && job.created + job.updated > 0 ? (
          <Button variant="primary" busy={busy} onClick={() => act(() => startImport(id))}>
            Import {formatNumber(job.created + job.updated)} contacts
          </Button>
        ) : null}
        {state === 'imported' ? (
          <Button busy={busy} onClick={() => act(() => undoImport(id))}>
            Undo this import
          </Button>
        ) : null}
        {isRunning(job) ? null : (
          <Button variant="quiet" onClick={onAnother}>
            Upload another file
          </Button>
        )}
      </Changes>
    </section>
  );
}

function Columns({
  job: { header, sample },
  mapping,
  onChange,
}: {
  job: ContactImport;
  mapping: readonly (string | null)[];
  onChange: (mapping: (string | null)[]) => void;
}) {
  const { data: summary } = useQuery(summaryQuery);
  const choices = [
    { value: '', label: 'Don’t import' },
    ...(summary?.channels ?? []).map(({ kind, label }) => ({ value: ADDRESS_COLUMN + kind, label })),
    ...Object.entries(IMPORT_FIELDS).map(([value, label]) => ({ value, label })),
  ];
  return (
    <fieldset>
      <legend className="pb-2 text-sm font-medium">What each column holds</legend>
      <ul className="border-t border-line">
        {header.map((name, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- columns have no other name that is theirs alone
          <li key={at} className="grid items-center gap-x-6 gap-y-2 border-b border-line py-3 sm:grid-cols-2">
            <div className="min-w-0 text-sm">
              <p className="font-medium wrap-anywhere">{name || `Column ${at + 1}`}</p>
              <p className="text-ink-2 wrap-anywhere">
                {sample
                  .map((row) => row[at] ?? '')
                  .filter(Boolean)
                  .slice(0, 2)
                  .join(' · ') || 'Empty'}
              </p>
            </div>
            <Select
              label={<span className="sr-only">{`${name || `Column ${at + 1}`} holds`}</span>}
              value={mapping[at] ?? ''}
              options={choices}
              onChange={(event) =>
                onChange(mapping.map((each, column) => (column === at ? event.target.value || null : each)))
              }
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

const DOING: Record<string, string> = {
  checking: 'Checking',
  importing: 'Importing',
  undoing: 'Undoing the import',
};

function Progress({ job: { state, done, rows } }: { job: ContactImport }) {
  const label = `${DOING[state] ?? ''}: ${formatNumber(done)} of ${formatNumber(rows)} rows`;
  return (
    <div className="mt-5 max-w-180">
      <p className="text-sm">{state === 'undoing' ? `${DOING[state]}...` : label}</p>
      {state === 'undoing' ? null : (
        <progress aria-label={label} max={rows} value={done} className="mt-2 h-2 w-full accent-brass" />
      )}
    </div>
  );
}
