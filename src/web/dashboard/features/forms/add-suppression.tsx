import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { type SuppressionForm, suppressionFormSchema } from '#src/shared/suppressions.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { suppress } from './queries.ts';

type Values = { address: string; reason: string };

/** Suppresses an address by hand. */
export function AddSuppression({ onClose }: { onClose: () => void }) {
  const { run } = useActOn('contacts');
  const { onSubmit, busy, field } = useCheckedForm<Values, SuppressionForm>({
    defaults: { address: '', reason: '' },
    start: 'address',
    check: (values) => checkBy(suppressionFormSchema, values),
    submit: async (form, { refuse }) => {
      const answer = await run(() => suppress(form), {
        onRefused: (error) => refuse('address', error.message),
      });
      if (!answer) return;
      toast({ title: 'Address suppressed', description: form.address });
      onClose();
    },
  });
  return (
    <form
      noValidate
      onSubmit={onSubmit}
      aria-label="Suppress an address"
      className="mb-6 grid max-w-180 gap-4 border-l-2 border-rule pl-5"
    >
      <TextField
        label="Email address"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        {...field('address')}
      />
      <TextField label="Reason" hint="It stays in the history." autoComplete="off" {...field('reason')} />
      <div className="flex gap-3">
        <Button type="submit" variant="primary" busy={busy}>
          Suppress
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
