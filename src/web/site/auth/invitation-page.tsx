import { useEffect, useState } from 'react';
import { siteConfig } from '#src/shared/site-config.ts';
import { type OpenInvitation, ROLE_WORDS } from '#src/shared/team.ts';
import { InvitationError, declineInvitation, lookAtInvitation } from '#src/web/auth/invitation.ts';
import { SecondStep } from '#src/web/auth/second-step.tsx';
import { useAuth } from '#src/web/auth/use-auth.ts';
import { Button, buttonClass } from '#src/web/ui/button.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { AuthHeading, AuthLoading } from './auth-heading.tsx';
import { AuthRoot } from './auth-root.tsx';
import { InvitationAccept, InvitationOfAnother } from './invitation-accept.tsx';
import { InvitationProblem } from './invitation-problem.tsx';
import { InvitationSignIn } from './invitation-sign-in.tsx';
import { InvitationSignUp } from './invitation-sign-up.tsx';

/** The island of /invitation. The mailed link opens it; only its buttons answer, as mail scanners open links. */
export function InvitationPage() {
  return (
    <AuthRoot onEntered="stay">
      <InvitationScreen />
    </AuthRoot>
  );
}

const tokenInAddress = () =>
  typeof location === 'undefined' ? null : new URLSearchParams(location.search).get('token');

type Looked = { invitation: OpenInvitation } | { problem: InvitationError };

function useInvitation(token: string | null) {
  const [looked, setLooked] = useState<Looked | null>(null);
  // A new object asks anew.
  const [asked, setAsked] = useState({ token });
  useEffect(() => {
    if (asked.token === null) return;
    let stale = false;
    lookAtInvitation(asked.token).then(
      (invitation) => stale || setLooked({ invitation }),
      (error: unknown) =>
        stale ||
        setLooked({
          problem:
            error instanceof InvitationError
              ? error
              : new InvitationError('The server answered in a form that this page doesn’t understand.'),
        }),
    );
    return () => {
      stale = true;
    };
  }, [asked]);
  return {
    looked,
    again: () => {
      setLooked(null);
      setAsked({ token });
    },
  };
}

function InvitationScreen() {
  const auth = useAuth();
  const [token] = useState(tokenInAddress);
  const { looked, again } = useInvitation(token);
  const [declined, setDeclined] = useState(false);
  if (auth.loading) return <AuthLoading />;
  if (token === null) return <InvitationProblem state="incomplete" />;
  if (looked === null) return <AuthLoading />;
  if ('problem' in looked) {
    const { code, message } = looked.problem;
    if (code === 'invitation_not_found') return <InvitationProblem state="unknown" />;
    return (
      <div role="alert">
        <AuthHeading title="The invitation couldn’t be opened">{message}</AuthHeading>
        <Button onClick={again}>Try again</Button>
      </div>
    );
  }
  const { invitation } = looked;
  if (declined) return <Declined invitation={invitation} />;
  if (invitation.state !== 'open') return <InvitationProblem state={invitation.state} />;
  return (
    <>
      <AuthHeading title={`Join ${invitation.workspace}`}>
        {invitation.inviter} invites you to work on {invitation.workspace} at {siteConfig.name}.
      </AuthHeading>
      <dl className="mb-8 border-y border-line py-4 text-sm">
        <dt className="slug text-ink-3">Your role</dt>
        <dd className="mt-1">
          <span className="font-medium">{ROLE_WORDS[invitation.role].name}.</span>{' '}
          <span className="text-ink-2">{ROLE_WORDS[invitation.role].purpose}</span>
        </dd>
        <dt className="slug mt-4 text-ink-3">For</dt>
        <dd className="mt-1 wrap-anywhere">{invitation.email}</dd>
      </dl>
      <Answer invitation={invitation} token={token} onStale={again} />
      <Decline token={token} onDeclined={() => setDeclined(true)} onStale={again} />
    </>
  );
}

type Given = { invitation: OpenInvitation; token: string; onStale: () => void };

/** What this visitor has to do to accept. */
function Answer({ invitation, token, onStale }: Given) {
  const { session, user, codeNeeded } = useAuth();
  if (session !== null && user?.email?.toLowerCase() !== invitation.email)
    return <InvitationOfAnother here={user?.email ?? ''} invited={invitation.email} />;
  if (codeNeeded) return <SecondStep onEntered={() => undefined} />;
  if (session !== null) return <InvitationAccept token={token} onStale={onStale} />;
  if (invitation.account === 'exists') return <InvitationSignIn email={invitation.email} />;
  return <InvitationSignUp invitation={invitation} token={token} onStale={onStale} />;
}

function Decline({
  token,
  onDeclined,
  onStale,
}: {
  token: string;
  onDeclined: () => void;
  onStale: () => void;
}) {
  const [busy, setBusy] = useState(false);
  async function decline(): Promise<void> {
    setBusy(true);
    try {
      await declineInvitation(token);
      onDeclined();
    } catch (error) {
      if (!(error instanceof InvitationError)) throw error;
      toast({ title: 'It wasn’t declined', description: error.message, variant: 'destructive' });
      if (error.code.startsWith('invitation_')) onStale();
    } finally {
      setBusy(false);
    }
  }
  return (
    <p className="mt-6 text-sm text-ink-2">
      Not for you?{' '}
      <button type="button" className="link py-3" disabled={busy} onClick={() => void decline()}>
        Decline the invitation
      </button>
    </p>
  );
}

function Declined({ invitation }: { invitation: OpenInvitation }) {
  return (
    <div aria-live="polite">
      <AuthHeading title="Declined">
        You won’t become a member of {invitation.workspace}. {invitation.inviter} sees that the invitation was
        declined.
      </AuthHeading>
      <a className={buttonClass()} href="/">
        To the front page
      </a>
    </div>
  );
}
