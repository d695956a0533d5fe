import { createHmac } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status';
import type { Database, Tx } from '#src/db/database.ts';
import { type Claim, claimRequest, giveUpClaim, keepAnswer, type Kept } from '#src/db/queries/idempotency.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import {
  CLAIM_LAPSES_SECONDS,
  IDEMPOTENCY_HEADER,
  IDEMPOTENCY_HOURS,
  IDEMPOTENCY_KEY,
  takesIdempotencyKey,
} from '#src/shared/idempotency.ts';
import type { ApiEnv } from './actor.ts';
import { endpointOf } from './permitted.ts';

export type IdempotencyDeps = {
  app: Database;
  clock: Clock;
  /** 32 bytes: a request may hold a password, and its plain hash would be a way to guess it. */
  idempotencyKey?: Buffer;
};

/** What is kept of an answer in the transaction of its effect. A secret is not: only that there was one. */
export type KeepAnswer = (tx: Tx, status: number, body: unknown) => Promise<void>;

const BODY_MAX = 65_536;

/**
 * A POST with an Idempotency-Key is carried out once. The request is claimed, carried out, and its answer kept for a
 * day. A handler whose effect is a transaction keeps the answer within it (`keepAnswer`): then the two cannot part.
 * Elsewhere a server that dies between the effect and its answer leaves a claim that lapses, and the request that comes
 * after that is carried out anew. Refusals and failures are not kept: the request may come again.
 */
export function idempotent(deps: IdempotencyDeps): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const name = c.req.header(IDEMPOTENCY_HEADER);
    const { idempotencyKey: secret } = deps;
    if (c.req.method !== 'POST' || name === undefined || !secret) return next();
    const endpoint = endpointOf(c.req.method, c.req.path);
    if (!endpoint || !takesIdempotencyKey(endpoint))
      throw new AppError('validation_failed', `This address takes no ${IDEMPOTENCY_HEADER}.`);
    if (!IDEMPOTENCY_KEY.test(name)) {
      throw new AppError(
        'validation_failed',
        `${IDEMPOTENCY_HEADER} has 1 to 255 characters of ASCII, without blanks.`,
      );
    }
    const digest = (...parts: string[]) =>
      createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
    const { workspaceId } = c.get('membership');
    const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(deps.app, workspaceId, work);
    const now = deps.clock();
    const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
    const { pathname, search } = new URL(c.req.url);
    const request = {
      workspaceId,
      actor: whoOf(c),
      route: endpoint.path,
      keyHash: digest(name),
      requestHash: digest(pathname, search, await c.req.text()),
    };
    const times = {
      now,
      lapsedAt: before(CLAIM_LAPSES_SECONDS),
      forgottenAt: before(IDEMPOTENCY_HOURS * 3600),
    };
    const found = await inTenant((tx) => claimRequest(tx, request, times));
    if (found === 'other') throw new AppError('idempotency_key_reused');
    if (found === 'running') {
      c.header('Retry-After', '1');
      throw new AppError('idempotency_in_progress');
    }
    if (!('mine' in found)) return replay(c, found);

    const keeper = keeperOf(found.mine, endpoint.keepsAnswer !== false);
    c.set('keepAnswer', keeper.within);
    // A failure of what follows has become an answer by then, and is one that is not kept.
    await next();
    if (keeper.isKept()) return;
    const { status } = c.res;
    const text = status < 400 ? await c.res.clone().text() : '';
    await inTenant((tx) =>
      status < 400
        ? keeper.keep(tx, { status, body: text, contentType: c.res.headers.get('content-type') })
        : giveUpClaim(tx, found.mine),
    );
  };
}

/** For handing on, where there is something to keep. */
export const keeping = (c: Context<ApiEnv>): { keepAnswer?: KeepAnswer } => {
  const keepAnswer = c.get('keepAnswer');
  return keepAnswer ? { keepAnswer } : {};
};

function keeperOf(claim: Claim, tells: boolean) {
  let kept = false;
  const keep = async (tx: Tx, answer: Kept): Promise<void> => {
    const body = tells && answer.body !== null && answer.body.length <= BODY_MAX ? answer.body : null;
    await keepAnswer(tx, claim, { ...answer, body });
  };
  const within: KeepAnswer = async (tx, status, body) => {
    await keep(tx, { status, body: JSON.stringify(body), contentType: 'application/json' });
    kept = true;
  };
  return { keep, within, isKept: () => kept };
}

/** A person is the same on all of his devices. */
function whoOf(c: Context<ApiEnv>): string {
  const actor = c.get('actor');
  return actor.kind === 'key' ? `key ${actor.key.id}` : `session ${actor.user.id}`;
}

function replay(c: Context<ApiEnv>, { status, body, contentType }: Kept): Response {
  if (body === null)
    throw new AppError('idempotency_answer_not_kept', undefined, { details: { answered: status } });
  c.header('Idempotent-Replayed', 'true');
  if (contentType) c.header('Content-Type', contentType);
  c.header('Cache-Control', 'no-store');
  return body === '' ? c.body(null, status as StatusCode) : c.body(body, status as ContentfulStatusCode);
}
