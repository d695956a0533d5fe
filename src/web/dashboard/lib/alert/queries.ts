import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  alertBarsSchema,
  alertRecordSchema,
  deliveryPageSchema,
  readBackSchema,
} from '#src/shared/alert-list.ts';
import { alertReachSchema } from '#src/shared/alert-reach.ts';
import { alertDetailSchema } from '#src/shared/alert-detail.ts';
import {
  BAR_CORRECTIONS,
  barCorrectionSchema,
  barCorrectionsSchema,
  type DismissalForm,
  waitingBarCorrectionsSchema,
} from '#src/shared/bar-corrections.ts';
import {
  decidedSchema,
  type DecidedTogether,
  decidedTogetherSchema,
  type DecisionForm,
  reviewSchema,
  REVIEWS_MAX,
  reviewsSchema,
  type EditCheckForm,
  editCheckSchema,
  revisedSchema,
  type RevisionForm,
  TOGETHER_MAX,
  type TogetherForm,
} from '#src/shared/review.ts';
import { type FollowUpForm, followUpSchema, followUpsSchema } from '#src/shared/follow-ups.ts';
import { type AlertPicture, alertPicturesSchema } from '#src/shared/alert-pictures.ts';
import type { Resolution } from '#src/shared/delivery-log.ts';
import { publicPostSchema } from '#src/shared/public-posts.ts';
import { ApiError, apiGet, apiPatch, apiPost, apiSend, authorizedFetch } from '#src/web/lib/api/api.ts';

const path = (id: string, part = '') => `/api/v1/alerts/${encodeURIComponent(id)}${part}`;

export const alertQuery = (id: string) =>
  queryOptions({
    queryKey: ['alerts', 'detail', id],
    queryFn: ({ signal }) => apiGet(path(id), alertDetailSchema, signal),
  });

/** What was sent, the steps, and the number of deliveries by state. */
export const recordQuery = (id: string) =>
  queryOptions({
    queryKey: ['alerts', 'record', id],
    queryFn: ({ signal }) => apiGet(path(id, '/record'), alertRecordSchema, signal),
  });

/** Where anyone can read it. */
export const publicPagesQuery = (id: string) =>
  queryOptions({
    queryKey: ['alerts', 'public-pages', id],
    queryFn: ({ signal }) => apiGet(path(id, '/public-pages'), publicPostSchema, signal),
  });
export const hideFromPages = (id: string, hidden: boolean) =>
  apiPatch(path(id, '/public-pages'), { hidden }, publicPostSchema);

/** The revision that waits for a decision. */
export const reviewQuery = (id: string) =>
  queryOptions({
    queryKey: ['alerts', 'review', id],
    queryFn: ({ signal }) => apiGet(path(id, '/review'), reviewSchema, signal),
  });

export const decide = (id: string, decision: DecisionForm) =>
  apiPost(path(id, '/decision'), decision, decidedSchema);

/** Decides on alerts by as many requests as it takes. Once some are decided, a failure is that of the others. */
export async function decideTogether({ alerts, ...decision }: TogetherForm) {
  const items: DecidedTogether['items'] = [];
  for (let at = 0; at < alerts.length; at += TOGETHER_MAX) {
    try {
      const part = { ...decision, alerts: alerts.slice(at, at + TOGETHER_MAX) };
      items.push(...(await apiPost('/api/v1/reviews/decisions', part, decidedTogetherSchema)).items);
    } catch (error) {
      if (!(error instanceof ApiError) || items.length === 0) throw error;
      const refusal = { code: error.code, detail: error.message };
      return [...items, ...alerts.slice(at).map(({ id }) => ({ id, state: null, refusal }))];
    }
  }
  return items;
}

export const revise = (id: string, form: RevisionForm) =>
  apiPost(path(id, '/revisions'), form, revisedSchema);

/** What the content gate says of an edit, as saving it would. */
export const editCheckQuery = (id: string, form: EditCheckForm) =>
  queryOptions({
    queryKey: ['edit-check', id, form],
    queryFn: () => apiPost(path(id, '/revisions/check'), form, editCheckSchema),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** The alerts that wait for a review. Under the live topic, so that hints refresh it. */
export const reviewsQuery = (limit = REVIEWS_MAX) =>
  queryOptions({
    queryKey: ['alerts', 'reviews', limit],
    queryFn: ({ signal }) => apiGet(`/api/v1/reviews?limit=${limit}`, reviewsSchema, signal),
  });

/** Its updates and corrections. */
export const followUpsQuery = (id: string) =>
  queryOptions({
    queryKey: ['alerts', 'follow-ups', id],
    queryFn: ({ signal }) => apiGet(path(id, '/follow-ups'), followUpsSchema, signal),
  });
export const writeFollowUp = (id: string, form: FollowUpForm) =>
  apiPost(path(id, '/follow-ups'), form, followUpSchema);
export const decideFollowUp = (id: string, followUp: string, decision: DecisionForm) =>
  apiPost(path(id, `/follow-ups/${followUp}/decision`), decision, followUpSchema);

/** What was found of it as its bars were corrected. */
export const barCorrectionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['alerts', 'bar-corrections', id],
    queryFn: ({ signal }) => apiGet(path(id, '/bar-corrections'), barCorrectionsSchema, signal),
  });
export const dismissBarCorrection = (id: string, correction: string, form: DismissalForm) =>
  apiPost(path(id, `/bar-corrections/${correction}/dismissal`), form, barCorrectionSchema);

/** Those of all alerts that wait for a decision. */
export const waitingBarCorrectionsQuery = queryOptions({
  queryKey: ['alerts', 'bar-corrections'],
  queryFn: ({ signal }) =>
    apiGet(
      `/api/v1/reviews/bar-corrections?limit=${BAR_CORRECTIONS.listMax}`,
      waitingBarCorrectionsSchema,
      signal,
    ),
});

/** How many of those there are. */
export const waitingBarCorrectionCountQuery = queryOptions({
  queryKey: ['alerts', 'bar-corrections', 'count'],
  queryFn: async ({ signal }) =>
    (await apiGet('/api/v1/reviews/bar-corrections?limit=1', waitingBarCorrectionsSchema, signal)).count,
});

/** Who gets it, or got it. */
export const reachQuery = (id: string) =>
  queryOptions({
    queryKey: ['alerts', 'reach', id],
    queryFn: ({ signal }) => apiGet(path(id, '/reach'), alertReachSchema, signal),
  });

export const deliveriesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['alerts', 'deliveries', id],
    queryFn: ({ pageParam, signal }) =>
      apiGet(path(id, `/deliveries${pageParam ? `?cursor=${pageParam}` : ''}`), deliveryPageSchema, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  });

/** Settles a delivery of unknown outcome. */
export const resolveDelivery = (deliveryId: string, as: Resolution) =>
  apiSend(`/api/v1/deliveries/${deliveryId}/resolution`, { as });

/** Asks the provider for a message as it is there now. */
export const readBack = (deliveryId: string) =>
  apiPost(`/api/v1/deliveries/${deliveryId}/read-back`, {}, readBackSchema);

/** What pictures there are, in a language that the alert is written in. */
export const picturesQuery = (id: string, language: string | null) =>
  queryOptions({
    queryKey: ['alerts', 'pictures', id, language],
    queryFn: ({ signal }) =>
      apiGet(
        path(id, `/pictures${language === null ? '' : `?language=${encodeURIComponent(language)}`}`),
        alertPicturesSchema,
        signal,
      ),
  });

/** The bytes of a picture. They stay the same until another revision is approved. */
export const pictureQuery = ({ path: address }: AlertPicture) =>
  queryOptions({
    queryKey: ['alert-picture', address],
    queryFn: async ({ signal }) => (await authorizedFetch(address, { signal })).blob(),
    staleTime: 300_000,
    gcTime: 60_000,
    retry: false,
  });

/** The alert's content as a file for a website. */
export const exported = async (id: string, as: 'html' | 'json'): Promise<Blob> =>
  (await authorizedFetch(path(id, as === 'html' ? '/export/html' : '/export?pictures=embed'))).blob();

/** What the ledger has about the alert, people by name. */
export const caseFile = async (id: string): Promise<Blob> =>
  (await authorizedFetch(`/api/v1/ledger/case-file?people=true&alert=${id}`)).blob();

/** Bars around the event. They do not change, so no hint fetches them again. */
export const barsQuery = (id: string) =>
  queryOptions({
    queryKey: ['alert-bars', id],
    queryFn: ({ signal }) => apiGet(path(id, '/bars'), alertBarsSchema, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
