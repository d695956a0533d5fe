import { isAuthError } from '@supabase/auth-js';
import { useState } from 'react';
import { authClient } from '#src/web/auth/client.ts';
import { authErrorText, NOT_CHANGED, PASSWORD_UPDATED } from '#src/web/auth/messages.ts';
import { resetPassword } from '#src/web/auth/reset-password.ts';
import { SecondStep } from '#src/web/auth/second-step.tsx';
import { useAuth } from '#src/web/auth/use-auth.ts';
import { buttonClass } from '#src/web/ui/button.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { AuthHeading, AuthLoading } from './auth-heading.tsx';
import { AuthRoot } from './auth-root.tsx';
import { LinkProblem } from './link-problem.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { onwardInAddress, OnwardStep } from './onward-step.tsx';

/** The island of /reset-password, where the mailed link leads. Nobody is ever sent away from here. */
export function ResetPasswordPage() {
  return (
    <AuthRoot onEntered="stay">
      <ResetPasswordScreen />
    </AuthRoot>
  );
}

const currentSession = async () => (await authClient().getSession()).data.session;
const tokenInAddress = () =>
  typeof location === 'undefined' ? null : new URLSearchParams(location.search).get('token_hash');

function ResetPasswordScreen() {
  const { loading, session, notice } = useAuth();
  const [progress] = useState(() => ({ tokenHash: tokenInAddress() }));
  const [step, setStep] = useState<'password' | 'code' | 'expired' | 'done'>('password');
  const [chosen, setChosen] = useState('');
  const [onward, setOnward] = useState(onwardInAddress);

  async function change(password: string): Promise<void> {
    setChosen(password);
    const outcome = await resetPassword(progress, password, currentSession);
    // Spent: a reload must not offer it again.
    history.replaceState(history.state, '', location.pathname);
    setStep(outcome);
    if (outcome === 'done') toast(PASSWORD_UPDATED);
  }

  /** The code was right and the password is not taken: it is typed again. */
  function refused(error: unknown): void {
    if (!isAuthError(error)) throw error;
    toast({ title: NOT_CHANGED, description: authErrorText(error), variant: 'destructive' });
    setStep('password');
  }

  if (loading) return <AuthLoading />;
  if (step === 'done')
    return (
      <div aria-live="polite">
        <AuthHeading title="Password updated">
          You are signed in with the new password on this device.
        </AuthHeading>
        <a className={buttonClass('primary')} href="/dashboard">
          Open your dashboard
        </a>
      </div>
    );
  if (step === 'code' && session !== null)
    return <SecondStep onEntered={() => void change(chosen).catch(refused)} />;
  if (step === 'expired' || notice !== null || (progress.tokenHash === null && session === null))
    return (
      <LinkProblem kind={step === 'expired' || notice !== null ? 'expired' : 'incomplete'}>
        <a className={buttonClass('primary')} href="/forgot-password">
          Email me a new link
        </a>
      </LinkProblem>
    );
  if (onward !== null && progress.tokenHash !== null)
    return (
      <OnwardStep
        link={{ type: 'recovery', tokenHash: progress.tokenHash, onward }}
        title="Choose a new password"
        onRefused={() => setOnward(null)}
      />
    );
  return (
    <>
      <AuthHeading title="Choose a new password">
        Setting it signs out every other device and keeps this one signed in.
      </AuthHeading>
      <NewPasswordForm
        submitLabel="Set new password"
        onPassword={change}
        onRefused={(code) => {
          if (code !== 'otp_expired') return false;
          setStep('expired');
          return true;
        }}
      />
    </>
  );
}
