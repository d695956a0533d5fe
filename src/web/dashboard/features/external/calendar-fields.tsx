import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ENTRY_KINDS } from '#src/shared/calendar/entry.ts';
import type { ExternalTrigger } from '#src/shared/external/rules.ts';
import { calendarSourcesQuery, importanceOptions, KIND_LABELS } from '#src/web/dashboard/lib/calendar.ts';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { chosenSources, SourceChoice, type SourceWords } from './source-choice.tsx';
import { textOf, wordsOf } from './words-of.ts';

type Calendar = ExternalTrigger & { kind: 'calendar' };
const KIND = 'kind ';
const WORDS: SourceWords = {
  legend: 'Only these calendars',
  removed: 'A calendar that was removed',
  failed: 'The calendars couldn’t be loaded.',
  none: 'There is no calendar yet.',
  add: { to: '/calendar', label: 'Add a calendar' },
};

const IMPORTANCES = importanceOptions('Any');
const SIDES = [
  { value: '', label: 'Any value' },
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
  const [before, percent] = [number('before'), number('percent')];
  return {
    kind: 'calendar',
    kinds: ENTRY_KINDS.filter((kind) => data.has(`${KIND}${kind}`)),
    ...(text('importance') !== '' && { importance: text('importance') }),
    places: wordsOf(text('places')),
    symbols: wordsOf(text('symbols')),
    words: wordsOf(text('words')),
    sources: chosenSources(data),
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

/** Which entries trigger the rule, and when. */
export function CalendarFields({
  outside,
  faults,
}: {
  outside: Calendar | null;
  faults: Readonly<Record<string, string | undefined>>;
}) {
  const sources = useQuery(calendarSourcesQuery);
  const [isOnFigures, setOnFigures] = useState(outside?.released !== undefined);
  return (
    <>
      <fieldset className="grid gap-4">
        <legend className="mb-3 text-base font-semibold">When to trigger</legend>
        <TextField
          label="Minutes before"
          name="before"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={outside ? (outside.before ?? '') : 15}
          hint="Leave empty for no reminder. 1440 is a day."
          error={faults['before']}
        />
        <Checkbox name="at" defaultChecked={outside?.at ?? false} label="At the scheduled time" />
        <Checkbox
          name="released"
          checked={isOnFigures}
          onChange={({ target }) => setOnFigures(target.checked)}
          label="When the figure is released"
        />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(12rem,100%),1fr))] gap-4 pl-8">
          <Select
            label="The figure is"
            name="side"
            options={SIDES}
            disabled={!isOnFigures}
            defaultValue={outside?.released?.side ?? ''}
            error={faults['side']}
          />
          <TextField
            label="Off the forecast by %"
            name="percent"
            inputMode="decimal"
            disabled={!isOnFigures}
            autoComplete="off"
            defaultValue={outside?.released?.percent ?? ''}
            hint="At least this much. Leave empty for any."
            error={faults['percent']}
          />
        </div>
      </fieldset>
      <fieldset className="grid gap-4">
        <legend className="mb-3 text-base font-semibold">Which entries</legend>
        <fieldset>
          <legend className="mb-2.5 text-sm font-medium">Kinds</legend>
          <div className="flex flex-wrap gap-x-6 gap-y-3">
            {ENTRY_KINDS.map((kind) => (
              <Checkbox
                key={kind}
                name={`${KIND}${kind}`}
                defaultChecked={outside?.kinds.includes(kind) ?? false}
                label={KIND_LABELS[kind]}
              />
            ))}
          </div>
          <p className="mt-2 text-sm text-ink-2">Leave all unchecked for every kind.</p>
        </fieldset>
        <Select
          label="Importance"
          name="importance"
          options={IMPORTANCES}
          defaultValue={outside?.importance ?? ''}
          hint="Entries without an importance match only “Any”."
          error={faults['importance']}
        />
        <TextField
          label="Countries and currencies"
          name="places"
          autoComplete="off"
          defaultValue={textOf(outside?.places ?? [])}
          hint="Codes separated by commas, such as US, EUR. Leave empty for all."
          error={faults['places']}
        />
        <TextField
          label="Symbols"
          name="symbols"
          autoComplete="off"
          defaultValue={textOf(outside?.symbols ?? [])}
          hint="Such as AAPL, MSFT. Leave empty for all."
          error={faults['symbols']}
        />
        <TextField
          label="Any of these words"
          name="words"
          autoComplete="off"
          defaultValue={textOf(outside?.words ?? [])}
          hint="Such as CPI, payrolls, rate decision. Leave empty for any title."
          error={faults['words']}
        />
        <SourceChoice words={WORDS} chosen={outside?.sources ?? []} sources={sources} />
      </fieldset>
    </>
  );
}
