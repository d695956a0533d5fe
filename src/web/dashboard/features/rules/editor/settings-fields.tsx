import { useState } from 'react';
import { REPEATS_HINT } from '#src/shared/rules/repeats.ts';
import { RuleApproval } from '#src/web/dashboard/lib/approval/rule-approval.tsx';
import { hoursChoices } from '#src/web/dashboard/lib/speaking-times.ts';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import type { Draft, Faults } from './form.ts';
import { FREQUENCIES } from './frequencies.ts';

/** Hints for frequencies that don't wait for the bar to close. */
const EARLY_HINT =
  'Can trigger before the bar closes, checked each minute of a live feed. Conditions on other symbols or timeframes wait for the close.';
const triggersEarly = ({ frequency, timeframe }: Draft): boolean =>
  timeframe !== '1m' && (frequency === 'once_per_bar' || frequency === 'minutes');
/** What active hours mean on a timeframe. */
const HOURS_HINTS: Partial<Record<Draft['timeframe'], string>> = {
  '1d': 'On daily bars, only the days count.',
  '1w': 'On weekly bars, active hours have no effect.',
  '1M': 'On monthly bars, active hours have no effect.',
  '3M': 'On quarterly bars, active hours have no effect.',
  '12M': 'On yearly bars, active hours have no effect.',
};
const HOURS_HINT = 'The rule triggers on bars that are at least partly within these hours.';

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
        label="Frequency"
        options={FREQUENCIES}
        {...(triggersEarly(draft) && { hint: EARLY_HINT })}
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
        label="Cooldown (minutes)"
        inputMode="numeric"
        hint="Pauses the rule after each alert. Leave empty for none."
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
        label="Daily limit per symbol"
        inputMode="numeric"
        hint="Leave empty for no limit."
        value={draft.mostPerDay}
        error={faults.mostPerDay}
        onChange={(event) => set({ mostPerDay: event.target.value.trim() })}
      />
      <TextField
        label="Re-arm when"
        hint="After an alert, this must be true before the next one, such as rsi(14) < 60. Leave empty to re-arm at once."
        value={draft.rearm}
        error={faults.rearm}
        spellCheck={false}
        autoComplete="off"
        maxLength={4000}
        onChange={(event) => set({ rearm: event.target.value })}
      />
      <TextField
        label="End date"
        type="date"
        hint="The rule stops when this day begins, in UTC. Leave empty for no end."
        value={draft.expires}
        onChange={(event) => set({ expires: event.target.value })}
      />
      <Select
        label="Active hours"
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
        hint="Its alerts always go out at once: budgets, grouping and intervals don’t apply."
        checked={draft.critical}
        onChange={(event) => set({ critical: event.target.checked })}
      />
      <RuleApproval
        hasRoutes={draft.routes.length > 0}
        value={draft.approval}
        onChange={(approval) => set({ approval })}
      />
    </div>
  );
}
