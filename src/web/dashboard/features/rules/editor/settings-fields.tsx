import { useState } from 'react';
import { REPEATS_HINT } from '#src/shared/rules/repeats.ts';
import { ApprovalSelect } from '#src/web/dashboard/lib/approval/approval-select.tsx';
import { hoursChoices } from '#src/web/dashboard/lib/speaking-times.ts';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import type { Draft, Faults } from './form.ts';
import { FREQUENCIES } from './frequencies.ts';

/** Hints for frequencies that don't wait for the bar to close. */
const EARLY_HINT =
  'Also while the bar is still open, whenever a minute of a live feed closes. With other symbols or timeframes in the condition it waits for the close.';
const speaksEarly = ({ frequency, timeframe }: Draft): boolean =>
  timeframe !== '1m' && (frequency === 'once_per_bar' || frequency === 'minutes');
/** What hours mean to bars of a size. */
const HOURS_HINTS: Partial<Record<Draft['timeframe'], string>> = {
  '1d': 'A daily bar has the hours of its day in it: only the day decides.',
  '1w': 'A weekly bar has every day in it: the hours keep it from nothing.',
};
const HOURS_HINT = 'It speaks when a bar closes that lies, in part at least, within the hours.';

/** Frequency and hours of the rule. */
export function SettingsFields({
  draft,
  faults,
  set,
}: {
  draft: Draft;
  faults: Faults;
  set: (change: Partial<Draft>) => void;
}) {
  const [hours] = useState(() => hoursChoices(draft.hours));
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Select
        label="Speaks"
        options={FREQUENCIES}
        {...(speaksEarly(draft) && { hint: EARLY_HINT })}
        value={draft.frequency}
        onChange={(event) => set({ frequency: event.target.value as Draft['frequency'] })}
      />
      {draft.frequency === 'minutes' ? (
        <TextField
          label="Minutes"
          inputMode="numeric"
          value={draft.minutes}
          error={faults.minutes}
          onChange={(event) => set({ minutes: event.target.value.trim() })}
        />
      ) : null}
      <TextField
        label="Cooldown in minutes"
        inputMode="numeric"
        hint="After it spoke, it keeps still for so long. Empty: no cooldown."
        value={draft.cooldown}
        error={faults.cooldown}
        onChange={(event) => set({ cooldown: event.target.value.trim() })}
      />
      <TextField
        label="Repeats"
        hint={REPEATS_HINT}
        placeholder="1h, 4h, 1d"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={draft.repeats}
        error={faults.repeats}
        onChange={(event) => set({ repeats: event.target.value.trim() === '' ? '' : event.target.value })}
      />
      <TextField
        label="At most a day, per symbol"
        inputMode="numeric"
        hint="Empty: no limit."
        value={draft.mostPerDay}
        error={faults.mostPerDay}
        onChange={(event) => set({ mostPerDay: event.target.value.trim() })}
      />
      <TextField
        label="May speak again once"
        hint="A condition that must have been true in between, such as rsi(14) < 60. Empty: at once."
        value={draft.rearm}
        error={faults.rearm}
        spellCheck={false}
        autoComplete="off"
        maxLength={4000}
        onChange={(event) => set({ rearm: event.target.value })}
      />
      <TextField
        label="Ends on"
        type="date"
        hint="From that day on (UTC) it is silent. Empty: never."
        value={draft.expires}
        onChange={(event) => set({ expires: event.target.value })}
      />
      <Select
        label="Watches"
        options={hours}
        {...(draft.hours !== 'any' && { hint: HOURS_HINTS[draft.timeframe] ?? HOURS_HINT })}
        value={draft.hours}
        onChange={(event) => set({ hours: event.target.value })}
      />
      {draft.hours === 'any' ? null : (
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label="From"
            type="time"
            required
            value={draft.from}
            onChange={(event) => set({ from: event.target.value })}
          />
          <TextField
            label="To"
            type="time"
            required
            value={draft.to}
            onChange={(event) => set({ to: event.target.value })}
          />
          <div className="col-span-2">
            <TextField
              label="Time zone"
              value={draft.timeZone}
              autoComplete="off"
              onChange={(event) => set({ timeZone: event.target.value.trim() })}
            />
          </div>
        </div>
      )}
      <Checkbox
        label="Critical"
        hint="Always sent at once: no budget, grouping or interval holds its alerts."
        checked={draft.critical}
        onChange={(event) => set({ critical: event.target.checked })}
      />
      <ApprovalSelect
        value={draft.approval}
        onChange={(event) => set({ approval: event.target.value as Draft['approval'] })}
      />
    </div>
  );
}
