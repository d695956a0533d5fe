import { useState } from 'react';
import { siteConfig } from '#src/shared/site-config.ts';
import { disownAccount } from '#src/web/auth/disown.ts';
import { useAuth } from '#src/web/auth/use-auth.ts';
import { Button, buttonClass } from '#src/web/ui/button.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { AuthHeading, AuthLoading } from './auth-heading.tsx';
import { AuthRoot } from './auth-root.tsx';
import { LinkProblem } from './link-problem.tsx';

/** The island of /not-me, for people who got a confirmation email without having signed up. */
export function NotMePage() {
  return (
    <AuthRoot onEntered="stay">
      <NotMeScreen />
    </AuthRoot>
  );
}

const tokenInAddress = () =>
  typeof location === 'undefined' ? null : new URLSearchParams(location.search).get('token_hash');

function NotMeScreen() {
  const { loading } = useAuth();
  const [token] = useState(tokenInAddress);
  const [step, setStep] = useState<'ask' | 'busy' | 'removed' | 'spent'>('ask');

  async function remove(tokenHash: string): Promise<void> {
    setStep('busy');
    const outcome = await disownAccount(tokenHash);
    setStep(outcome === 'failed' ? 'ask' : outcome);
    if (outcome === 'failed')
      toast({
        title: 'The account wasn’t removed',
        description: 'The server couldn’t do it just now. Try again shortly.',
        variant: 'destructive',
      });
  }

  if (loading) return <AuthLoading />;
  if (token === null || step === 'spent')
    return (
      <LinkProblem kind={token === null ? 'incomplete' : 'expired'}>
        <p className="text-base text-ink-2">
          If an account still holds your address, write to{' '}
          <a className="link" href={`mailto:${siteConfig.email.support}`}>
            {siteConfig.email.support}
          </a>
          .
        </p>
      </LinkProblem>
    );
  if (step === 'removed')
    return (
      <div aria-live="polite">
        <AuthHeading title="The account is gone">
          It’s deleted, and we won’t email you about it again. Thank you for telling us.
        </AuthHeading>
        <a className={buttonClass()} href="/">
          To the front page
        </a>
      </div>
    );
  return (
    <>
      <AuthHeading title="This wasn't you?">
        Someone opened an account at {siteConfig.name} with your address. One click removes it, and everything
        in it.
      </AuthHeading>
      <Button variant="danger" busy={step === 'busy'} onClick={() => void remove(token)}>
        {step === 'busy' ? 'Processing...' : 'Remove this account'}
      </Button>
    </>
  );
}
