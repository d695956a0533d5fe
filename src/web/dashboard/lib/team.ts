import { queryOptions } from '@tanstack/react-query';
import { membersSchema } from '#src/shared/team.ts';
import { apiGet } from '#src/web/lib/api/api.ts';

/** Who belongs to the workspace. */
export const membersQuery = queryOptions({
  queryKey: ['team', 'members'],
  queryFn: async ({ signal }) => (await apiGet('/api/v1/team/members', membersSchema, signal)).items,
});
