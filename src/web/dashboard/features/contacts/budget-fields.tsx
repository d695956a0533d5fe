import { type Budget, budgetSchema } from '#src/shared/attention.ts';
import { type Checked, checkBy } from '#src/web/lib/forms/check.ts';
import type { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { TextField } from '#src/web/ui/text-field.tsx';
import { ZoneField } from '#src/web/ui/zone-field.tsx';

/** A budget as it is typed. */
export type BudgetTexts = { perHour: string; perDay: string; timeZone: string };

export const budgetTexts = (budget: Budget | null): BudgetTexts => ({
  perHour: budget?.perHour?.toString() ?? '',
  perDay: budget?.perDay?.toString() ?? '',
  timeZone: budget?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** Without a limit there is no budget. */
export function budgetOf({ perHour, perDay, timeZone }: BudgetTexts): Checked<Budget | null> {
  const number = (text: string): number | null => (text.trim() === '' ? null : Number(text));
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

type Field = (name: keyof BudgetTexts) => Omit<
  ReturnType<ReturnType<typeof useCheckedForm<BudgetTexts, unknown>>['field']>,
  'name'
> & {
  name: string;
};

/** How many alerts an audience gets at most. */
export function BudgetFields({ field }: { field: Field }) {
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
