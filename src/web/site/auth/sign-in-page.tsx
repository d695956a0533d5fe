import { isAuthError } from '@supabase/auth-js';
import { useState, useSyncExternalStore, type FormEvent } from 'react';
import { TRIAL_DAYS } from '#src/shared/product.ts';
import { readLead } from '#src/web/auth/lead.ts';
import { authErrorText } from '#src/web/auth/messages.ts';
import { SecondStep } from '#src/web/auth/second-step.tsx';
import { useAuth } from '#src/web/auth/use-auth.ts';
import { noteWeakness } from '#src/web/auth/weak-password.ts';
import { missingField, splitName, type Problem } from '#src/web/auth/validate.ts';
import { Button, NOT_RESTORED } from '#src/web/ui/button.tsx';
import { EmailField } from '#src/web/ui/email-field.tsx';
import { PasswordField } from '#src/web/ui/password-field.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { AuthHeading, AuthLoading } from './auth-heading.tsx';
import { AuthRoot } from './auth-root.tsx';
import { ConfirmFirst } from './confirm-first.tsx';
import { useEarlySubmit } from '#src/web/ui/early-submit.ts';
import { focusField, textValues } from '#src/web/ui/form.ts';
import { useSignedOut } from './use-signed-out.ts';

const never = () => () => {};
const signUpAsked = () => new URLSearchParams(location.search).get('action') === 'signup';

/**
 * The island of /signin: one screen for both modes; `?action=signup` starts in sign-up. The form stands in the page as
 * it was built, to be read, typed into and sent; it goes out once it is known that nobody is signed in.
 */
export function SignInPage() {
  return (
    <AuthRoot onEntered="leave">
      <SignInScreen />
    </AuthRoot>
  );
}

function SignInScreen() {
  const auth = useAuth();
  const step = useSignedOut(auth);
  const forced = useSyncExternalStore(never, signUpAsked, () => false);
  const [toggled, setToggled] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [mailed, setMailed] = useState<string | null>(null);
  const [lead] = useState(readLead);
  const signUp = forced && !toggled;
  const checking = step === 'loading';
  const early = useEarlySubmit(!checking);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const values = textValues(form);
    const missing = missingField(values);
    setProblem(missing);
    if (missing) {
      toast({ title: missing.title, description: missing.description, variant: 'destructive' });
      focusField(form, missing.field);
      return;
    }
    const { email = '', password = '', firstName = '', lastName = '' } = values;
    setBusy(true);
    try {
      if (!signUp) {
        const { user, weak } = await auth.signIn(email.trim(), password);
        // Said in the account area: the toasts of a sign-in are fixed.
        noteWeakness(user, weak);
      } else if ((await auth.signUp({ email: email.trim(), password, firstName, lastName })) === 'confirm')
        setMailed(email.trim());
    } catch (error) {
      if (!isAuthError(error)) throw error;
      // The password was right: what is missing is the click on the mailed link.
      if (error.code === 'email_not_confirmed') setMailed(email.trim());
      const title = signUp ? 'Sign up failed' : 'Sign in failed';
      toast({ title, description: authErrorText(error), variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  }

  if (step === 'code') return <SecondStep />;
  if (mailed !== null) return <ConfirmFirst email={mailed} why={signUp ? 'asked' : 'refused'} />;
  const errorOf = (field: string) => (problem?.field === field ? problem.description : undefined);
  return (
    <>
      {checking ? (
        <div className="only-signed-in">
          <AuthLoading />
        </div>
      ) : null}
      <div className={cx(checking && 'only-signed-out', !forced && 'unless-sign-up')}>
        {signUp ? (
          <AuthHeading title="Create Your Free Trial Account">
            Try everything in your {TRIAL_DAYS}-day free trial. No card needed.
          </AuthHeading>
        ) : (
          <AuthHeading title="Welcome Back">Sign in to your alerts.</AuthHeading>
        )}
        <form
          method="post"
          noValidate
          onSubmit={submit}
          className="early grid gap-5"
          key={String(toggled)}
          {...early}
        >
          {signUp ? (
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField
                label="First name"
                name="firstName"
                autoComplete="given-name"
                defaultValue={splitName(lead.name).firstName}
                error={errorOf('firstName')}
              />
              <TextField
                label="Last name"
                name="lastName"
                autoComplete="family-name"
                defaultValue={splitName(lead.name).lastName}
                error={errorOf('lastName')}
              />
            </div>
          ) : null}
          <EmailField defaultValue={signUp ? lead.email : ''} error={errorOf('email')} />
          <PasswordField
            label="Password"
            name="password"
            autoComplete={signUp ? 'new-password' : 'current-password'}
            aside={
              signUp ? null : (
                <a className="link -my-3 py-3 text-sm" href="/forgot-password">
                  Forgot password?
                </a>
              )
            }
            error={errorOf('password')}
          />
          <Button type="submit" variant="primary" busy={busy} className="mt-1 w-full" {...NOT_RESTORED}>
            {busy ? 'Processing...' : signUp ? 'Create Account' : 'Sign In'}
          </Button>
        </form>
        <p className="mt-6 text-sm text-ink-2">
          {signUp ? (
            <button type="button" className="py-2" onClick={() => setToggled(true)}>
              Already have an account? <span className="link">Sign In</span>
            </button>
          ) : (
            <>
              New here?{' '}
              <a className="link" href="/signup">
                Sign Up
              </a>
            </>
          )}
        </p>
      </div>
    </>
  );
}
