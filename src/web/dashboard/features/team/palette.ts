import { Building, Plus, UserRoundPlus } from 'lucide-react';
import { mayDo } from '#src/web/dashboard/lib/may-do.ts';
import { meQuery } from '#src/web/dashboard/lib/me.ts';
import type { Command, PaletteSource } from '#src/web/dashboard/lib/palette.ts';
import { workspacesQuery } from '#src/web/dashboard/lib/workspace/queries.ts';
import { goToWorkspace } from '#src/web/dashboard/lib/workspace/go-to.ts';
import { startWorkspace } from '#src/web/dashboard/lib/workspace/start.ts';

const START: Command = {
  id: 'workspace start',
  label: 'Start your own workspace',
  icon: Plus,
  words: 'new create workspace trial',
  run: (context) => void startWorkspace(context),
};

const INVITE: Command = {
  id: 'invite member',
  label: 'Invite a member',
  icon: UserRoundPlus,
  words: 'add colleague team person role email invitation',
  run: ({ navigate }) => navigate('/team#invite'),
};

const actions: PaletteSource = {
  group: 'Do',
  commands: async ({ queries }) => ((await mayDo(queries, 'team:manage')) ? [INVITE] : []),
};

/** The person's other workspaces, and the start of their own where they have none. */
const workspaces: PaletteSource = {
  group: 'Workspaces',
  commands: async ({ queries }) => {
    // What cannot be had must not keep the rest of the palette away; without a workspace there is no `me`.
    const [me, known] = await Promise.all([
      queries.ensureQueryData(meQuery).catch(() => null),
      queries.ensureQueryData(workspacesQuery).catch(() => null),
    ]);
    const others: Command[] = (known?.items ?? [])
      .filter(({ id }) => id !== me?.workspace.id)
      .map(({ id, name }) => ({
        id: `workspace ${id}`,
        label: `Switch to ${name}`,
        icon: Building,
        words: 'workspace team',
        run: ({ navigate }) =>
          goToWorkspace({ id, name }, location.pathname.replace(/^\/dashboard/, ''), navigate),
      }));
    return known?.mayStart ? [...others, START] : others;
  },
};

export const sources: readonly PaletteSource[] = [actions, workspaces];
