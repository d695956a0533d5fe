import type { Endpoint } from './api/endpoint.ts';

/** The header by which a request may be sent again without being carried out again. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';
/** What may stand in it. */
export const IDEMPOTENCY_KEY = /^[\u0021-\u007e]{1,255}$/;
/** So long an answer is kept. */
export const IDEMPOTENCY_HOURS = 24;
/** A request that is neither answered nor given up after this has died with its server: it may be taken over. */
export const CLAIM_LAPSES_SECONDS = 60;

/** A POST within a workspace whose body is no file. */
export const takesIdempotencyKey = ({
  method,
  needs,
  anywhere,
  body,
}: Pick<Endpoint, 'method' | 'needs' | 'anywhere' | 'body'>): boolean =>
  method === 'post' && needs !== 'open' && !anywhere && !(body && 'bytes' in body);
