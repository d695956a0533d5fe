import { queryOptions } from '@tanstack/react-query';
import {
  hookCallsSchema,
  type ExternalRuleChange,
  type ExternalRuleForm,
  externalRuleMadeSchema,
  externalRuleSchema,
  externalRulesSchema,
} from '#src/shared/external/rules.ts';
import { apiDelete, apiGet, apiPatch, apiPost } from '#src/web/lib/api/api.ts';

const BASE = '/api/v1/outside-rules';

export const externalRulesQuery = (deleted: boolean) =>
  queryOptions({
    queryKey: ['outside', deleted ? 'deleted' : 'list'],
    queryFn: async ({ signal }) =>
      (await apiGet(deleted ? `${BASE}?deleted=yes` : BASE, externalRulesSchema, signal)).items,
  });
export const externalRuleQuery = (id: string) =>
  queryOptions({
    queryKey: ['outside', 'one', id],
    queryFn: ({ signal }) => apiGet(`${BASE}/${id}`, externalRuleSchema, signal),
  });
export const callsQuery = (id: string) =>
  queryOptions({
    queryKey: ['outside', 'calls', id],
    queryFn: async ({ signal }) => (await apiGet(`${BASE}/${id}/calls`, hookCallsSchema, signal)).items,
  });

export const makeExternalRule = (form: ExternalRuleForm) => apiPost(BASE, form, externalRuleMadeSchema);
export const changeExternalRule = (id: string, change: ExternalRuleChange) =>
  apiPatch(`${BASE}/${id}`, change, externalRuleSchema);
export const deleteExternalRule = (id: string) => apiDelete(`${BASE}/${id}`);
export const restoreExternalRule = (id: string) => apiPost(`${BASE}/${id}/restore`, {}, externalRuleSchema);
export const duplicateExternalRule = (id: string) =>
  apiPost(`${BASE}/${id}/duplicate`, {}, externalRuleMadeSchema);
export const rotateSecret = (id: string) => apiPost(`${BASE}/${id}/secret`, {}, externalRuleMadeSchema);
