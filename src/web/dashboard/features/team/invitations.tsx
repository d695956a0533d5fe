import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Invitation, ROLE_WORDS } from '#src/shared/team.ts';
import { Badge } from '#src/web/ui/badge.tsx';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { invitationsQuery, invite, resend, withdraw } from './queries.ts';
import { type Undo, UndoLine } from './undo-line.tsx';

/** Invitations without an answer. */
export function Invitations() {
  const { data, error, refetch } = useQuery(invitationsQuery);
  const [undo, setUndo] = useState<Undo | null>(null);
  const again = useInviteAgain(() => setUndo(null));
  if (error && !data)
    return (
      <ErrorState
        title="The invitations couldn’t be loaded"
        text={error.message}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <output className="sr-only">Loading...</output>;
  if (data.length === 0 && undo === null) return null;
  return (
    <section aria-labelledby="invitations" className="mt-10">
      <h2 id="invitations" className="headline pb-2 text-h4">
        Pending invitations
      </h2>
      <UndoLine undo={undo} onDismiss={() => setUndo(null)} />
      <ul className="border-t border-rule">
        {data.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            onWithdrawn={() =>
              setUndo({
                says: `The invitation to ${invitation.email} is withdrawn. Its link no longer works.`,
                label: 'Invite again',
                act: () => again(invitation),
              })
            }
          />
        ))}
      </ul>
    </section>
  );
}

function useInviteAgain(done: () => void): (invitation: Invitation) => void {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ email, role }: Invitation) => invite({ email, role }),
    onSuccess: ({ email }) => {
      done();
      toast({ title: 'Invitation sent', description: `We’re sending an email to ${email}.` });
    },
    onError: (error) =>
      toast({ title: 'The invitation wasn’t sent', description: error.message, variant: 'destructive' }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['team'] }),
  });
  return mutate;
}

function InvitationRow({ invitation, onWithdrawn }: { invitation: Invitation; onWithdrawn: () => void }) {
  const queries = useQueryClient();
  const { id, email, role, invitedBy, sentAt, expiresAt, expired } = invitation;
  const onSettled = () => queries.invalidateQueries({ queryKey: ['team'] });
  const again = useMutation({
    mutationFn: () => resend(id),
    onSuccess: () =>
      toast({ title: 'Invitation sent again', description: `A new link is on its way to ${email}.` }),
    onError: (error) =>
      toast({ title: 'The invitation wasn’t sent', description: error.message, variant: 'destructive' }),
    onSettled,
  });
  const end = useMutation({
    mutationFn: () => withdraw(id),
    onSuccess: onWithdrawn,
    onError: (error) =>
      toast({ title: 'It wasn’t withdrawn', description: error.message, variant: 'destructive' }),
    onSettled,
  });
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line py-3 text-sm">
      <div className="min-w-60 grow basis-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{email}</span>
          {expired ? <Badge>Expired</Badge> : null}
        </p>
        <p className="text-ink-2">
          {ROLE_WORDS[role].name}, invited by {invitedBy}, sent <Time at={sentAt} />;{' '}
          {expired ? 'expired' : 'expires'} <Time at={expiresAt} exact />
        </p>
      </div>
      <div className="-ml-3 flex gap-1 sm:ml-0">
        <Changes className="contents">
          <Button
            size="sm"
            variant="quiet"
            busy={again.isPending}
            aria-label={`Resend the invitation to ${email}`}
            onClick={() => again.mutate()}
          >
            Resend
          </Button>
        </Changes>
        <Button
          size="sm"
          variant="quiet"
          busy={end.isPending}
          aria-label={`Withdraw the invitation to ${email}`}
          onClick={() => end.mutate()}
        >
          Withdraw
        </Button>
      </div>
    </li>
  );
}
