import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  alertBarsSchema,
  alertRecordSchema,
  deliveryPageSchema,
  readBackSchema,
} from '#src/shared/alert-list.ts';
import { alertReachSchema } from '#src/shared/alert-reach.ts';
import { alertDetailSchema } from '#src/shared/alert-detail.ts';
import { reviewSchema } from '#src/shared/review.ts';

import {
  type FollowUpDecision,
  type FollowUpForm,
  followUpSchema,
  followUpsSchema,
} from '#src/shared/follow-ups.ts';
import { apiGet, apiPost } from '#src/web/lib/api/api.ts';

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

/** The revision that waits for a decision. */
export const reviewQuery = (id: string) =>
  queryOptions({
    queryKey: ['alerts', 'review', id],
    queryFn: ({ signal }) => apiGet(path(id, '/review'), reviewSchema, signal),
  });

/** Its updates and corrections. */
export const followUpsQuery = (id: string) =>
  queryOptions({
    queryKey: ['alerts', 'follow-ups', id],
    queryFn: ({ signal }) => apiGet(path(id, '/follow-ups'), followUpsSchema, signal),
  });
export const writeFollowUp = (id: string, form: FollowUpForm) =>
  apiPost(path(id, '/follow-ups'), form, followUpSchema);
export const decideFollowUp = (id: string, followUp: string, decision: FollowUpDecision) =>
  apiPost(path(id, `/follow-ups/${followUp}/decision`), decision, followUpSchema);

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

/** Asks the provider for a message as it is there now. */
export const readBack = (deliveryId: string) =>
  apiPost(`/api/v1/deliveries/${deliveryId}/read-back`, {}, readBackSchema);

/** Bars around the event. They do not change, so no hint fetches them again. */
export const barsQuery = (id: string) =>
  queryOptions({
    queryKey: ['alert-bars', id],
    queryFn: ({ signal }) => apiGet(path(id, '/bars'), alertBarsSchema, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
