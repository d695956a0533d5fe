import { queryOptions } from '@tanstack/react-query';
import {
  type DryRunForm,
  dryRunSchema,
  type PolicyChange,
  type PolicyForm,
  policySchema,
  policyVersionsSchema,
} from '#src/shared/approval.ts';
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
