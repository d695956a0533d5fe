import { useEffect, useRef, useState, type FormEvent } from 'react';
import { ApiError } from '#src/web/dashboard/lib/api.ts';
import { Button } from '#src/web/ui/button.tsx';
import { focusField, textValues } from '#src/web/ui/form.ts';
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
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLFormElement>(null);
  // The button that was pressed is gone: typing goes on here.
  useEffect(() => {
    if (box.current) focusField(box.current, 'password');
  }, []);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const { password = '' } = textValues(form);
    if (password === '') {
      setError('Please provide your password.');
      focusField(form, 'password');
      return;
    }
    setError(undefined);
    setBusy(true);
    try {
      await onConfirm(password);
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setError(cause.message);
      focusField(form, 'password');
    } finally {
      setBusy(false);
    }
  }

  return (
    <form ref={box} noValidate onSubmit={submit} className="grid max-w-100 gap-5">
      <PasswordField label="Your password" name="password" autoComplete="current-password" error={error} />
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
