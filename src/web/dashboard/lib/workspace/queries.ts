import { queryOptions } from '@tanstack/react-query';
import { workspacesSchema } from '#src/shared/workspaces.ts';
import { apiGet } from '../api.ts';

/** Where the person belongs. */
export const workspacesQuery = queryOptions({
  queryKey: ['account', 'workspaces'],
  queryFn: async ({ signal }) => (await apiGet('/api/v1/workspaces', workspacesSchema, signal)).items,
});
