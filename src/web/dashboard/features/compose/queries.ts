import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type Composed,
  composedSchema,
  type ComposeForm,
  type ComposePreviewForm,
  composePreviewSchema,
} from '#src/shared/composed.ts';
import { apiPost, authorizedFetch } from '#src/web/lib/api/api.ts';

/** While the next is on its way, the one before stays. */
export const previewQuery = (form: ComposePreviewForm) =>
  queryOptions({
    queryKey: ['compose-preview', form],
    queryFn: () => apiPost('/api/v1/alerts/preview', form, composePreviewSchema),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
  });

/** `key`: sent again, it is the same alert. */
export async function sendAlert(form: ComposeForm, key: string): Promise<Composed> {
  const answer = await authorizedFetch('/api/v1/alerts', {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(form),
  });
  return composedSchema.parse(await answer.json());
}
