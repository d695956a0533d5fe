import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calendarPageSchema } from '#src/shared/calendar/entry.ts';
import {
  type CalendarSourceChange,
  calendarReadingSchema,
  type CalendarSourceForm,
  calendarSourceSchema,
} from '#src/shared/calendar/sources.ts';
import {
  type ExternalRuleForm,
  externalRuleMadeSchema,
  externalRulesSchema,
} from '#src/shared/external/rules.ts';
import { apiDelete, apiGet, apiPatch, apiPost, authorizedFetch } from '#src/web/lib/api/api.ts';

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

/** The rules on calendar entries; refetched with external rules. */
export const calendarRulesQuery = queryOptions({
  queryKey: ['outside', 'of-calendar'],
  queryFn: async ({ signal }) =>
    (await apiGet('/api/v1/outside-rules', externalRulesSchema, signal)).items.flatMap((rule) =>
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
export const makeReminder = (form: ExternalRuleForm) =>
  apiPost('/api/v1/outside-rules', form, externalRuleMadeSchema);
