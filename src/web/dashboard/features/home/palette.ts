import { Play } from 'lucide-react';
import { readOnlyReason } from '#src/web/dashboard/lib/access.ts';
import type { PaletteSource } from '#src/web/dashboard/lib/palette.ts';
import { startTrialRun } from '#src/web/dashboard/lib/start-trial-run.ts';

/** What Home can do from anywhere. */
export const source: PaletteSource = {
  group: 'Do',
  commands: () =>
    readOnlyReason() === null
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
