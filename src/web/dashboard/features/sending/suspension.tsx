import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { DEFAULT_FLAPPING, type Flapping, flappingSchema } from '#src/shared/flapping.ts';
import { useState } from 'react';
import { counted } from '#src/shared/plural.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { apiGet, apiPatch, ApiError } from '#src/web/lib/api/api.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';

const PATH = '/api/v1/sending/suspension';
const suspensionQuery = queryOptions({
  queryKey: ['rules', 'suspension'],
  queryFn: ({ signal }) => apiGet(PATH, flappingSchema, signal),
});

/** When rules are suspended by themselves. */
export function Suspension() {
  const { data } = useQuery(suspensionQuery);
  const mayWrite = useMay('workspace:write') === true;
  const [isChanging, setChanging] = useState(false);
  return (
    <section aria-labelledby="suspension">
      <h2 id="suspension" className="headline mt-10 text-h3">
        Suspend noisy rules
      </h2>
      <p className="mt-2 max-w-text text-sm text-ink-2">
        A rule that triggers too often about one symbol is suspended until someone resumes it. Owners, admins
        and the person who last changed the rule get a notification. Critical rules are only reported.
      </p>
      {data && isChanging ? <Limit limit={data} onClose={() => setChanging(false)} /> : null}
      {data && !isChanging ? (
        <p className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-rule py-4 text-base">
          {limitWords(data)}
          {mayWrite ? (
            <Button size="sm" onClick={() => setChanging(true)}>
              Change limit
            </Button>
          ) : null}
        </p>
      ) : null}
    </section>
  );
}

const limitWords = ({ most, minutes }: Flapping): string =>
  most === null ? 'No rule is suspended' : `More than ${most} times in ${counted(minutes, 'minute')}`;

type Texts = { most: string; minutes: string };

function Limit({ limit, onClose }: { limit: Flapping; onClose: () => void }) {
  const queries = useQueryClient();
  const { onSubmit, busy, field } = useCheckedForm<Texts, Flapping>({
    defaults: { most: limit.most?.toString() ?? '', minutes: String(limit.minutes) },
    start: 'most',
    check: ({ most, minutes }) =>
      checkBy(flappingSchema, {
        most: most.trim() === '' ? null : Number(most),
        minutes: minutes.trim() === '' ? DEFAULT_FLAPPING.minutes : Number(minutes),
      }),
    submit: async (form, { refuse }) => {
      try {
        queries.setQueryData(suspensionQuery.queryKey, await apiPatch(PATH, form, flappingSchema));
        toast({ title: 'Saved', description: limitWords(form) });
        onClose();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refuse('most', error.message);
      }
    },
  });
  return (
    <form
      noValidate
      aria-label="Suspend noisy rules"
      className="mt-4 grid max-w-120 items-start gap-5 sm:grid-cols-2"
      onSubmit={(event) => void onSubmit(event)}
    >
      <TextField
        label="Triggers, more than"
        hint="Empty: no rule is suspended."
        inputMode="numeric"
        autoComplete="off"
        {...field('most')}
      />
      <TextField label="In minutes" inputMode="numeric" autoComplete="off" {...field('minutes')} />
      <p className="flex gap-3 sm:col-span-2">
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? 'Saving...' : 'Save limit'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </p>
    </form>
  );
}
