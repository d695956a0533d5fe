import { isAuthError } from '@supabase/auth-js';
import { useState, type FormEvent } from 'react';
import { TRIAL_DAYS } from '#src/shared/product.ts';
import { authErrorText } from '#src/web/auth/messages.ts';
import { SecondStep } from '#src/web/auth/second-step.tsx';
import { useAuth } from '#src/web/auth/use-auth.ts';
import { signUpErrors, splitName, TERMS_REQUIRED, type SignUpErrors } from '#src/web/auth/validate.ts';
import { buttonClass } from '#src/web/ui/button.tsx';
import { logWarning } from '#src/web/ui/log.ts';
import { toast } from '#src/web/ui/toast/store.ts';
import { AuthHeading, AuthLoading } from './auth-heading.tsx';
import { AuthRoot } from './auth-root.tsx';
import { ConfirmFirst } from './confirm-first.tsx';
import { focusField, textValues } from '#src/web/ui/form.ts';
import { SignUpFields } from './sign-up-fields.tsx';
import { useSignedOut } from './use-signed-out.ts';

/** The island of /signup. */
export function SignUpPage() {
  return (
    <AuthRoot onEntered="leave">
      <SignUpScreen />
    </AuthRoot>
  );
}

function SignUpScreen() {
  const auth = useAuth();
  const step = useSignedOut(auth);
  const [errors, setErrors] = useState<SignUpErrors>({});
  const [busy, setBusy] = useState(false);
  const [mailed, setMailed] = useState<string | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const values = textValues(form);
    const found = signUpErrors(values);
    setErrors(found);
    if (found.agreeToTerms !== undefined)
      toast({ title: TERMS_REQUIRED.title, description: TERMS_REQUIRED.description, variant: 'destructive' });
    const [first] = Object.keys(found);
    if (first !== undefined) {
      focusField(form, first);
      return;
    }
    const { fullName = '', email = '', password = '', accountType, companyName = '' } = values;
    const company = accountType === 'company';
    setBusy(true);
    try {
      const outcome = await auth.signUp({
        email: email.trim(),
        password,
        ...splitName(fullName),
        options: company
          ? { accountType: 'company', companyName: companyName.trim() }
          : { accountType: 'personal' },
      });
      if (outcome === 'confirm') setMailed(email.trim());
    } catch (error) {
      const unsaid = 'There was a problem creating your account.';
      const description = isAuthError(error) ? authErrorText(error, unsaid) : unsaid;
      if (!isAuthError(error)) logWarning(String(error));
      toast({ title: 'Signup Failed', description, variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  }

  if (step === 'loading') return <AuthLoading />;
  if (step === 'code') return <SecondStep />;
  if (mailed !== null) return <ConfirmFirst email={mailed} why="asked" />;
  return (
    <>
      <AuthHeading title="Create Your Free Trial Account">
        Try everything in your {TRIAL_DAYS}-day free trial. No card needed.
      </AuthHeading>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <SignUpFields errors={errors} busy={busy} />
      </form>
      <div className="mt-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-5">
        <p className="min-w-0 flex-1 basis-44 text-sm text-ink-2">Look around first: no account needed.</p>
        <a className={buttonClass('secondary')} href="/demo">
          VIEW DEMO
        </a>
      </div>
      <p className="mt-5 text-sm text-ink-2">
        Already have an account?{' '}
        <a className="link" href="/signin">
          Sign In
        </a>
      </p>
    </>
  );
}
