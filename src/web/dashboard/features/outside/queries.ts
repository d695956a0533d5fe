import { queryOptions } from '@tanstack/react-query';
import {
  hookCallsSchema,
  type OutsideRuleChange,
  type OutsideRuleForm,
  outsideRuleMadeSchema,
  outsideRuleSchema,
  outsideRulesSchema,
} from '#src/shared/outside/rules.ts';
import { apiDelete, apiGet, apiPatch, apiPost } from '#src/web/dashboard/lib/api.ts';

const BASE = '/api/v1/outside-rules';

export const outsideRulesQuery = (deleted: boolean) =>
  queryOptions({
    queryKey: ['outside', deleted ? 'deleted' : 'list'],
    queryFn: async ({ signal }) =>
      (await apiGet(deleted ? `${BASE}?deleted=yes` : BASE, outsideRulesSchema, signal)).items,
  });
export const outsideRuleQuery = (id: string) =>
  queryOptions({
    queryKey: ['outside', 'one', id],
    queryFn: ({ signal }) => apiGet(`${BASE}/${id}`, outsideRuleSchema, signal),
  });
export const callsQuery = (id: string) =>
  queryOptions({
    queryKey: ['outside', 'calls', id],
    queryFn: async ({ signal }) => (await apiGet(`${BASE}/${id}/calls`, hookCallsSchema, signal)).items,
  });

export const makeOutsideRule = (form: OutsideRuleForm) => apiPost(BASE, form, outsideRuleMadeSchema);
export const changeOutsideRule = (id: string, change: OutsideRuleChange) =>
  apiPatch(`${BASE}/${id}`, change, outsideRuleSchema);
export const deleteOutsideRule = (id: string) => apiDelete(`${BASE}/${id}`);
export const restoreOutsideRule = (id: string) => apiPost(`${BASE}/${id}/restore`, {}, outsideRuleSchema);
export const duplicateOutsideRule = (id: string) =>
  apiPost(`${BASE}/${id}/duplicate`, {}, outsideRuleMadeSchema);
export const rotateSecret = (id: string) => apiPost(`${BASE}/${id}/secret`, {}, outsideRuleMadeSchema);
