import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Me } from '#src/shared/alerts.ts';
import { ROLES, type Role } from '#src/shared/permissions.ts';
import { type Member, mayMove, ROLE_WORDS } from '#src/shared/team.ts';
import { switchWorkspace } from '#src/web/lib/api/workspace.ts';
import { Badge } from '#src/web/ui/badge.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { leaveTeam, removeMember } from './queries.ts';
import { RoleSelect } from './role-select.tsx';

type Asked = { kind: 'go' } | { kind: 'owner'; role: Role } | { kind: 'demote'; role: Role };

export function MemberRow({
  member,
  me,
  lastOwner,
  onRole,
}: {
  member: Member;
  me: Me;
  /** The only owner: can't be removed or given another role until there is a second one. */
  lastOwner: boolean;
  onRole: (role: Role) => void;
}) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const self = member.userId === me.user.id;
  const mine = me.workspace.role;
  const choices = lastOwner ? [member.role] : ROLES.filter((role) => mayMove(mine, member.role, role));
  const mayGo = !lastOwner && (self || mayMove(mine, member.role, null));
  const go = useMutation({
    mutationFn: () => (self ? leaveTeam() : removeMember(member.userId)),
    onSuccess: () => {
      if (self) {
        switchWorkspace(null);
        toast({ title: `You have left ${me.workspace.name}` });
        return;
      }
      toast({ title: `${member.name} was removed` });
      void queries.invalidateQueries({ queryKey: ['team'] });
    },
    onError: (error) =>
      toast({
        title: self ? 'You haven’t left' : `${member.name} wasn’t removed`,
        description: error.message,
        variant: 'destructive',
      }),
  });

  function choose(role: Role): void {
    if (role === member.role) return;
    if (role === 'owner') setAsked({ kind: 'owner', role });
    // What one gives up oneself, one cannot take back.
    else if (self) setAsked({ kind: 'demote', role });
    else onRole(role);
  }

  return (
    <li className="grid grid-cols-[9.5rem_minmax(0,1fr)] items-center gap-x-6 gap-y-3 border-b border-line py-3.5 sm:grid-cols-[minmax(0,1fr)_9.5rem_5.5rem]">
      <div className="col-span-2 min-w-0 text-sm sm:col-span-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{member.name}</span>
          {self ? <Badge>You</Badge> : null}
        </p>
        <p className="text-ink-2 wrap-anywhere">
          {member.email === member.name ? null : `${member.email}, `}
          {member.email === member.name ? 'Joined' : 'joined'} <Time at={member.since} />
        </p>
      </div>
      {choices.length > 1 ? (
        <RoleSelect name={member.name} role={member.role} choices={choices} onChoose={choose} />
      ) : (
        <p className="text-sm">
          {ROLE_WORDS[member.role].name}
          {lastOwner ? <span className="block text-xs text-ink-2">The only owner</span> : null}
        </p>
      )}
      <div className="justify-self-end">
        {mayGo ? (
          <Button
            size="sm"
            variant="quiet"
            busy={go.isPending}
            aria-label={self ? `Leave ${me.workspace.name}` : `Remove ${member.name}`}
            onClick={() => setAsked({ kind: 'go' })}
          >
            {self ? 'Leave' : 'Remove'}
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        open={asked?.kind === 'go'}
        title={self ? `Leave ${me.workspace.name}?` : `Remove ${member.name}?`}
        text={
          self
            ? 'You lose access at once. Your saved views and notifications are deleted. To come back, you need an invitation.'
            : 'They lose access at once, get no more alerts, and their open invitations are withdrawn. The activity log keeps what they did.'
        }
        confirmLabel={self ? 'Leave' : 'Remove'}
        onClose={() => setAsked(null)}
        onConfirm={() => go.mutate()}
      />
      <ConfirmDialog
        open={asked?.kind === 'owner'}
        title={`Make ${member.name} an owner?`}
        text="Owners can do everything, including adding and removing owners. You stay an owner."
        confirmLabel="Make owner"
        onClose={() => setAsked(null)}
        onConfirm={() => asked?.kind === 'owner' && onRole(asked.role)}
      />
      <ConfirmDialog
        open={asked?.kind === 'demote'}
        title="Change your own role?"
        text={
          asked?.kind === 'demote'
            ? `You become ${ROLE_WORDS[asked.role].name.toLowerCase()}. Only another owner or admin can restore your role.`
            : ''
        }
        confirmLabel="Change my role"
        onClose={() => setAsked(null)}
        onConfirm={() => asked?.kind === 'demote' && onRole(asked.role)}
      />
    </li>
  );
}
