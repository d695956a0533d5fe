import { queryOptions } from '@tanstack/react-query';
import { policiesSchema } from '#src/shared/approval.ts';
import { apiGet } from '#src/web/lib/api/api.ts';

/** Under the live topic `account`, as brands and templates are. */
export const policiesQuery = queryOptions({
  queryKey: ['account', 'approval-policies'],
  queryFn: ({ signal }) => apiGet('/api/v1/approval-policies', policiesSchema, signal),
});
