import { queryOptions } from '@tanstack/react-query';
import { recalledSchema, sendingSchema, type StopForm, stopSchema } from '#src/shared/sending.ts';
import { apiDelete, apiGet, apiPost } from '#src/web/lib/api/api.ts';

const STOPS = '/api/v1/sending/stops';

/** Under the live topic `alerts`: what waits moves with them. */
export const sendingQuery = queryOptions({
  queryKey: ['alerts', 'sending'],
  queryFn: ({ signal }) => apiGet('/api/v1/sending', sendingSchema, signal),
});

export const stopSending = (form: StopForm) => apiPost(STOPS, form, stopSchema);
export const resumeSending = (id: string) => apiDelete(`${STOPS}/${id}`);

/** Recalls all that a stop holds, as many requests as it takes. @returns how many alerts */
export async function recallHeld(id: string): Promise<number> {
  let all = 0;
  for (;;) {
    const { recalled, left } = await apiPost(`${STOPS}/${id}/recall`, {}, recalledSchema);
    all += recalled;
    if (left === 0 || recalled === 0) return all;
  }
}
