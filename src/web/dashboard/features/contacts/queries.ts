import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type AudienceChange,
  audienceCountSchema,
  audienceDetailSchema,
  type AudienceFilter,
  type AudienceForm,
  type ListChange,
} from '#src/shared/audiences.ts';
import {
  brandPreferencesSchema,
  contactPreferencesSchema,
  type PreferencesChange,
} from '#src/shared/contact-preferences.ts';
import {
  changedCountSchema,
  contactConsentsSchema,
  contactDetailSchema,
  type ContactForm,
  contactHistorySchema,
  contactPageSchema,
  contactSummarySchema,
  type TagChange,
} from '#src/shared/contacts.ts';
import { apiDelete, apiGet, apiPatch, apiPost, apiSend, authorizedFetch } from '#src/web/lib/api/api.ts';

const CONTACTS = '/api/v1/contacts';
const AUDIENCES = '/api/v1/audiences';

/** `filter` is the query behind the question mark: q, tag, audience. */
export const contactsQuery = (filter: string) =>
  infiniteQueryOptions({
    queryKey: ['contacts', 'list', filter],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(filter);
      query.set('limit', '50');
      if (pageParam) query.set('cursor', pageParam);
      return apiGet(`${CONTACTS}?${query}`, contactPageSchema, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });

export const summaryQuery = queryOptions({
  queryKey: ['contacts', 'summary'],
  queryFn: ({ signal }) => apiGet(`${CONTACTS}/summary`, contactSummarySchema, signal),
});

export const contactQuery = (id: string) =>
  queryOptions({
    queryKey: ['contacts', 'one', id],
    queryFn: ({ signal }) => apiGet(`${CONTACTS}/${id}`, contactDetailSchema, signal),
  });

export const historyQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['contacts', 'history', id],
    queryFn: ({ pageParam, signal }) =>
      apiGet(
        `${CONTACTS}/${id}/history?limit=20${pageParam ? `&cursor=${pageParam}` : ''}`,
        contactHistorySchema,
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });

export const consentsQuery = (id: string) =>
  queryOptions({
    queryKey: ['contacts', 'consents', id],
    queryFn: ({ signal }) => apiGet(`${CONTACTS}/${id}/consents`, contactConsentsSchema, signal),
  });

export const preferencesQuery = (id: string) =>
  queryOptions({
    queryKey: ['contacts', 'preferences', id],
    queryFn: async ({ signal }) =>
      (await apiGet(`${CONTACTS}/${id}/preferences`, contactPreferencesSchema, signal)).items,
  });
export const changePreferences = (id: string, change: PreferencesChange) =>
  apiPatch(`${CONTACTS}/${id}/preferences`, change, brandPreferencesSchema);

export const createContact = (form: ContactForm) => apiPost(CONTACTS, form, contactDetailSchema);
export const changeContact = (id: string, form: ContactForm) =>
  apiPatch(`${CONTACTS}/${id}`, form, contactDetailSchema);
export const eraseContact = (id: string) => apiSend(`${CONTACTS}/${id}/erase`, {});
export const deleteContact = (id: string) => apiDelete(`${CONTACTS}/${id}`);
export const deleteContacts = (ids: readonly string[]) =>
  apiPost(`${CONTACTS}/delete`, { ids }, changedCountSchema);
export const mergeContacts = (id: string, from: readonly string[]) =>
  apiPost(`${CONTACTS}/${id}/merge`, { from }, contactDetailSchema);
export const tagContacts = (change: TagChange) => apiPost(`${CONTACTS}/tags`, change, changedCountSchema);
export const exportContacts = async (filter: string): Promise<Blob> =>
  (await authorizedFetch(`${CONTACTS}/export?${filter}`)).blob();

export const audienceQuery = (id: string) =>
  queryOptions({
    queryKey: ['contacts', 'audience', id],
    queryFn: ({ signal }) => apiGet(`${AUDIENCES}/${id}`, audienceDetailSchema, signal),
  });
export const countQuery = (filter: AudienceFilter) =>
  queryOptions({
    queryKey: ['contacts', 'count', filter],
    queryFn: async () => (await apiPost(`${AUDIENCES}/count`, { filter }, audienceCountSchema)).contacts,
    placeholderData: keepPreviousData,
  });
export const createAudience = (form: AudienceForm) => apiPost(AUDIENCES, form, audienceDetailSchema);
export const changeAudience = (id: string, form: AudienceChange) =>
  apiPatch(`${AUDIENCES}/${id}`, form, audienceDetailSchema);
export const deleteAudience = (id: string) => apiDelete(`${AUDIENCES}/${id}`);
export const changeList = (id: string, change: ListChange) =>
  apiPost(`${AUDIENCES}/${id}/contacts`, change, audienceDetailSchema);
