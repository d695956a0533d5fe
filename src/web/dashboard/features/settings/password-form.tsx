import { isAuthError } from '@supabase/auth-js';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { authClient } from '#src/web/auth/client.ts';
import { authErrorText, NOT_CHANGED, PASSWORD_UPDATED } from '#src/web/auth/messages.ts';
import { NewPasswordField } from '#src/web/auth/new-password-field.tsx';
import { passwordProblem } from '#src/web/auth/password-problem.ts';
import { useAuth } from '#src/web/auth/use-auth.ts';
import { forgetWeakness } from '#src/web/auth/weak-password.ts';
import { Button } from '#src/web/ui/button.tsx';
import { focusField, textValues } from '#src/web/ui/form.ts';
import { PasswordField } from '#src/web/ui/password-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { CodeField } from './code-field.tsx';
import { mailCode, type MailedCode } from './mail-code.ts';

type Errors = { current?: string; password?: string; code?: string };

/** Which field a refusal is about. */
const FIELD: Record<string, keyof Errors> = {
  current_password_invalid: 'current',
  current_password_required: 'current',
  weak_password: 'password',
  same_password: 'password',
  reauthentication_not_valid: 'code',
};

export function PasswordForm({ onClose }: { onClose: () => void }) {
  const { user } = useAuth();
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const [owed, setOwed] = useState<MailedCode | null>(null);
  const owesCode = owed !== null;
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
      const mailing = await mailCode();
      if (mailing.code !== null) {
        setBusy(false);
        return setOwed(mailing.code);
      }
      ({ error } = mailing);
    }
    setBusy(false);
    if (!error) {
      forgetWeakness();
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
      <NewPasswordField
        label="New password"
        value={password}
        onChange={setPassword}
        error={errors.password}
      />
      {owed ? (
        <CodeField email={user?.email ?? 'you'} mailed={owed} onMailed={setOwed} error={errors.code} />
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
