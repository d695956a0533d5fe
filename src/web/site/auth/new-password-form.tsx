import { isAuthError } from '@supabase/auth-js';
import { useState, type FormEvent } from 'react';
import { authErrorText, NOT_CHANGED } from '#src/web/auth/messages.ts';
import { passwordProblem } from '#src/web/auth/password-problem.ts';
import { Button } from '#src/web/ui/button.tsx';
import { PasswordField } from '#src/web/ui/password-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { focusField, textValues } from '#src/web/ui/form.ts';
import { PasswordChecklist } from '#src/web/auth/password-checklist.tsx';

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
      <div className="grid gap-3">
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={error}
        />
        <PasswordChecklist password={password} />
      </div>
      <Button type="submit" variant="primary" busy={busy} className="justify-self-start">
        {busy ? 'Processing...' : submitLabel}
      </Button>
    </form>
  );
}
