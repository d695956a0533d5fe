import { isAuthError, type UserAttributes } from '@supabase/auth-js';
import { useState } from 'react';
import { authClient } from '#src/web/auth/client.ts';
import { authErrorText, NOT_CHANGED, PASSWORD_UPDATED } from '#src/web/auth/messages.ts';
import { NewPasswordField } from '#src/web/auth/new-password-field.tsx';
import { passwordProblem } from '#src/web/auth/password-problem.ts';
import { useAuth } from '#src/web/auth/use-auth.ts';
import { forgetWeakness } from '#src/web/auth/weak-password.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { PasswordField } from '#src/web/ui/password-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { CodeField } from './code-field.tsx';
import { mailCode, type MailedCode } from './mail-code.ts';

type Values = { current: string; password: string; code?: string };

/** Which field a refusal is about. */
const FIELD: Record<string, keyof Values> = {
  current_password_invalid: 'current',
  current_password_required: 'current',
  weak_password: 'password',
  same_password: 'password',
  reauthentication_not_valid: 'code',
};

export function PasswordForm({ onClose }: { onClose: () => void }) {
  const { user } = useAuth();
  const [owed, setOwed] = useState<MailedCode | null>(null);
  const owesCode = owed !== null;
  const { onSubmit, busy, field, watch } = useCheckedForm<Values, UserAttributes>({
    asksToLeave: false,
    defaults: { current: '', password: '', code: '' },
    start: owesCode ? 'code' : 'current',
    check: ({ current, password, code = '' }) => {
      const nonce = code.replaceAll(/\D/g, '');
      const problem = passwordProblem(password);
      if (current === '') return { faults: { current: 'Please provide your current password.' } };
      if (problem !== undefined) return { faults: { password: problem } };
      if (owesCode && nonce.length !== 6) return { faults: { code: 'Enter the six digits from the email.' } };
      return { data: { password, current_password: current, ...(owesCode ? { nonce } : {}) } };
    },
    submit: async (change, { refuse }) => {
      let { error } = await authClient().updateUser(change);
      if (error?.code === 'reauthentication_needed') {
        const mailing = await mailCode();
        if (mailing.code !== null) return setOwed(mailing.code);
        ({ error } = mailing);
      }
      if (!error) {
        forgetWeakness();
        toast(PASSWORD_UPDATED);
        return onClose();
      }
      const named = isAuthError(error) ? FIELD[error.code ?? ''] : undefined;
      if (named) return refuse(named, authErrorText(error));
      toast({ title: NOT_CHANGED, description: authErrorText(error), variant: 'destructive' });
    },
  });

  return (
    <form noValidate onSubmit={onSubmit} className="grid max-w-100 gap-5">
      {/* For password managers: whose password this is. */}
      <input type="text" hidden readOnly autoComplete="username" value={user?.email ?? ''} />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        aside={
          <a className="link -my-3 py-3 text-sm" href="/forgot-password">
            Forgot password?
          </a>
        }
        {...field('current')}
      />
      <NewPasswordField label="New password" typed={watch('password')} {...field('password')} />
      {owed ? (
        <CodeField email={user?.email ?? 'you'} mailed={owed} onMailed={setOwed} {...field('code')} />
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
