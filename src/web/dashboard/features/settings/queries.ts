import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { newRecoveryCodesSchema, recoveryCodeStatusSchema } from '#src/shared/account-security.ts';
import { apiGet, apiPost, authorizedFetch } from '#src/web/lib/api/api.ts';

const sessionsSchema = z.object({
  items: z.array(
    z.object({
      id: z.uuid(),
      current: z.boolean(),
      userAgent: z.nullable(z.string()),
      ip: z.nullable(z.string()),
      lastUsedAt: z.iso.datetime(),
    }),
  ),
});
const eventsSchema = z.object({
  items: z.array(
    z.object({
      id: z.uuid(),
      event: z.string(),
      ip: z.nullable(z.string()),
      userAgent: z.nullable(z.string()),
      at: z.iso.datetime(),
    }),
  ),
});
export type AccountEvent = z.infer<typeof eventsSchema>['items'][number];

/** Shown once, when they are made. */
export type NewCodes = z.infer<typeof newRecoveryCodesSchema>;

/** Everything about the account's security is fetched again together. */
export const SECURITY_KEY = ['account', 'security'];

export const sessionsQuery = queryOptions({
  queryKey: [...SECURITY_KEY, 'sessions'],
  queryFn: async ({ signal }) => (await apiGet('/api/v1/security/sessions', sessionsSchema, signal)).items,
});
export const eventsQuery = queryOptions({
  queryKey: [...SECURITY_KEY, 'events'],
  queryFn: async ({ signal }) => (await apiGet('/api/v1/security/events', eventsSchema, signal)).items,
});

export const recoveryCodesQuery = queryOptions({
  queryKey: [...SECURITY_KEY, 'recovery-codes'],
  queryFn: ({ signal }) => apiGet('/api/v1/security/recovery-codes', recoveryCodeStatusSchema, signal),
});

/** Makes ten codes; earlier ones stop working. Right after signing in no password is asked. @throws ApiError */
export const makeRecoveryCodes = (password?: string): Promise<NewCodes> =>
  apiPost('/api/v1/security/recovery-codes', password ? { password } : {}, newRecoveryCodesSchema);

export async function endSession(id: string): Promise<void> {
  await authorizedFetch(`/api/v1/security/sessions/${id}`, { method: 'DELETE' });
}
export async function endOtherSessions(): Promise<void> {
  await authorizedFetch('/api/v1/security/sessions/end-others', { method: 'POST' });
}

const confirmed = (password: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(password === '' ? {} : { password }),
});

/** Everything the account service keeps of this person, as a JSON file. */
export async function exportData(password: string): Promise<Blob> {
  return (await authorizedFetch('/api/v1/security/export', confirmed(password))).blob();
}
export async function deleteAccount(password: string): Promise<void> {
  await authorizedFetch('/api/v1/security/delete-account', confirmed(password));
}
