import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LAPSED_THEN } from '#src/shared/lapsed.ts';
import type { Sending } from '#src/shared/sending.ts';
import {
  clockHours,
  HOURS_SCOPES,
  MARKET_HOURS,
  type SendingHours,
  type SendingHoursForm,
  sendingHoursFormSchema,
} from '#src/shared/sending-hours.ts';
import { audiencesQuery } from '#src/web/dashboard/lib/audiences.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { ApiError } from '#src/web/lib/api/api.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { FieldError } from '#src/web/ui/field.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { ZoneField } from '#src/web/ui/zone-field.tsx';
import { hoursQuery, setHours } from './hours-queries.ts';
import { DAYS, hoursWords, LATE, MARKET } from './hours-words.ts';

type Day = `day${1 | 2 | 3 | 4 | 5 | 6 | 7}`;
/** `of`: the scope and the id, such as `brand ID`. `when`: by the clock, or whose market hours. */
type Values = { of: string; when: string; from: string; to: string; timeZone: string; late: string } & Record<
  Day,
  boolean
>;
const DAY_FIELDS = DAYS.map((label, at) => ({ label, day: at + 1, name: `day${at + 1}` as Day }));

const WHEN = [
  { value: 'clock', label: 'At set days and hours' },
  ...MARKET_HOURS.map((value) => ({ value, label: MARKET[value] })),
];
/** What a new entry begins with. */
const OFFICE = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00', timeZone: null };
const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A new entry, or other hours for one that there is. */
export function HoursForm({
  hours,
  brands,
  onClose,
}: {
  hours: SendingHours | null;
  brands: Sending['brands'];
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const { data: audiences = [] } = useQuery(audiencesQuery);
  const { days, from, to, timeZone } = (hours && clockHours(hours)) ?? OFFICE;
  const { onSubmit, busy, field, watch } = useCheckedForm<Values, SendingHoursForm>({
    defaults: {
      of: hours ? `${hours.scope} ${hours.target ?? ''}`.trim() : 'workspace',
      when: hours?.market ?? 'clock',
      from,
      // A clock knows no 24:00.
      to: to === '24:00' ? '00:00' : to,
      timeZone: timeZone ?? ownZone(),
      late: hours?.late ?? 'nothing',
      ...Object.fromEntries(DAY_FIELDS.map(({ name, day }) => [name, days.includes(day)])),
    },
    start: 'of',
    check: readHours,
    submit: async (form, { refuse }) => {
      try {
        await setHours(form);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refuse(form.market ? 'when' : 'from', error.message);
        return;
      }
      void queries.invalidateQueries({ queryKey: hoursQuery.queryKey });
      toast({ title: 'Saved', description: hoursWords(form) });
      onClose();
    },
  });
  const isByClock = watch('when') === 'clock';
  const options = [
    { value: 'workspace', label: 'Everything in this workspace' },
    ...brands.map(({ id, name }) => ({ value: `brand ${id}`, label: `Brand: ${name}` })),
    ...audiences.map(({ id, name }) => ({ value: `audience ${id}`, label: `Audience: ${name}` })),
  ];
  const label = hours ? 'Change sending hours' : 'New sending hours';
  return (
    <form
      noValidate
      aria-label={label}
      className="mt-6 max-w-180 border-l-2 border-rule pl-5"
      onSubmit={(event) => void onSubmit(event)}
    >
      <Changes says className="grid items-start gap-5 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <Select label="For" options={options} disabled={hours !== null} {...field('of')} />
        </div>
        <div className="sm:col-span-2">
          <Select label="When" options={WHEN} {...field('when')} />
        </div>
        {isByClock ? <ByClock field={field} /> : <ByMarket />}
        <Select
          label="If an alert lapses while it waits"
          hint="It lapses if it expires, or the price moves further than its approval policy allows. Digests are for people: chats and channels get nothing."
          options={LAPSED_THEN.map((value) => ({ value, label: LATE[value] }))}
          {...field('late')}
        />
        <p className="flex gap-3 sm:col-span-2">
          <Button type="submit" variant="primary" busy={busy}>
            {busy ? 'Saving...' : 'Save hours'}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </p>
      </Changes>
    </form>
  );
}

type Field = ReturnType<typeof useCheckedForm<Values, SendingHoursForm>>['field'];

function ByClock({ field }: { field: Field }) {
  const { error: noDay } = field('day1');
  return (
    <>
      <fieldset className="sm:col-span-2">
        <legend className="mb-2 text-sm font-medium">Days</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-3">
          {DAY_FIELDS.map((each) => (
            <Checkbox key={each.name} label={each.label} {...field(each.name)} error={undefined} />
          ))}
        </div>
        {noDay ? <FieldError id="hours-days">{noDay}</FieldError> : null}
      </fieldset>
      <TextField label="From" type="time" {...field('from')} />
      <TextField label="Until" type="time" hint="Midnight is the end of the day." {...field('to')} />
      <ZoneField label="Time zone" {...field('timeZone')} />
    </>
  );
}

function ByMarket() {
  return (
    <p className="text-sm text-ink-2 sm:col-span-2">
      Each alert goes by its own symbol’s market, with holidays and half days. Alerts about crypto, or about
      no symbol, go out at any time. An alert about a daily close waits until the next open.
    </p>
  );
}

/** What the form sends. Days are named by the first of them. */
function readHours({ of, when, from, to, timeZone, late, ...days }: Values) {
  const [scope, target] = of.split(' ');
  const market = MARKET_HOURS.find((each) => each === when);
  return checkBy(
    sendingHoursFormSchema,
    {
      scope: HOURS_SCOPES.find((each) => each === scope),
      ...(target !== undefined && { target }),
      ...(market
        ? { market }
        : {
            days: DAY_FIELDS.flatMap(({ name, day }) => (days[name] ? [day] : [])),
            from,
            to: to === '00:00' ? '24:00' : to,
            timeZone,
          }),
      late: LAPSED_THEN.find((each) => each === late),
    },
    ([first]) => (first === 'days' ? 'day1' : first === 'scope' || first === 'target' ? 'of' : String(first)),
  );
}
