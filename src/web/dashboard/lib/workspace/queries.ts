import { queryOptions } from '@tanstack/react-query';
import { workspacesSchema } from '#src/shared/workspaces.ts';
import { apiGet } from '#src/web/lib/api/api.ts';

/** Where the person belongs, and whether they can start a workspace of their own. */
export const workspacesQuery = queryOptions({
  queryKey: ['account', 'workspaces'],
  queryFn: ({ signal }) => apiGet('/api/v1/workspaces', workspacesSchema, signal),
});
