import { useState, type FormEvent } from 'react';
import { HAND_PLANS, type OperatorWorkspace, planFormSchema } from '#src/shared/operator.ts';
import { PLANS } from '#src/shared/plans.ts';
import { useAct } from '#src/web/admin/lib/use-act.ts';
import { Button } from '#src/web/ui/button.tsx';
import { focusField } from '#src/web/ui/form.ts';
import { RadioGroup } from '#src/web/ui/radio-group.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';

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
  const [planId, setPlanId] = useState<string>(workspace.planId);
  const [term, setTerm] = useState<string>(workspace.status === 'Trial' ? 'trial' : 'active');
  const [day, setDay] = useState(
    dayOf(Math.max(Date.parse(workspace.trialEndsAt ?? '') || 0, now + 14 * DAY_MS)),
  );
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const { act, busy } = useAct('The plan was not set');
  const path = `/workspaces/${workspace.id}/plan`;

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const trialEndsAt = term === 'trial' ? `${day}T23:59:59Z` : null;
    const read = planFormSchema.safeParse({ planId, trialEndsAt, reason });
    setError(read.error?.issues[0]?.message);
    if (read.success) act({ path, body: read.data, done: 'Plan set' });
    else focusField(event.currentTarget, 'reason');
  }

  return (
    <form
      noValidate
      aria-labelledby="plan-by-hand"
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)] gap-5 self-start"
    >
      <h2 id="plan-by-hand" className="headline text-h4">
        Set the plan by hand
      </h2>
      <Select
        label="Plan"
        name="planId"
        options={PLAN_OPTIONS}
        value={planId}
        onChange={(event) => setPlanId(event.target.value)}
      />
      <RadioGroup legend="For how long" name="term" value={term} options={TERMS} onChange={setTerm} />
      {term === 'trial' ? (
        <TextField
          label="Last day, in UTC"
          name="day"
          type="date"
          min={dayOf(now)}
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
      ) : null}
      <TextField
        label="Why"
        name="reason"
        hint="Kept in the trail; the customer sees what was set, not why."
        maxLength={200}
        autoComplete="off"
        value={reason}
        error={error}
        onChange={(event) => {
          setReason(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" variant="primary" busy={busy === path} className="justify-self-start">
        {busy === path ? 'Setting...' : 'Set plan'}
      </Button>
    </form>
  );
}
