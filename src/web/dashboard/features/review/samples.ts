import { queryOptions } from '@tanstack/react-query';
import { type JudgementForm, SAMPLES_MAX, samplesSchema } from '#src/shared/samples.ts';
import { apiGet, apiSend } from '#src/web/lib/api/api.ts';

/** Alerts drawn for a check afterwards. */
export const samplesQuery = (state: 'waiting' | 'judged') =>
  queryOptions({
    queryKey: ['alerts', 'samples', state],
    queryFn: ({ signal }) =>
      apiGet(`/api/v1/reviews/samples?state=${state}&limit=${SAMPLES_MAX}`, samplesSchema, signal),
  });

export const judgeSample = (id: string, form: JudgementForm) =>
  apiSend(`/api/v1/reviews/samples/${encodeURIComponent(id)}`, form);
