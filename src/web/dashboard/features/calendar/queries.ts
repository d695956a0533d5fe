import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calendarPageSchema } from '#src/shared/calendar/entry.ts';
import {
  type CalendarSourceChange,
  calendarReadingSchema,
  type CalendarSourceForm,
  calendarSourceSchema,
} from '#src/shared/calendar/sources.ts';
import {
  type OutsideRuleForm,
  outsideRuleMadeSchema,
  outsideRulesSchema,
} from '#src/shared/outside/rules.ts';
import { apiDelete, apiGet, apiPatch, apiPost, authorizedFetch } from '#src/web/dashboard/lib/api.ts';

const SOURCES = '/api/v1/calendar-sources';
const PAGE = '200';

/** Under the live topic `feeds`, as its sources are. `asked`: the words of the address. */
export const entriesQuery = (asked: string) =>
  infiniteQueryOptions({
    queryKey: ['feeds', 'calendar', asked],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(asked);
      query.set('limit', PAGE);
      if (pageParam !== null) query.set('cursor', pageParam);
      return apiGet(`/api/v1/calendar?${query}`, calendarPageSchema, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });

/** The rules that speak of entries; under what changes with rules of the outside. */
export const calendarRulesQuery = queryOptions({
  queryKey: ['outside', 'of-calendar'],
  queryFn: async ({ signal }) =>
    (await apiGet('/api/v1/outside-rules', outsideRulesSchema, signal)).items.flatMap((rule) =>
      rule.outside.kind === 'calendar' && rule.state === 'active' ? [{ ...rule, outside: rule.outside }] : [],
    ),
});

export const addSource = (form: CalendarSourceForm) => apiPost(SOURCES, form, calendarSourceSchema);
export const changeSource = (id: string, change: CalendarSourceChange) =>
  apiPatch(`${SOURCES}/${id}`, change, calendarSourceSchema);
export const removeSource = (id: string) => apiDelete(`${SOURCES}/${id}`);
export const giveFile = async (id: string, file: Blob) => {
  const answer = await authorizedFetch(`${SOURCES}/${id}/file`, { method: 'POST', body: file });
  return calendarReadingSchema.parse(await answer.json());
};
export const makeReminder = (form: OutsideRuleForm) =>
  apiPost('/api/v1/outside-rules', form, outsideRuleMadeSchema);
