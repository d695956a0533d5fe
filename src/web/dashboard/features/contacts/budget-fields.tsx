import { type Budget, budgetSchema } from '#src/shared/attention.ts';
import { groupMinutesOf } from '#src/web/dashboard/lib/grouping.ts';
import { type Checked, checkBy } from '#src/web/lib/forms/check.ts';
import type { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { TextField } from '#src/web/ui/text-field.tsx';
import { ZoneField } from '#src/web/ui/zone-field.tsx';

/** How much an audience gets. */
type Attention = { budget: Budget | null; groupMinutes: number | null };
/** The same as it is typed. */
export type AttentionTexts = { perHour: string; perDay: string; timeZone: string; groupMinutes: string };

export const attentionTexts = ({ budget, groupMinutes }: Attention): AttentionTexts => ({
  perHour: budget?.perHour?.toString() ?? '',
  perDay: budget?.perDay?.toString() ?? '',
  timeZone: budget?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
  groupMinutes: groupMinutes?.toString() ?? '',
});

const number = (text: string): number | null => (text.trim() === '' ? null : Number(text));

export function attentionOf(texts: AttentionTexts): Checked<Attention> {
  const { data: budget, faults: over } = budgetOf(texts);
  const { data: group, faults } = groupMinutesOf(texts.groupMinutes);
  if (over || faults) return { faults: { ...over, ...faults } };
  return { data: { budget, ...group } };
}

/** Without a limit there is no budget. */
function budgetOf({
  perHour,
  perDay,
  timeZone,
}: Omit<AttentionTexts, 'groupMinutes'>): Checked<Budget | null> {
  if (number(perHour) === null && number(perDay) === null) return { data: null };
  return checkBy(budgetSchema, { perHour: number(perHour), perDay: number(perDay), timeZone });
}

/** `At most 5 alerts an hour and 20 a day (Europe/London)`; '' for none. */
export function budgetWords(budget: Budget | null): string {
  if (!budget) return '';
  const { perHour, perDay, timeZone } = budget;
  const alerts = (most: number): string => `${most} ${most === 1 ? 'alert' : 'alerts'}`;
  if (perHour === null) return `At most ${alerts(perDay ?? 0)} a day (${timeZone})`;
  return `At most ${alerts(perHour)} an hour${perDay === null ? '' : ` and ${perDay} a day (${timeZone})`}`;
}

type Field = (name: keyof AttentionTexts) => Omit<
  ReturnType<ReturnType<typeof useCheckedForm<AttentionTexts, unknown>>['field']>,
  'name'
> & {
  name: string;
};

/** How many alerts an audience gets at most, and which it gets as one. */
export function AttentionFields({ field }: { field: Field }) {
  return (
    <>
      <BudgetFields field={field} />
      <fieldset className="grid items-start gap-5 sm:col-span-2 sm:grid-cols-2">
        <legend className="mb-3 font-medium">Grouping</legend>
        <p className="max-w-text text-sm text-ink-2 sm:col-span-2">
          If several rules trigger on one symbol that moved the same way, each person gets the first alert
          only. The others stay in the list, with a link to that alert. Critical rules are always sent. Leave
          it empty to send every alert.
        </p>
        <TextField
          label="Group for (minutes)"
          hint="15 suits most audiences."
          inputMode="numeric"
          autoComplete="off"
          {...field('groupMinutes')}
        />
      </fieldset>
    </>
  );
}

function BudgetFields({ field }: { field: Field }) {
  return (
    <fieldset className="grid items-start gap-5 sm:col-span-2 sm:grid-cols-2">
      <legend className="mb-3 font-medium">Attention budget</legend>
      <p className="max-w-text text-sm text-ink-2 sm:col-span-2">
        The most important alerts go out until a limit is reached. The others come in one digest when the hour
        or the day ends. Critical rules are never held. Leave both empty for no limit.
      </p>
      <TextField label="Alerts an hour" inputMode="numeric" autoComplete="off" {...field('perHour')} />
      <TextField label="Alerts a day" inputMode="numeric" autoComplete="off" {...field('perDay')} />
      <ZoneField
        label="Time zone of the budget"
        hint="Its hours and days begin by this clock."
        {...field('timeZone')}
      />
    </fieldset>
  );
}
