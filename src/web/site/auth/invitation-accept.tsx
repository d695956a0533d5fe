import { useState } from 'react';
import { acceptInvitation, InvitationError } from '#src/web/auth/invitation.ts';
import { ResendButton } from '#src/web/auth/resend-button.tsx';
import { useAuth } from '#src/web/auth/use-auth.ts';
import { rememberWorkspace } from '#src/web/auth/workspace-choice.ts';
import { Button } from '#src/web/ui/button.tsx';
import { leaveWithToast, toast } from '#src/web/ui/toast/store.ts';

/** Into the workspace that was joined; `isNew`: with an account opened just now, which has no other. */
export function enterJoined(joined: { workspaceId: string; workspace: string }, isNew: boolean): void {
  rememberWorkspace(joined.workspaceId);
  leaveWithToast('/dashboard', {
    title: `You are in ${joined.workspace}`,
    ...(isNew ? {} : { description: 'Switch to your other workspaces at the top.' }),
  });
}

/** For people signed in with the invited address. */
export function InvitationAccept({ token, onStale }: { token: string; onStale: () => void }) {
  const { user } = useAuth();
  const [busy, setBusy] = useState(false);
  const [unconfirmed, setUnconfirmed] = useState(false);

  async function accept(): Promise<void> {
    setBusy(true);
    try {
      enterJoined(await acceptInvitation(token), false);
    } catch (error) {
      if (!(error instanceof InvitationError)) throw error;
      setBusy(false);
      if (error.code === 'confirm_email_first') setUnconfirmed(true);
      else toast({ title: 'You haven’t joined', description: error.message, variant: 'destructive' });
      if (error.code.startsWith('invitation_')) onStale();
    }
  }

  return (
    <>
      {unconfirmed ? (
        <div role="alert" className="mb-6 border-l-2 border-fault pl-4">
          <p className="text-base">
            Confirm your email address first: open the link in the email you got when you signed up. Then
            press the button again.
          </p>
          <div className="mt-3">
            <ResendButton email={user?.email ?? ''} />
          </div>
        </div>
      ) : null}
      <Button variant="primary" className="w-full" busy={busy} onClick={() => void accept()}>
        {busy ? 'Processing...' : 'Accept the invitation'}
      </Button>
    </>
  );
}

/** The browser is signed in as somebody else: says so, and offers to change that. */
export function InvitationOfAnother({ here, invited }: { here: string; invited: string }) {
  const { signOut } = useAuth();
  const [busy, setBusy] = useState(false);
  function leave(): void {
    setBusy(true);
    void signOut('reload').finally(() => setBusy(false));
  }
  return (
    <div role="alert">
      <p className="text-base">
        You are signed in as <strong className="font-medium wrap-anywhere">{here}</strong>, and the invitation
        is for <strong className="font-medium wrap-anywhere">{invited}</strong>.
      </p>
      <Button className="mt-5 w-full" busy={busy} onClick={leave}>
        {busy ? 'Processing...' : 'Sign out and go on'}
      </Button>
    </div>
  );
}
