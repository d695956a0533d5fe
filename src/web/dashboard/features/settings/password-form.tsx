import { type AuthError, isAuthError } from '@supabase/auth-js';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { authClient } from '#src/web/auth/client.ts';
import { authErrorText, NOT_CHANGED, PASSWORD_UPDATED } from '#src/web/auth/messages.ts';
import { PasswordChecklist } from '#src/web/auth/password-checklist.tsx';
import { passwordProblem } from '#src/web/auth/password-problem.ts';
import { useAuth } from '#src/web/auth/use-auth.ts';
import { Button } from '#src/web/ui/button.tsx';
import { focusField, textValues } from '#src/web/ui/form.ts';
import { PasswordField } from '#src/web/ui/password-field.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';

type Errors = { current?: string; password?: string; code?: string };

/** Which field a refusal is about. */
const FIELD: Record<string, keyof Errors> = {
  current_password_invalid: 'current',
  current_password_required: 'current',
  weak_password: 'password',
  same_password: 'password',
  reauthentication_not_valid: 'code',
};

/** Mails the code that a long session owes; one that was mailed within the minute is still good. */
async function mailCode(): Promise<AuthError | null> {
  const { error } = await authClient().reauthenticate();
  return error?.code === 'over_email_send_rate_limit' ? null : error;
}

export function PasswordForm({ onClose }: { onClose: () => void }) {
  const { user } = useAuth();
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const [owesCode, setOwesCode] = useState(false);
  const box = useRef<HTMLFormElement>(null);
  // The button that was pressed is gone: typing goes on here.
  useEffect(() => {
    if (box.current) focusField(box.current, owesCode ? 'code' : 'current');
  }, [owesCode]);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const { current = '', code = '' } = textValues(form);
    const nonce = code.replaceAll(/\D/g, '');
    const refuse = (field: keyof Errors, sentence: string) => {
      setErrors({ [field]: sentence });
      focusField(form, field);
    };
    const problem = passwordProblem(password);
    if (current === '') return refuse('current', 'Please provide your current password.');
    if (problem !== undefined) return refuse('password', problem);
    if (owesCode && nonce.length !== 6) return refuse('code', 'Enter the six digits from the mail.');
    setErrors({});
    setBusy(true);
    const change = { password, current_password: current, ...(owesCode ? { nonce } : {}) };
    let { error } = await authClient().updateUser(change);
    if (error?.code === 'reauthentication_needed') {
      error = await mailCode();
      if (!error) {
        setBusy(false);
        return setOwesCode(true);
      }
    }
    setBusy(false);
    if (!error) {
      toast(PASSWORD_UPDATED);
      return onClose();
    }
    const field = isAuthError(error) ? FIELD[error.code ?? ''] : undefined;
    if (field) return refuse(field, authErrorText(error));
    toast({ title: NOT_CHANGED, description: authErrorText(error), variant: 'destructive' });
  }

  return (
    <form ref={box} noValidate onSubmit={submit} className="grid max-w-100 gap-5">
      {/* For password managers: whose password this is. */}
      <input type="text" hidden readOnly autoComplete="username" value={user?.email ?? ''} />
      <PasswordField
        label="Current password"
        name="current"
        autoComplete="current-password"
        aside={
          <a className="link -my-3 py-3 text-sm" href="/forgot-password">
            Forgot password?
          </a>
        }
        error={errors.current}
      />
      <div className="grid gap-3">
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={errors.password}
        />
        <PasswordChecklist password={password} />
      </div>
      {owesCode ? (
        <div aria-live="polite">
          <TextField
            label="Code from the mail"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder="000000"
            maxLength={12}
            hint={`You have been signed in for a while. We have mailed a code to ${user?.email ?? 'you'}.`}
            error={errors.code}
          />
        </div>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? 'Processing...' : 'Change Password'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
