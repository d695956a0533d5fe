import { isAuthError } from '@supabase/auth-js';
import { useState, type FormEvent } from 'react';
import { MAIL_ASKED } from '#src/web/auth/mail-asked.ts';
import { authErrorText } from '#src/web/auth/messages.ts';
import { sendRecovery } from '#src/web/auth/send-recovery.ts';
import { useAuth } from '#src/web/auth/use-auth.ts';
import { emailProblem } from '#src/web/auth/validate.ts';
import { Button, NOT_RESTORED } from '#src/web/ui/button.tsx';
import { useEarlySubmit } from '#src/web/ui/early-submit.ts';
import { EmailField } from '#src/web/ui/email-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { AuthHeading } from './auth-heading.tsx';
import { AuthRoot } from './auth-root.tsx';
import { Address, CheckMail } from './check-mail.tsx';
import { focusField, textValues } from '#src/web/ui/form.ts';

/** The island of /forgot-password. The form stands in the page as it was built; what is sent waits for the session. */
export function ForgotPasswordPage() {
  return (
    <AuthRoot onEntered="stay">
      <ForgotPasswordScreen />
    </AuthRoot>
  );
}

function ForgotPasswordScreen() {
  const { loading, user } = useAuth();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [mailed, setMailed] = useState<string | null>(null);
  const early = useEarlySubmit(!loading);

  async function send(email: string): Promise<void> {
    setBusy(true);
    try {
      await sendRecovery(email);
      if (mailed !== null) toast(MAIL_ASKED);
      setMailed(email);
    } catch (cause) {
      if (!isAuthError(cause)) throw cause;
      toast({
        title: 'The email wasn’t sent',
        description: authErrorText(cause),
        variant: 'destructive',
      });
    } finally {
      setBusy(false);
    }
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const email = textValues(event.currentTarget)['email']?.trim() ?? '';
    const problem = emailProblem(email);
    setError(problem);
    if (problem === undefined) await send(email);
    else focusField(event.currentTarget, 'email');
  }

  if (mailed !== null)
    return (
      <CheckMail
        again={
          <Button busy={busy} onClick={() => void send(mailed)}>
            {busy ? 'Sending...' : 'Send the email again'}
          </Button>
        }
      >
        If there is an account for <Address>{mailed}</Address>, we’re sending an email with a link to choose a
        new password.
      </CheckMail>
    );
  return (
    <>
      <AuthHeading title="Forgot your password?">
        Enter your email address, and we’ll email you a link to choose a new one.
      </AuthHeading>
      <form method="post" noValidate onSubmit={submit} className="early grid gap-5" {...early}>
        <EmailField defaultValue={user?.email ?? ''} error={error} />
        <Button type="submit" variant="primary" busy={busy} className="w-full" {...NOT_RESTORED}>
          {busy ? 'Processing...' : 'Email me a link'}
        </Button>
      </form>
      <p className="mt-6 text-sm text-ink-2">
        Remembered it?{' '}
        <a className="link" href="/signin">
          Sign In
        </a>
      </p>
    </>
  );
}
