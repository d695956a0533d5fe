import { useState } from 'react';
import {
  HAND_PLANS,
  type OperatorWorkspace,
  type PlanForm as Wanted,
  planFormSchema,
} from '#src/shared/operator.ts';
import { PLANS } from '#src/shared/plans.ts';
import { useAct } from '#src/web/admin/lib/use-act.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { RadioGroup } from '#src/web/ui/radio-group.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';

/** `day` is on the screen for a trial only. */
type Values = { planId: string; day?: string; reason: string };

const DAY_MS = 86_400_000;
const PLAN_OPTIONS = HAND_PLANS.map((value) => ({
  value,
  label: PLANS.find(({ id }) => id === value)?.name.site ?? value,
}));
const TERMS = [
  { value: 'active', label: 'For good' },
  { value: 'trial', label: 'On trial' },
] as const;

/** As a date field writes it, in UTC. */
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** What is agreed on with people and not paid at a checkout: a plan for good, or more time to try. */
export function PlanForm({ workspace }: { workspace: OperatorWorkspace }) {
  const [now] = useState(() => Date.now());
  const [term, setTerm] = useState<string>(workspace.status === 'Trial' ? 'trial' : 'active');
  const { act, busy } = useAct('The plan wasn’t set');
  const path = `/workspaces/${workspace.id}/plan`;
  const { onSubmit, field } = useCheckedForm<Values, Wanted>({
    defaults: {
      planId: workspace.planId,
      day: dayOf(Math.max(Date.parse(workspace.trialEndsAt ?? '') || 0, now + 14 * DAY_MS)),
      reason: '',
    },
    // Any fault is shown at the reason, the one field that is typed freely.
    check: ({ planId, day, reason }) =>
      checkBy(
        planFormSchema,
        { planId, reason, trialEndsAt: term === 'trial' ? `${day}T23:59:59Z` : null },
        () => 'reason',
      ),
    submit: (body) => act({ path, body, done: 'Plan set' }),
  });

  return (
    <form
      noValidate
      aria-labelledby="plan-by-hand"
      onSubmit={onSubmit}
      className="grid grid-cols-[minmax(0,1fr)] gap-5 self-start"
    >
      <h2 id="plan-by-hand" className="headline text-h4">
        Set the plan by hand
      </h2>
      <Select label="Plan" options={PLAN_OPTIONS} {...field('planId')} />
      <RadioGroup legend="For how long" name="term" value={term} options={TERMS} onChange={setTerm} />
      {term === 'trial' ? (
        <TextField label="Last day, in UTC" type="date" min={dayOf(now)} {...field('day')} />
      ) : null}
      <TextField
        label="Why"
        hint="Kept in the trail; the customer sees what was set, not why."
        maxLength={200}
        autoComplete="off"
        {...field('reason')}
      />
      <Button type="submit" variant="primary" busy={busy === path} className="justify-self-start">
        {busy === path ? 'Setting...' : 'Set plan'}
      </Button>
    </form>
  );
}
