import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type MessageTryForm,
  messageTrySchema,
  type RuleChange,
  type RuleForm,
  rulePageSchema,
  type RuleReplayForm,
  ruleReplaySchema,
  ruleSchema,
  rulesImportedSchema,
  ruleWaitSchema,
  type WatchlistForm,
  watchlistSchema,
  watchlistsSchema,
} from '#src/shared/rules/stored.ts';
import { type RuleStates, ruleStatesSchema, STATES_MAX } from '#src/shared/rules/states.ts';
import { rulesFileSchema } from '#src/shared/rules/file.ts';
import { apiDelete, apiGet, apiPatch, apiPost } from '#src/web/lib/api/api.ts';

const BASE = '/api/v1/rules';
const LISTS = '/api/v1/watchlists';
const PAGE = 50;

export const listQuery = (filter: string) =>
  infiniteQueryOptions({
    queryKey: ['rules', 'list', filter],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(filter);
      query.set('limit', String(PAGE));
      if (pageParam !== null) query.set('cursor', pageParam);
      return apiGet(`${BASE}?${query}`, rulePageSchema, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
export const ruleQuery = (id: string) =>
  queryOptions({
    queryKey: ['rules', 'one', id],
    queryFn: ({ signal }) => apiGet(`${BASE}/${id}`, ruleSchema, signal),
  });
/** A replay over all that is stored: asked once, not on every visit. */
export const ruleWaitQuery = (id: string) =>
  queryOptions({
    queryKey: ['rules', 'wait', id],
    queryFn: ({ signal }) => apiGet(`${BASE}/${id}/wait`, ruleWaitSchema, signal),
    staleTime: 10 * 60_000,
    retry: false,
  });
export const watchlistsQuery = queryOptions({
  queryKey: ['rules', 'watchlists'],
  queryFn: async ({ signal }) => (await apiGet(LISTS, watchlistsSchema, signal)).items,
});

export const makeRule = (form: RuleForm) => apiPost(BASE, form, ruleSchema);
export const changeRule = (id: string, change: RuleChange) => apiPatch(`${BASE}/${id}`, change, ruleSchema);
/** Any number of rules, in as many requests as they take. */
export async function setRuleStates(ids: readonly string[], paused: boolean): Promise<RuleStates['items']> {
  const items: RuleStates['items'] = [];
  for (let at = 0; at < ids.length; at += STATES_MAX) {
    const part = { ids: ids.slice(at, at + STATES_MAX), paused };
    items.push(...(await apiPost(`${BASE}/states`, part, ruleStatesSchema)).items);
  }
  return items;
}
export const duplicateRule = (id: string) => apiPost(`${BASE}/${id}/duplicate`, {}, ruleSchema);
export const deleteRule = (id: string) => apiDelete(`${BASE}/${id}`);
export const restoreRule = (id: string) => apiPost(`${BASE}/${id}/restore`, {}, ruleSchema);
export const replayRule = (form: RuleReplayForm, signal?: AbortSignal) =>
  apiPost(`${BASE}/replay`, form, ruleReplaySchema, signal);
/** Under no live topic: other rules don't change it. `form` is JSON; '' asks nothing and keeps what was shown. */
export const backtestQuery = (form: string) =>
  queryOptions({
    queryKey: ['backtest', form],
    queryFn: ({ signal }) => replayRule(JSON.parse(form) as RuleReplayForm, signal),
    enabled: form !== '',
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
export const tryMessage = (form: MessageTryForm) => apiPost(`${BASE}/message`, form, messageTrySchema);
export const exportRules = () => apiGet(`${BASE}/export`, rulesFileSchema);
export const importRules = (file: unknown) => apiPost(`${BASE}/import`, file, rulesImportedSchema);
export const makeWatchlist = (form: WatchlistForm) => apiPost(LISTS, form, watchlistSchema);
export const changeWatchlist = (id: string, form: WatchlistForm) =>
  apiPatch(`${LISTS}/${id}`, form, watchlistSchema);
export const deleteWatchlist = (id: string) => apiDelete(`${LISTS}/${id}`);
