import { isAuthError } from '@supabase/auth-js';
import { useState, type FormEvent } from 'react';
import { authErrorText, NOT_CHANGED } from '#src/web/auth/messages.ts';
import { passwordProblem } from '#src/web/auth/password-problem.ts';
import { Button } from '#src/web/ui/button.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { focusField, textValues } from '#src/web/ui/form.ts';
import { NewPasswordField } from '#src/web/auth/new-password-field.tsx';

/**
 * One field for a new password. `onPassword` throws the auth client's error: one about the password is shown at
 * the field, another goes to `onRefused` (true: it has dealt with it) or into a toast.
 */
export function NewPasswordForm({
  submitLabel,
  onPassword,
  onRefused,
}: {
  submitLabel: string;
  onPassword: (password: string) => Promise<void>;
  onRefused?: (code: string | undefined) => boolean;
}) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = textValues(form)['password'] ?? '';
    const refuse = (sentence: string) => {
      setError(sentence);
      focusField(form, 'password');
    };
    const problem = passwordProblem(typed);
    if (problem !== undefined) {
      refuse(problem);
      return;
    }
    setError(undefined);
    setBusy(true);
    try {
      await onPassword(typed);
    } catch (cause) {
      if (!isAuthError(cause)) throw cause;
      if (cause.code === 'weak_password' || cause.code === 'same_password') refuse(authErrorText(cause));
      else if (!onRefused?.(cause.code))
        toast({
          title: NOT_CHANGED,
          description: authErrorText(cause),
          variant: 'destructive',
        });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <NewPasswordField
        label="New password"
        typed={password}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        error={error}
      />
      <Button type="submit" variant="primary" busy={busy} className="justify-self-start">
        {busy ? 'Processing...' : submitLabel}
      </Button>
    </form>
  );
}
