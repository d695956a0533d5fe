import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type DeputyForm, deputyFormSchema } from '#src/shared/deputies.ts';
import type { Member } from '#src/shared/team.ts';
import { ownZone, tomorrowMorning } from '#src/web/dashboard/lib/alert/plan.ts';
import { ApiError } from '#src/web/lib/api/api.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { ZoneField } from '#src/web/ui/zone-field.tsx';
import { setAbsence } from './queries.ts';

type Values = { member: string; deputy: string; from: string; until: string; timeZone: string };
const FIELDS: readonly (keyof Values)[] = ['member', 'deputy', 'from', 'until', 'timeZone'];

/**
 * Names a deputy for a time. `people`: those who may decide on alerts. Without `self`, it asks who is away.
 */
export function AbsenceForm({ people, self }: { people: readonly Member[]; self: string | null }) {
  const queries = useQueryClient();
  const [empty] = useState<Values>(() => ({
    member: self ?? '',
    deputy: '',
    from: tomorrowMorning(new Date()),
    until: '',
    timeZone: ownZone(),
  }));
  const { onSubmit, busy, field, watch } = useCheckedForm<Values, DeputyForm>({
    defaults: empty,
    check: ({ member, ...values }) =>
      checkBy(deputyFormSchema, {
        ...values,
        from: values.from.slice(0, 16),
        until: values.until.slice(0, 16),
        ...(self === null && { member }),
      }),
    submit: async (form, { reset, refuse }) => {
      try {
        const made = await setAbsence(form);
        reset(empty);
        toast({ title: 'Deputy named', description: `${made.deputy.name} has a notification.` });
        void queries.invalidateQueries({ queryKey: ['team'] });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refuse(FIELDS.find((name) => name === error.field) ?? 'deputy', error.message);
      }
    },
  });
  const away = self ?? watch('member');
  const choices = (none: string, without: string) => [
    { value: '', label: none },
    ...people
      .filter(({ userId }) => userId !== without)
      .map(({ userId, name }) => ({ value: userId, label: name })),
  ];
  return (
    <form noValidate onSubmit={onSubmit} aria-label="Name a deputy" className="max-w-140">
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {self === null ? (
          <Select label="Who is away" options={choices('Choose a member', '')} {...field('member')} />
        ) : null}
        <Select
          label={self === null ? 'Deputy' : 'Who decides in your place'}
          options={choices('Choose a member', away)}
          {...field('deputy')}
        />
        <TextField label="From" type="datetime-local" {...field('from')} />
        <TextField label="Until" type="datetime-local" {...field('until')} />
        <ZoneField label="Time zone" {...field('timeZone')} />
      </div>
      <Button type="submit" className="mt-5" busy={busy}>
        {busy ? 'Saving...' : 'Name deputy'}
      </Button>
    </form>
  );
}
