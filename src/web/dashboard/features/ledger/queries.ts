import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { activityPeopleSchema } from '#src/shared/activity.ts';
import { type LedgerKind, ledgerPageSchema } from '#src/shared/ledger.ts';
import {
  type HoldForm,
  holdSchema,
  ledgerKeepingSchema,
  prunedSchema,
  type RETENTION_YEARS,
} from '#src/shared/ledger-keeping.ts';
import { recordPageSchema } from '#src/shared/ledger-search.ts';
import { apiGet, apiPatch, apiPost, authorizedFetch } from '#src/web/lib/api/api.ts';

const PATH = '/api/v1/ledger';

/** `filter` is the query behind the question mark. */
export const searchQuery = (filter: string) =>
  infiniteQueryOptions({
    queryKey: ['ledger', 'search', filter],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(filter);
      if (pageParam) query.set('before', pageParam);
      return apiGet(`${PATH}/search?${query}`, recordPageSchema, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });

/** Who may have decided: everybody with activity, also those who have left. */
export const peopleQuery = queryOptions({
  queryKey: ['team', 'activity-people'],
  queryFn: async ({ signal }) =>
    (await apiGet('/api/v1/team/activity/people', activityPeopleSchema, signal)).items,
});

export const keepingQuery = queryOptions({
  queryKey: ['ledger', 'keeping'],
  queryFn: ({ signal }) => apiGet(`${PATH}/keeping`, ledgerKeepingSchema, signal),
});

export const retain = (years: (typeof RETENTION_YEARS)[number]) =>
  apiPatch(`${PATH}/keeping`, { years }, ledgerKeepingSchema);
export const prune = () => apiPost(`${PATH}/prune`, {}, prunedSchema);
export const placeHold = (form: HoldForm) => apiPost(`${PATH}/holds`, form, holdSchema);
export const liftHold = (id: string, reason: string) =>
  apiPost(`${PATH}/holds/${id}/lift`, { reason }, holdSchema);

/** Newest first, from entry `at` on where it is given. */
export const entriesQuery = (kind: LedgerKind | null, at: number | null) =>
  infiniteQueryOptions({
    queryKey: ['ledger', 'entries', kind, at],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: '50', ...(kind ? { kind } : {}) });
      if (pageParam) query.set('before', String(pageParam));
      return apiGet(`${PATH}?${query}`, ledgerPageSchema, signal);
    },
    initialPageParam: at === null ? null : at + 1,
    getNextPageParam: (last) => last.next,
  });

const file = async (path: string): Promise<Blob> => (await authorizedFetch(`${PATH}${path}`)).blob();

/** As a table, as data, or as an archive with proofs. */
export type SearchFile = 'csv' | 'json' | 'zip';
export const searchFile = (as: SearchFile, filter: string, people: boolean) =>
  file(`/search.${as}?${filter}${as === 'zip' ? `&people=${people}` : ''}`);
export const periodFile = (period: { from: string; to: string; people: boolean }) =>
  file(
    `/case-file?${new URLSearchParams({ from: period.from, to: period.to, people: String(period.people) })}`,
  );
