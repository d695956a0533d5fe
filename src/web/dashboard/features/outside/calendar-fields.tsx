import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ENTRY_KINDS, type EntryKind } from '#src/shared/calendar/entry.ts';
import type { Outside } from '#src/shared/outside/rules.ts';
import { calendarSourcesQuery } from '#src/web/dashboard/lib/calendar.ts';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { textOf, wordsOf } from './words-of.ts';

type Calendar = Outside & { kind: 'calendar' };
const SOURCE = 'source ';
const KIND = 'kind ';

const KINDS: Record<EntryKind, string> = {
  economic: 'Economic releases',
  earnings: 'Earnings',
  other: 'Other',
};
const IMPORTANCES = [
  { value: '', label: 'Any' },
  { value: 'low', label: 'Low or more' },
  { value: 'medium', label: 'Medium or more' },
  { value: 'high', label: 'High' },
];
const SIDES = [
  { value: '', label: 'Whatever it is' },
  { value: 'above', label: 'Above the forecast' },
  { value: 'below', label: 'Below the forecast' },
];

/** What a form of a rule on the calendar asks for, as it is to be checked. */
export function calendarOf(form: HTMLFormElement): object {
  const data = new FormData(form);
  const text = (name: string): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const number = (name: string): number | undefined =>
    text(name) === '' ? undefined : Number(text(name).replace(',', '.'));
  const behind = (prefix: string): string[] =>
    [...data.keys()].flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
  const [before, percent] = [number('before'), number('percent')];
  return {
    kind: 'calendar',
    kinds: behind(KIND),
    ...(text('importance') !== '' && { importance: text('importance') }),
    places: wordsOf(text('places')),
    symbols: wordsOf(text('symbols')),
    words: wordsOf(text('words')),
    sources: behind(SOURCE),
    ...(before !== undefined && { before }),
    ...(data.has('at') && { at: true }),
    ...(data.has('released') && {
      released: {
        ...(percent !== undefined && { percent }),
        ...(text('side') !== '' && { side: text('side') }),
      },
    }),
  };
}

/** The control that a fault of such a rule belongs to. */
export const calendarField = (path: readonly PropertyKey[]): string => {
  const [, name, inner] = path.map(String);
  return name === 'released' ? (inner ?? 'percent') : (name ?? 'before');
};

/** Which entries it speaks of, and when. */
export function CalendarFields({
  outside,
  faults,
}: {
  outside: Calendar | null;
  faults: Readonly<Record<string, string | undefined>>;
}) {
  const { data: sources } = useQuery(calendarSourcesQuery);
  // Still ticked: without it the rule would listen to all of them.
  const removed = outside?.sources.filter((id) => sources?.every((source) => source.id !== id)) ?? [];
  const offered: readonly { id: string; name: string }[] = [
    ...(sources ?? []),
    ...removed.map((id) => ({ id, name: 'A calendar that was removed' })),
  ];
  return (
    <>
      <fieldset className="grid gap-4">
        <legend className="mb-2.5 text-sm font-medium">It speaks</legend>
        <TextField
          label="Minutes before"
          name="before"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={outside ? (outside.before ?? '') : 15}
          hint="Empty: no reminder. 1440 is a day."
          error={faults['before']}
        />
        <Checkbox name="at" defaultChecked={outside?.at ?? false} label="At the time" />
        <Checkbox
          name="released"
          defaultChecked={outside?.released !== undefined}
          label="When the figure comes"
        />
        <div className="grid gap-4 pl-8 sm:grid-cols-2">
          <Select
            label="The figure is"
            name="side"
            options={SIDES}
            defaultValue={outside?.released?.side ?? ''}
            error={faults['side']}
          />
          <TextField
            label="Off the forecast by %"
            name="percent"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={outside?.released?.percent ?? ''}
            hint="At least. Empty: any."
            error={faults['percent']}
          />
        </div>
      </fieldset>
      <fieldset className="grid gap-4">
        <legend className="mb-2.5 text-sm font-medium">Of these entries</legend>
        <div className="flex flex-wrap gap-x-6 gap-y-3">
          {ENTRY_KINDS.map((kind) => (
            <Checkbox
              key={kind}
              name={`${KIND}${kind}`}
              defaultChecked={outside?.kinds.includes(kind) ?? false}
              label={KINDS[kind]}
            />
          ))}
        </div>
        <Select
          label="Importance"
          name="importance"
          options={IMPORTANCES}
          defaultValue={outside?.importance ?? ''}
          hint="Entries that do not say how important they are count only with “Any”."
          error={faults['importance']}
        />
        <TextField
          label="Countries and currencies"
          name="places"
          autoComplete="off"
          defaultValue={textOf(outside?.places ?? [])}
          hint="Codes with commas between: US, EUR. Empty: all."
          error={faults['places']}
        />
        <TextField
          label="Symbols"
          name="symbols"
          autoComplete="off"
          defaultValue={textOf(outside?.symbols ?? [])}
          hint="AAPL, MSFT. Empty: all."
          error={faults['symbols']}
        />
        <TextField
          label="One of these words"
          name="words"
          autoComplete="off"
          defaultValue={textOf(outside?.words ?? [])}
          hint="CPI, payrolls, rate decision. Empty: whatever it is called."
          error={faults['words']}
        />
      </fieldset>
      <fieldset>
        <legend className="mb-2.5 text-sm font-medium">Only of these calendars</legend>
        {sources === undefined || offered.length === 0 ? (
          <p className="text-sm text-ink-2">
            {sources === undefined ? 'Loading …' : 'There is no calendar yet. '}
            {sources === undefined ? null : (
              <Link to="/calendar" className="underline">
                Add one
              </Link>
            )}
          </p>
        ) : (
          <div className="grid gap-3">
            {offered.map(({ id, name }) => (
              <Checkbox
                key={id}
                name={`${SOURCE}${id}`}
                defaultChecked={outside?.sources.includes(id) ?? false}
                label={<span className="wrap-anywhere">{name}</span>}
              />
            ))}
            <p className="text-sm text-ink-2">None ticked: all of them, and those that come.</p>
          </div>
        )}
      </fieldset>
    </>
  );
}
