import { ApiError } from '#src/web/lib/api/api.ts';
import { checkText } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { PasswordField } from '#src/web/ui/password-field.tsx';

/** Asks for the password before something that only the owner may do. A refusal of the API is shown at the field. */
export function ConfirmPassword({
  submitLabel,
  danger = false,
  onConfirm,
  onCancel,
}: {
  submitLabel: string;
  danger?: boolean;
  onConfirm: (password: string) => Promise<void>;
  onCancel: () => void;
}) {
  const { onSubmit, busy, field } = useCheckedForm({
    asksToLeave: false,
    defaults: { password: '' },
    start: 'password',
    check: ({ password }) =>
      checkText('password', password, (typed) =>
        typed === '' ? 'Please provide your password.' : undefined,
      ),
    submit: async ({ password }, { refuse }) => {
      try {
        await onConfirm(password);
      } catch (cause) {
        if (!(cause instanceof ApiError)) throw cause;
        refuse('password', cause.message);
      }
    },
  });

  return (
    <form noValidate onSubmit={onSubmit} className="grid max-w-100 gap-5">
      <PasswordField label="Your password" autoComplete="current-password" {...field('password')} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
          {busy ? 'Processing...' : submitLabel}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
