import { useState } from 'react';
import { type Onward, onwardOf, openLink } from '#src/web/auth/onward.ts';
import { Button } from '#src/web/ui/button.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { AuthHeading } from './auth-heading.tsx';

/** Where the link that opened this page leads on to; null while pages are built. */
export const onwardInAddress = (): Onward | null =>
  typeof location === 'undefined' ? null : onwardOf(location.search, location.origin);

/**
 * A mailed link that another program asked for. The press spends the token and leaves for that program, which gets the
 * session; in this browser nobody is signed in to us by it. `onRefused`: the server does not lead there, and has spent
 * nothing.
 */
export function OnwardStep({
  link,
  title,
  onRefused,
}: {
  link: { type: string; tokenHash: string; onward: Onward };
  title: string;
  onRefused: () => void;
}) {
  const [step, setStep] = useState<'ask' | 'busy' | 'left'>('ask');
  const { name } = link.onward;

  async function leave(): Promise<void> {
    setStep('busy');
    const location = await openLink(link);
    if (location === null) return onRefused();
    if (location === 'failed') {
      setStep('ask');
      return toast({
        title: 'That didn’t work',
        description: 'The server couldn’t do it just now. Try again shortly.',
        variant: 'destructive',
      });
    }
    setStep('left');
    window.location.assign(location);
  }

  // A program of this device opens beside the page, which stays.
  if (step === 'left')
    return (
      <div aria-live="polite">
        <AuthHeading title={`On to ${name}`}>The link has been used. You can close this page.</AuthHeading>
      </div>
    );
  return (
    <>
      <AuthHeading title={title}>This link leads on to {name}. It works once.</AuthHeading>
      <div>
        <Button variant="primary" busy={step === 'busy'} onClick={() => void leave()}>
          {step === 'busy' ? 'Processing...' : `Continue to ${name}`}
        </Button>
      </div>
    </>
  );
}
