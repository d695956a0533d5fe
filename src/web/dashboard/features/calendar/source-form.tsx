import {
  type CalendarSource,
  type CalendarSourceForm,
  calendarSourceFormSchema,
} from '#src/shared/calendar/sources.ts';
import { kindOptions } from '#src/web/dashboard/lib/calendar.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { ZONE } from './days.ts';
import { addSource, changeSource } from './queries.ts';

type Values = Partial<Record<'url' | 'timeZone' | 'kind' | 'format' | 'dateOrder', string>> & {
  name: string;
};

const FORMATS = [
  { value: '', label: 'Detect automatically' },
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
  const { run } = useActOn('feeds');
  const { onSubmit, busy, field } = useCheckedForm<Values, CalendarSourceForm>({
    defaults: {
      name: source?.name ?? '',
      url: '',
      timeZone: source?.timeZone ?? ZONE,
      kind: source?.kind ?? '',
      format: source?.format ?? '',
      dateOrder: source?.dateOrder ?? '',
    },
    check: (values) =>
      checkBy(
        calendarSourceFormSchema,
        Object.fromEntries(
          Object.entries(values).filter(([name, value]) => name === 'name' || value?.trim()),
        ),
      ),
    submit: async (wanted, { reset, refuse }) => {
      const { name, format = null, kind = null, dateOrder = null, timeZone = 'UTC' } = wanted;
      const kept = await run(
        () =>
          source ? changeSource(source.id, { name, format, kind, dateOrder, timeZone }) : addSource(wanted),
        { onRefused: ({ message }) => refuse(source ? 'name' : 'url', message) },
      );
      if (!kept) return;
      const { url, name: called } = kept.done;
      if (source === null) reset();
      toast(
        source
          ? {
              title: 'Changed',
              description: url === null ? `${called}: for the files that come.` : `${called} is read again.`,
            }
          : { title: 'Added', description: url === null ? `${called}: give it a file.` : called },
      );
      onDone?.();
    },
  });
  return (
    <form
      noValidate
      aria-label={source ? `How ${source.name} is read` : 'Add a calendar'}
      className={cx('max-w-180', !source && 'mt-8')}
      onSubmit={onSubmit}
    >
      {source ? null : <h3 className="mb-4 text-base font-semibold">Add a calendar</h3>}
      <Changes says className="grid gap-5 sm:grid-cols-2">
        <TextField label="Name" maxLength={80} autoComplete="off" {...field('name')} />
        {source ? null : (
          <TextField
            label="Address"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://"
            hint="Empty: it is given files."
            {...field('url')}
          />
        )}
        <TextField
          label="Time zone"
          autoComplete="off"
          spellCheck={false}
          hint="Of times that name none, such as America/New_York."
          {...field('timeZone')}
        />
        <Select label="Its entries are" options={KINDS} {...field('kind')} />
        <Select label="Format" options={FORMATS} {...field('format')} />
        <Select label="Dates such as 03/04" options={ORDERS} {...field('dateOrder')} />
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
