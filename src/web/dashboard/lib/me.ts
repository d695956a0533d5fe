import { queryOptions } from '@tanstack/react-query';
import { meSchema } from '#src/shared/alerts.ts';
import { readOnlyReason } from './access.ts';
import { apiGet } from './api.ts';
import { settleWorkspace } from './workspace/choice.ts';

/** The signed-in person, the workspace and the subscription. */
export const meQuery = queryOptions({
  queryKey: ['account', 'me'],
  queryFn: async ({ signal }) => {
    const me = await apiGet('/api/v1/me', meSchema, signal);
    // A look at the demo chooses nothing.
    if (readOnlyReason() === null) settleWorkspace(me.workspace.id);
    return me;
  },
});
