import { isAuthError } from '@supabase/auth-js';
import { useState, type FormEvent } from 'react';
import { authErrorText } from '#src/web/auth/messages.ts';
import { noteWeakness } from '#src/web/auth/weak-password.ts';
import { useAuth } from '#src/web/auth/use-auth.ts';
import { Button } from '#src/web/ui/button.tsx';
import { focusField, textValues } from '#src/web/ui/form.ts';
import { PasswordField } from '#src/web/ui/password-field.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';

/** For signed-out people with an account for the invited address. Afterwards the page offers to accept. */
export function InvitationSignIn({ email }: { email: string }) {
  const auth = useAuth();
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const { password = '' } = textValues(form);
    setMissing(password === '');
    if (password === '') {
      focusField(form, 'password');
      return;
    }
    setBusy(true);
    try {
      const { user, weak } = await auth.signIn(email, password);
      noteWeakness(user, weak);
    } catch (error) {
      if (!isAuthError(error)) throw error;
      toast({ title: 'Sign in failed', description: authErrorText(error), variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <p className="text-base text-ink-2">You have an account with this address. Sign in, then accept.</p>
      <TextField label="Email" name="email" type="email" autoComplete="username" readOnly value={email} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        aside={
          <a className="link -my-3 py-3 text-sm" href="/forgot-password">
            Forgot password?
          </a>
        }
        error={missing ? 'Please provide your password to continue.' : undefined}
      />
      <Button type="submit" variant="primary" busy={busy} className="w-full">
        {busy ? 'Processing...' : 'Sign In'}
      </Button>
    </form>
  );
}
