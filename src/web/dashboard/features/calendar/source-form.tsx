import { type FormEvent, useState } from 'react';
import { type CalendarSource, calendarSourceFormSchema } from '#src/shared/calendar/sources.ts';
import type { ApiError } from '#src/web/dashboard/lib/api.ts';
import { kindOptions } from '#src/web/dashboard/lib/calendar.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { focusField, textValues } from '#src/web/ui/form.ts';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { ZONE } from './days.ts';
import { addSource, changeSource } from './queries.ts';

const FORMATS = [
  { value: '', label: 'As it is recognised' },
  { value: 'ical', label: 'iCalendar' },
  { value: 'csv', label: 'CSV' },
  { value: 'json', label: 'JSON' },
];
const KINDS = kindOptions('As they say');
const ORDERS = [
  { value: '', label: 'As the file shows' },
  { value: 'dmy', label: 'Day first: 31/12' },
  { value: 'mdy', label: 'Month first: 12/31' },
];

/** Adds a calendar, or changes how one is read; its address stays as it is. */
export function SourceForm({ source, onDone }: { source: CalendarSource | null; onDone?: () => void }) {
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({});
  const { busy, run } = useActOn('feeds');
  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const values = Object.fromEntries(
      Object.entries(textValues(form)).filter(([name, value]) => name === 'name' || value.trim() !== ''),
    );
    const parsed = calendarSourceFormSchema.safeParse(values);
    const found: Partial<Record<string, string>> = {};
    for (const { path, message } of parsed.error?.issues ?? []) found[String(path[0])] ??= message;
    setFaults(found);
    const [first] = Object.keys(found);
    if (first) focusField(form, first);
    if (!parsed.success) return;
    const { name, format = null, kind = null, dateOrder = null, timeZone = 'UTC' } = parsed.data;
    const kept = await run(
      () =>
        source
          ? changeSource(source.id, { name, format, kind, dateOrder, timeZone })
          : addSource(parsed.data),
      { onRefused: ({ message }: ApiError) => setFaults({ [source ? 'name' : 'url']: message }) },
    );
    if (!kept) return;
    const { url, name: said } = kept.done;
    if (source === null) form.reset();
    toast(
      source
        ? {
            title: 'Changed',
            description: url === null ? `${said}: for the files that come.` : `${said} is read again.`,
          }
        : { title: 'Added', description: url === null ? `${said}: give it a file.` : said },
    );
    onDone?.();
  }
  return (
    <form
      noValidate
      aria-label={source ? `How ${source.name} is read` : 'Add a calendar'}
      className={cx('max-w-180', !source && 'mt-8')}
      onSubmit={(event) => void save(event)}
    >
      {source ? null : <h3 className="mb-4 text-base font-semibold">Add a calendar</h3>}
      <Changes says className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Name"
          name="name"
          maxLength={80}
          autoComplete="off"
          defaultValue={source?.name ?? ''}
          error={faults['name']}
        />
        {source ? null : (
          <TextField
            label="Address"
            name="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://"
            hint="Empty: it is given files."
            error={faults['url']}
          />
        )}
        <TextField
          label="Time zone"
          name="timeZone"
          autoComplete="off"
          spellCheck={false}
          defaultValue={source?.timeZone ?? ZONE}
          hint="Of times that name none, such as America/New_York."
          error={faults['timeZone']}
        />
        <Select label="Its entries are" name="kind" options={KINDS} defaultValue={source?.kind ?? ''} />
        <Select label="Format" name="format" options={FORMATS} defaultValue={source?.format ?? ''} />
        <Select
          label="Dates such as 03/04"
          name="dateOrder"
          options={ORDERS}
          defaultValue={source?.dateOrder ?? ''}
          error={faults['dateOrder']}
        />
        <p className="flex gap-3 sm:col-span-2">
          <Button type="submit" busy={busy}>
            {source ? 'Save' : 'Add'}
          </Button>
          {onDone ? (
            <Button variant="quiet" onClick={onDone}>
              Cancel
            </Button>
          ) : null}
        </p>
      </Changes>
    </form>
  );
}
