import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type ReaderBotForm, readerBotSchema, readerBotsSchema } from '#src/shared/reader-bots.ts';
import {
  type SignupFormChange,
  type SignupFormForm,
  signupFormSchema,
  signupFormsSchema,
} from '#src/shared/signup-forms.ts';
import {
  type MailReporterForm,
  mailReporterMadeSchema,
  mailReportersSchema,
  suppressionHistorySchema,
  type SuppressionForm,
  suppressionsSchema,
} from '#src/shared/suppressions.ts';
import { apiDelete, apiGet, apiPatch, apiPost, apiSend } from '#src/web/lib/api/api.ts';

export const formsQuery = queryOptions({
  queryKey: ['contacts', 'forms'],
  queryFn: ({ signal }) => apiGet('/api/v1/signup-forms', signupFormsSchema, signal),
});
export const makeForm = (form: SignupFormForm) => apiPost('/api/v1/signup-forms', form, signupFormSchema);
export const changeForm = (id: string, change: SignupFormChange) =>
  apiPatch(`/api/v1/signup-forms/${id}`, change, signupFormSchema);
export const removeForm = (id: string) => apiDelete(`/api/v1/signup-forms/${id}`);

export const readerBotsQuery = queryOptions({
  queryKey: ['contacts', 'reader-bots'],
  queryFn: ({ signal }) => apiGet('/api/v1/reader-bots', readerBotsSchema, signal),
});
export const setReaderBot = (form: ReaderBotForm) => apiPost('/api/v1/reader-bots', form, readerBotSchema);
export const removeReaderBot = (brandId: string) => apiDelete(`/api/v1/reader-bots/${brandId}`);

export const suppressedQuery = (asked: { cause: string; q: string }) =>
  infiniteQueryOptions({
    queryKey: ['contacts', 'suppressed', asked],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams();
      if (asked.cause !== '') query.set('cause', asked.cause);
      if (asked.q !== '') query.set('q', asked.q);
      if (pageParam !== null) query.set('cursor', pageParam);
      return apiGet(`/api/v1/suppressions?${query}`, suppressionsSchema, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });
export const historyQuery = (id: string) =>
  queryOptions({
    // Not with the contacts: once the suppression is lifted, nothing has this id.
    queryKey: ['suppression-history', id],
    queryFn: ({ signal }) => apiGet(`/api/v1/suppressions/${id}/history`, suppressionHistorySchema, signal),
  });
export const suppress = (form: SuppressionForm) => apiSend('/api/v1/suppressions', form);
export const lift = (id: string, reason: string) => apiSend(`/api/v1/suppressions/${id}/lift`, { reason });

export const reportersQuery = queryOptions({
  queryKey: ['contacts', 'mail-reporters'],
  queryFn: ({ signal }) => apiGet('/api/v1/mail-reporters', mailReportersSchema, signal),
});
export const connectReporter = (form: MailReporterForm) =>
  apiPost('/api/v1/mail-reporters', form, mailReporterMadeSchema);
export const disconnectReporter = (id: string) => apiDelete(`/api/v1/mail-reporters/${id}`);
