import { useState } from 'react';
import { REPEATS_HINT, repeatsIn, repeatsText, SAY_REPEATS } from '#src/shared/rules/repeats.ts';
import type { RuleLimits } from '#src/shared/rules/settings.ts';
import { hoursChoices, storedTimes, timesOf } from '#src/web/dashboard/lib/speaking-times.ts';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';

type Faults = Partial<Record<string, string>>;

/** Frequency and hours of a rule as a form has them. A wrong figure is passed on, for the schema to reject. */
export function limitsIn(values: Readonly<Record<string, string>>): RuleLimits {
  const {
    most = '',
    expires = '',
    expiresAt = '',
    hours = 'any',
    timeZone = '',
    from = '',
    to = '',
    critical = '',
    repeats = '',
  } = values;
  return {
    ...(most.trim() !== '' && { most_per_day: Number(most) }),
    ...(critical !== '' && { critical: true }),
    // What can't be read is rejected by the schema.
    ...(repeats.trim() !== '' && { repeat_minutes: repeatsIn(repeats) ?? [] }),
    ...storedTimes({ expires, expiresAt, hours, timeZone: timeZone.trim(), from, to }),
  };
}

/** The field that a rejected part of the settings was typed into, and its error. */
export function limitFault(path: readonly PropertyKey[]): { field: string; sentence: string } {
  if (path[0] === 'most_per_day') return { field: 'most', sentence: 'Enter a whole number from 1 to 1,000.' };
  if (path[0] === 'repeat_minutes') return { field: 'repeats', sentence: SAY_REPEATS };
  if (path[0] === 'expires') return { field: 'expires', sentence: 'Enter a day.' };
  return path[1] === 'time_zone'
    ? { field: 'timeZone', sentence: 'We don’t know this time zone. Use a name such as America/New_York.' }
    : { field: String(path[1] ?? 'hours'), sentence: 'Enter a time, such as 09:30.' };
}

/** Frequency and hours, as rules on the market have them, in wall-clock time. */
export function LimitFields({ settings, faults }: { settings: RuleLimits; faults: Faults }) {
  const [times] = useState(() => timesOf(settings));
  const [hours, setHours] = useState(times.hours);
  return (
    <>
      <TextField
        label="Daily limit"
        name="most"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={settings.most_per_day ?? ''}
        hint="Leave empty for no limit."
        error={faults['most']}
      />
      <TextField
        label="Repeats"
        name="repeats"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="1h, 4h, 1d"
        defaultValue={repeatsText(settings.repeat_minutes ?? [])}
        hint={REPEATS_HINT}
        error={faults['repeats']}
      />
      <TextField
        label="End date"
        name="expires"
        type="date"
        defaultValue={times.expires}
        hint="The rule stops when this day begins, in UTC. Leave empty for no end."
        error={faults['expires']}
      />
      <input type="hidden" name="expiresAt" value={times.expiresAt} />
      <Select
        label="Active hours"
        name="hours"
        options={hoursChoices(times.hours)}
        value={hours}
        {...(hours !== 'any' && { hint: 'Anything that arrives at another time never triggers an alert.' })}
        onChange={(event) => setHours(event.target.value)}
      />
      {hours === 'any' ? null : (
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label="From"
            name="from"
            type="time"
            required
            defaultValue={times.from}
            error={faults['from']}
          />
          <TextField label="To" name="to" type="time" required defaultValue={times.to} error={faults['to']} />
          <div className="col-span-2">
            <TextField
              label="Time zone"
              name="timeZone"
              autoComplete="off"
              defaultValue={times.timeZone}
              error={faults['timeZone']}
            />
          </div>
        </div>
      )}
      <Checkbox
        label="Critical"
        name="critical"
        value="critical"
        defaultChecked={settings.critical === true}
        hint="Its alerts always go out at once: budgets, grouping and intervals don’t apply."
      />
    </>
  );
}
