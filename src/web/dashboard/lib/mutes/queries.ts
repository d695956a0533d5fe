import { queryOptions } from '@tanstack/react-query';
import { type MuteForm, muteSchema, mutesSchema } from '#src/shared/mutes.ts';
import { apiDelete, apiGet, apiPost } from '#src/web/lib/api/api.ts';

const PATH = '/api/v1/mutes';

/** Under the live topic `rules`: they show what is muted. */
export const mutesQuery = queryOptions({
  queryKey: ['rules', 'mutes'],
  queryFn: ({ signal }) => apiGet(PATH, mutesSchema, signal),
});

export const muteIt = (form: MuteForm) => apiPost(PATH, form, muteSchema);
export const unmuteIt = (id: string) => apiDelete(`${PATH}/${id}`);
