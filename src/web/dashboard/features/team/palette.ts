import { Building } from 'lucide-react';
import { meQuery } from '#src/web/dashboard/lib/me.ts';
import type { PaletteSource } from '#src/web/dashboard/lib/palette.ts';
import { workspacesQuery } from '#src/web/dashboard/lib/workspace/queries.ts';
import { goToWorkspace } from '#src/web/dashboard/lib/workspace/go-to.ts';

/** The person's other workspaces. */
export const source: PaletteSource = {
  group: 'Workspaces',
  commands: async ({ queries }) => {
    // A list that cannot be had must not keep the rest of the palette away.
    const [me, workspaces] = await Promise.all([
      queries.ensureQueryData(meQuery),
      queries.ensureQueryData(workspacesQuery),
    ]).catch(() => [null, []] as const);
    return workspaces
      .filter(({ id }) => id !== me?.workspace.id)
      .map(({ id, name }) => ({
        id: `workspace ${id}`,
        label: `Switch to ${name}`,
        icon: Building,
        words: 'workspace team',
        run: ({ navigate }) =>
          goToWorkspace({ id, name }, location.pathname.replace(/^\/dashboard/, ''), navigate),
      }));
  },
};
