import type { EmailOtpType } from '@supabase/auth-js';
import { useState } from 'react';
import { siteConfig } from '#src/shared/site-config.ts';
import { authClient } from '#src/web/auth/client.ts';
import { authErrorText, EMAIL_CONFIRMED } from '#src/web/auth/messages.ts';
import { useAuth } from '#src/web/auth/use-auth.ts';
import { Button, buttonClass } from '#src/web/ui/button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { AuthHeading, AuthLoading } from './auth-heading.tsx';
import { AuthRoot } from './auth-root.tsx';

const TYPES: readonly EmailOtpType[] = ['signup', 'email', 'email_change'];
type Outcome = { step: 'ask' | 'busy' | 'done' } | { step: 'failed'; title: string; text: string };

/** The island of /confirm. The mailed link opens it; only its button spends the token, as mail scanners open links. */
export function ConfirmPage() {
  return (
    <AuthRoot onEntered="stay">
      <ConfirmScreen />
    </AuthRoot>
  );
}

function ConfirmScreen() {
  const { loading } = useAuth();
  const [outcome, setOutcome] = useState<Outcome>({ step: 'ask' });

  async function confirm(): Promise<void> {
    const query = new URLSearchParams(location.search);
    const token = query.get('token_hash');
    const type = TYPES.find((each) => each === (query.get('type') ?? 'signup'));
    if (token === null || type === undefined) {
      setOutcome({
        step: 'failed',
        title: 'This link is not complete',
        text: 'Part of the address is missing. Open the link in the mail again, or copy all of it.',
      });
      return;
    }
    setOutcome({ step: 'busy' });
    const { error } = await authClient().verifyOtp({ token_hash: token, type });
    if (!error) {
      setOutcome({ step: 'done' });
      toast(EMAIL_CONFIRMED);
    } else if (error.code === 'otp_expired') {
      setOutcome({
        step: 'failed',
        title: 'This link has expired or was used before',
        text: 'If you have confirmed your address already, there is nothing more to do: sign in. Otherwise write to us, and we send you a new link.',
      });
    } else {
      setOutcome({ step: 'failed', title: 'The address could not be confirmed', text: authErrorText(error) });
    }
  }

  if (loading) return <AuthLoading />;
  if (outcome.step === 'done')
    return (
      <div aria-live="polite">
        <AuthHeading title="Email confirmed">Thank you. Alerts can reach you now.</AuthHeading>
        <a className={buttonClass('primary')} href="/dashboard">
          Open your dashboard
        </a>
      </div>
    );
  return (
    <>
      <AuthHeading title="Confirm your email address">
        One click, and {siteConfig.name} may send alerts to this address.
      </AuthHeading>
      <Button variant="primary" busy={outcome.step === 'busy'} onClick={confirm}>
        {outcome.step === 'busy' ? 'Processing...' : 'Confirm my email address'}
      </Button>
      {outcome.step === 'failed' ? (
        <div className="mt-8">
          <ErrorState heading="h2" title={outcome.title} text={outcome.text} />
          <p className="text-sm text-ink-2">
            <a className="link" href="/signin">
              Sign In
            </a>{' '}
            or write to{' '}
            <a className="link" href={`mailto:${siteConfig.email.support}`}>
              {siteConfig.email.support}
            </a>
            .
          </p>
        </div>
      ) : null}
    </>
  );
}
