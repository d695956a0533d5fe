import { useState } from 'react';
import { authClient } from '#src/web/auth/client.ts';
import { authErrorText, EMAIL_CONFIRMED, SIGNED_IN } from '#src/web/auth/messages.ts';
import { needsCode } from '#src/web/auth/second-factor.ts';
import { useAuth } from '#src/web/auth/use-auth.ts';
import { Button, buttonClass } from '#src/web/ui/button.tsx';
import { leaveWithToast, toast } from '#src/web/ui/toast/store.ts';
import { AuthHeading, AuthLoading } from './auth-heading.tsx';
import { AuthRoot } from './auth-root.tsx';
import { Address } from './check-mail.tsx';
import { LINK_KINDS, linkKind } from './link-kinds.ts';
import { LinkProblem } from './link-problem.tsx';
import { LinkRemedy } from './link-remedy.tsx';
import { onwardInAddress, OnwardStep } from './onward-step.tsx';

/** The island of /confirm. The mailed link opens it; only its button spends the token, as mail scanners open links. */
export function ConfirmPage() {
  return (
    <AuthRoot onEntered="stay">
      <ConfirmScreen />
    </AuthRoot>
  );
}

const inAddress = (name: string) =>
  typeof location === 'undefined' ? null : new URLSearchParams(location.search).get(name);

function ConfirmScreen() {
  const { loading, user } = useAuth();
  const [token] = useState(() => inAddress('token_hash'));
  const [kind] = useState(() => linkKind(inAddress('type')));
  const [onward, setOnward] = useState(onwardInAddress);
  const [step, setStep] = useState<'ask' | 'busy' | 'half' | 'done' | 'expired'>('ask');

  if (loading) return <AuthLoading />;
  if (token === null || kind === null)
    return (
      <LinkProblem kind="incomplete">
        <LinkRemedy kind={kind ?? 'signup'} email={user?.email ?? ''} />
      </LinkProblem>
    );

  const { title, text, button, next } = LINK_KINDS[kind];
  if (onward !== null)
    return (
      <OnwardStep
        link={{ type: kind, tokenHash: token, onward }}
        title={title}
        onRefused={() => setOnward(null)}
      />
    );
  async function confirm(token_hash: string, type: NonNullable<typeof kind>): Promise<void> {
    setStep('busy');
    const { data, error } = await authClient().verifyOtp({ token_hash, type });
    if (error) {
      setStep(error.code === 'otp_expired' ? 'expired' : 'ask');
      if (error.code !== 'otp_expired')
        toast({ title: 'That didn’t work', description: authErrorText(error), variant: 'destructive' });
      return;
    }
    if (next !== null) {
      // The account area asks for a second factor, and says then that one is in.
      if (kind === 'magiclink' && !needsCode(data.session)) leaveWithToast(next, SIGNED_IN);
      else location.assign(next);
      return;
    }
    // The first of the two links of a change of address opens no session: the other one does.
    setStep(data.session === null ? 'half' : 'done');
    if (data.session !== null) toast(EMAIL_CONFIRMED);
  }

  if (step === 'expired')
    return (
      <LinkProblem kind="expired">
        <LinkRemedy kind={kind} email={user?.email ?? ''} />
      </LinkProblem>
    );
  if (step === 'half')
    return (
      <div aria-live="polite">
        <AuthHeading title="One email to go">
          This address is confirmed. Open the link in the email to your other address, too. Then the change
          takes effect.
        </AuthHeading>
        <a className={buttonClass('primary')} href="/dashboard">
          Open your dashboard
        </a>
      </div>
    );
  if (step === 'done')
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
      <AuthHeading title={title}>{text}</AuthHeading>
      {/* Whose link it is only the server knows, and it may be a stranger's. */}
      {user && next !== null ? (
        <p className="-mt-3 mb-6 text-base text-ink-2">
          Here you are signed in as <Address>{user.email ?? ''}</Address>. The link signs in the person it was
          emailed to instead.
        </p>
      ) : null}
      <div>
        <Button variant="primary" busy={step === 'busy'} onClick={() => void confirm(token, kind)}>
          {step === 'busy' ? 'Processing...' : button}
        </Button>
      </div>
    </>
  );
}
