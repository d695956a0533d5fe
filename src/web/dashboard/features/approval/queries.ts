import { queryOptions } from '@tanstack/react-query';
import {
  type DryRunForm,
  dryRunSchema,
  type PolicyChange,
  type PolicyForm,
  policySchema,
  policyVersionsSchema,
} from '#src/shared/approval.ts';
import { brandsSchema } from '#src/shared/brands.ts';
import {
  type ClientApproverForm,
  clientApproverSchema,
  clientApproversSchema,
} from '#src/shared/client-approvers.ts';
import {
  chatLinkSchema,
  reviewChatSchema,
  reviewChatsSchema,
  type ReviewChatForm,
} from '#src/shared/review-chats.ts';
import { apiDelete, apiGet, apiPatch, apiPost } from '#src/web/lib/api/api.ts';

const BASE = '/api/v1/approval-policies';
const path = (id: string, part = '') => `${BASE}/${encodeURIComponent(id)}${part}`;

export const policyVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['account', 'approval-policies', id, 'versions'],
    queryFn: ({ signal }) => apiGet(path(id, '/versions'), policyVersionsSchema, signal),
  });
export const makePolicy = (form: PolicyForm) => apiPost(BASE, form, policySchema);
export const changePolicy = (id: string, form: PolicyChange) => apiPatch(path(id), form, policySchema);
export const deletePolicy = (id: string) => apiDelete(path(id));
export const tryPolicy = (form: DryRunForm) => apiPost(`${BASE}/dry-run`, form, dryRunSchema);

/** The same as the brands' own page keeps. */
export const brandsQuery = queryOptions({
  queryKey: ['account', 'brands'],
  queryFn: ({ signal }) => apiGet('/api/v1/brands', brandsSchema, signal),
});

const clients = (brandId: string, part = '') =>
  `/api/v1/brands/${encodeURIComponent(brandId)}/approvers${part}`;

export const clientApproversQuery = (brandId: string) =>
  queryOptions({
    queryKey: ['account', 'client-approvers', brandId],
    queryFn: async ({ signal }) => (await apiGet(clients(brandId), clientApproversSchema, signal)).items,
  });
export const inviteApprover = (brandId: string, form: ClientApproverForm) =>
  apiPost(clients(brandId), form, clientApproverSchema);
export const resendApprover = (brandId: string, id: string) =>
  apiPost(clients(brandId, `/${id}/resend`), {}, clientApproverSchema);
export const suspendApprover = (brandId: string, id: string, suspended: boolean) =>
  apiPost(clients(brandId, `/${id}/state`), { suspended }, clientApproverSchema);
export const removeApprover = (brandId: string, id: string) => apiDelete(clients(brandId, `/${id}`));

const chats = (id: string, part = '') => `/api/v1/review-chats/${encodeURIComponent(id)}${part}`;

export const reviewChatsQuery = queryOptions({
  queryKey: ['account', 'review-chats'],
  queryFn: async ({ signal }) => (await apiGet('/api/v1/review-chats', reviewChatsSchema, signal)).items,
});
export const setChat = (id: string, form: ReviewChatForm) => apiPost(chats(id), form, reviewChatSchema);
export const linkChat = (id: string) => apiPost(chats(id, '/link'), {}, chatLinkSchema);
export const chooseChat = (id: string, asks: boolean) =>
  apiPost(chats(id, '/me'), { asks }, reviewChatSchema);
export const unlinkChat = (id: string) => apiDelete(chats(id, '/me'));
