import { queryOptions } from '@tanstack/react-query';
import {
  type SendingHoursForm,
  sendingHoursListSchema,
  sendingHoursSchema,
} from '#src/shared/sending-hours.ts';
import { apiDelete, apiGet, apiPost } from '#src/web/lib/api/api.ts';

const PATH = '/api/v1/sending/hours';

/** Under the live topic `alerts`, as what waits for them moves. */
export const hoursQuery = queryOptions({
  queryKey: ['alerts', 'sending-hours'],
  queryFn: async ({ signal }) => (await apiGet(PATH, sendingHoursListSchema, signal)).items,
});

export const setHours = (form: SendingHoursForm) => apiPost(PATH, form, sendingHoursSchema);
export const removeHours = (id: string) => apiDelete(`${PATH}/${id}`);
