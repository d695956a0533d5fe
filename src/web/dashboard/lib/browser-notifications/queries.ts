import { queryOptions } from '@tanstack/react-query';
import {
  memberDeviceSchema,
  memberDevicesSchema,
  notificationPushesSchema,
} from '#src/shared/notifications.ts';
import { apiDelete, apiGet, apiPost, apiSend } from '#src/web/lib/api/api.ts';

const PATH = '/api/v1/notifications/devices';

export const browsersQuery = queryOptions({
  queryKey: ['notifications', 'devices'],
  queryFn: ({ signal }) => apiGet(PATH, memberDevicesSchema, signal),
});

export const pushesQuery = queryOptions({
  queryKey: ['notifications', 'push'],
  queryFn: async ({ signal }) =>
    (await apiGet('/api/v1/notifications/push', notificationPushesSchema, signal)).items,
});

export const addBrowser = (subscription: unknown) => apiPost(PATH, { subscription }, memberDeviceSchema);
export const removeBrowser = (id: string): Promise<void> => apiDelete(`${PATH}/${id}`);
export const setApproves = (id: string, approves: boolean): Promise<void> =>
  apiSend(`${PATH}/${id}`, { approves });

/** A practice browser of a development machine, as it subscribes. */
export async function practiceSubscription(): Promise<unknown> {
  const answer = await fetch('/push/account/practice', { method: 'POST' });
  if (!answer.ok) throw new Error('There is no practice browser here.');
  return answer.json();
}
