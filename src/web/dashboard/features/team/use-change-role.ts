import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '#src/shared/permissions.ts';
import { type Member, ROLE_WORDS } from '#src/shared/team.ts';
import { membersQuery } from '#src/web/dashboard/lib/team.ts';
import { toast } from '#src/web/ui/toast/store.ts';
import { changeRole } from './queries.ts';
import type { Undo } from './undo-line.tsx';

/** Changes roles: on the screen at once, put back when the server refuses, and undone by a press. */
export function useChangeRole() {
  const queries = useQueryClient();
  const [undo, setUndo] = useState<Undo | null>(null);
  const { mutate } = useMutation({
    mutationFn: ({ member, role }: { member: Member; role: Role; back?: boolean }) =>
      changeRole({ userId: member.userId, role }),
    onMutate: async ({ member, role }) => {
      setUndo(null);
      await queries.cancelQueries({ queryKey: membersQuery.queryKey });
      const before = queries.getQueryData(membersQuery.queryKey);
      queries.setQueryData(membersQuery.queryKey, (known) =>
        known?.map((each) => (each.userId === member.userId ? { ...each, role } : each)),
      );
      return { before };
    },
    onSuccess: (_nothing, { member, role, back }) => {
      const word = ROLE_WORDS[role].name.toLowerCase();
      if (back) toast({ title: `${member.name} is ${word} again` });
      else
        setUndo({
          says: `${member.name} is now ${word}.`,
          label: 'Undo',
          act: () => mutate({ member: { ...member, role }, role: member.role, back: true }),
        });
    },
    onError: (error, _change, context) => {
      if (context) queries.setQueryData(membersQuery.queryKey, context.before);
      toast({ title: 'The role wasn’t changed', description: error.message, variant: 'destructive' });
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['team'] }),
        queries.invalidateQueries({ queryKey: ['account'] }),
      ]),
  });
  return {
    change: (member: Member, role: Role) => mutate({ member, role }),
    undo,
    dismiss: () => setUndo(null),
  };
}
