import { Play } from 'lucide-react';
import type { QueryClient } from '@tanstack/react-query';
import { roleMay } from '#src/shared/permissions.ts';
import { meQuery } from '#src/web/dashboard/lib/me.ts';
import type { PaletteSource } from '#src/web/dashboard/lib/palette.ts';
import { usageQuery } from '#src/web/dashboard/lib/plan/queries.ts';
import { refusalOf } from '#src/web/dashboard/lib/refusal.tsx';
import { startTrialRun } from '#src/web/dashboard/lib/start-trial-run.ts';

/** Where it is not known, it is offered: the server decides. */
const mayRun = async (queries: QueryClient): Promise<boolean> => {
  const [me, usage] = await Promise.all([
    queries.ensureQueryData(meQuery).catch(() => undefined),
    queries.ensureQueryData(usageQuery).catch(() => undefined),
  ]);
  return refusalOf(usage) === null && (!me || roleMay(me.workspace.role, 'alerts:run'));
};

/** What Home can do from anywhere. */
export const source: PaletteSource = {
  group: 'Do',
  commands: async ({ queries }) =>
    (await mayRun(queries))
      ? [
          {
            id: 'trial run',
            label: 'Start Trial Run',
            icon: Play,
            words: 'test demo',
            run: ({ queries, navigate }) => {
              navigate('/');
              void startTrialRun(queries).catch(() => undefined);
            },
          },
        ]
      : [],
};
