import { createHmac } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status';
import type { Database, Tx } from '#src/db/database.ts';
import {
  type Claim,
  claimRequest,
  giveUpClaim,
  keepAnswer,
  keptAnswer,
  type Kept,
  type Repeatable,
} from '#src/db/queries/idempotency.ts';
import { membershipsOf } from '#src/db/queries/membership.ts';
import { tenantOf, withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { CLAIM_LAPSES_SECONDS, IDEMPOTENCY_HEADER, IDEMPOTENCY_HOURS } from '#src/shared/idempotency.ts';
import type { KeepAnswer } from '#src/db/queries/activity.ts';
import { type Endpoint, takesIdempotencyKey } from '../contract/endpoint.ts';
import { readIdempotencyKey } from '../idempotency-key.ts';
import type { ApiEnv } from './actor.ts';

export type IdempotencyDeps = {
  app: Database;
  clock: Clock;
  /** 32 bytes: a request may hold a password, and its plain hash would be a way to guess it. */
  idempotencyKey: Buffer;
};

const BODY_MAX = 65_536;

/**
 * Carries a POST with an Idempotency-Key out once, and stores its answer for a day. A handler that works in a
 * transaction stores the answer within it (`keepAnswer`), so the two can't part. Elsewhere, a server that dies before
 * it answers leaves a claim that lapses; a retry after that is carried out again. Errors aren't stored.
 */
export function idempotent(deps: IdempotencyDeps, endpoint: Endpoint): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const none = takesIdempotencyKey(endpoint) ? null : `This address takes no ${IDEMPOTENCY_HEADER}.`;
    const name = readIdempotencyKey(c, (shape) => new AppError('validation_failed', none ?? `${shape}.`));
    if (name === undefined) return next();
    if (none) throw new AppError('validation_failed', none);
    const digest = (...parts: string[]) =>
      createHmac('sha256', deps.idempotencyKey).update(JSON.stringify(parts)).digest();
    const now = deps.clock();
    const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
    const { pathname, search } = new URL(c.req.url);
    const asked = {
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
    if (endpoint.startsWorkspace) {
      keepInNew(c, asked, times);
      await next();
      return answerAgain(deps, c, asked, times.forgottenAt);
    }
    const { workspaceId } = c.get('membership');
    const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(deps.app, workspaceId, work);
    const request = { workspaceId, ...asked };
    const found = await inTenant((tx) => claimRequest(tx, request, times));
    if (found === 'other') throw new AppError('idempotency_key_reused');
    if (found === 'running') {
      c.header('Retry-After', '1');
      throw new AppError('idempotency_in_progress');
    }
    if (!('mine' in found)) return replay(c, found);

    const keeper = keeperOf(found.mine, endpoint.keepsAnswer !== false);
    c.set('keepAnswer', keeper.within);
    // Errors of what follows are answers by then, and aren't stored.
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

type Asked = Omit<Repeatable, 'workspaceId'>;

/** Before a workspace is made there is none to claim the request in: its answer is stored with it. */
function keepInNew(c: Context<ApiEnv>, asked: Asked, times: Parameters<typeof claimRequest>[2]): void {
  c.set('keepAnswer', async (tx, status, body) => {
    const found = await claimRequest(tx, { ...asked, workspaceId: await tenantOf(tx) }, times);
    if (typeof found === 'string' || !('mine' in found)) throw new Error('The workspace is not new.');
    await keeperOf(found.mine, true).within(tx, status, body);
  });
}

/** The handler makes one workspace and rejects the next request: this one may be the first again. */
async function answerAgain(
  deps: IdempotencyDeps,
  c: Context<ApiEnv>,
  asked: Asked,
  forgottenAt: Date,
): Promise<void> {
  const actor = c.get('actor');
  if (c.res.status < 400 || actor.kind !== 'session') return;
  for (const { workspaceId } of await membershipsOf(deps.app, actor.user.id)) {
    const kept = await withTenant(deps.app, workspaceId, (tx) =>
      keptAnswer(tx, { ...asked, workspaceId }, forgottenAt),
    );
    if (kept === 'other') throw new AppError('idempotency_key_reused');
    if (kept === null) continue;
    c.res = new Response(kept.body, {
      status: kept.status,
      headers: { 'Content-Type': kept.contentType ?? 'application/json', 'Idempotent-Replayed': 'true' },
    });
    return;
  }
}

/** A person is the same on every device. */
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
