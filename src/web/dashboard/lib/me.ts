import { queryOptions } from '@tanstack/react-query';
import { meSchema } from '#src/shared/alerts.ts';
import { readOnlyReason } from '#src/web/lib/api/access.ts';
import { ApiError, apiGet } from '#src/web/lib/api/api.ts';
import { settleWorkspace } from '#src/web/lib/api/workspace.ts';

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

/** Whether `meQuery` failed because the person belongs to no workspace. */
export const isNowhere = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'no_workspace';
