import type { Context, Hono, MiddlewareHandler } from 'hono';
import type * as z from 'zod/mini';
import { AppError } from '#src/shared/errors.ts';
import { type Component, type Endpoint, isRefusedReadOnly, routePath } from '../contract/endpoint.ts';
import { readPayload } from '../functions/body.ts';
import { type ApiEnv, assertMay } from './actor.ts';
import { limitBody } from './body-limit.ts';
import { type Announce, tellChanges } from './changes.ts';
import { serveDemo } from './demo/demo.ts';
import { idempotent, type IdempotencyDeps } from './idempotency.ts';
import { limitRate, type RateDeps } from './rate.ts';
import { type AccessDeps, requireSignedIn, identify } from './signed-in.ts';
import { requireWritable } from './writable.ts';

type BodyOf<E> = E extends { body: { schema: Component<infer S> } } ? z.output<S> : never;

/** `body` reads the request's JSON by the endpoint's schema. @throws AppError bad_json, validation_failed */
type Handler<E extends Endpoint> = (
  c: Context<ApiEnv>,
  body: () => Promise<BodyOf<E>>,
) => Response | Promise<Response>;

/** Serves an endpoint. Its method, path, checks and the schema of its body come from its declaration. */
export type Route = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

export type GuardDeps = AccessDeps & RateDeps & IdempotencyDeps & { announce: Announce };

export function createRoute(api: Hono<ApiEnv>, deps: GuardDeps): Route {
  return (endpoint, handler) => {
    api.on(endpoint.method.toUpperCase(), [routePath(endpoint)], ...guardsOf(deps, endpoint), (c) =>
      handler(c, () => readBody(c, endpoint)),
    );
  };
}

/** Answers every path that no endpoint has: only to those whose token is good. */
export function refuseOthers(api: Hono<ApiEnv>, deps: GuardDeps): void {
  api.all('*', limitBody(), requireSignedIn(deps), serveDemo(deps), limitRate(deps), () => {
    throw new AppError('not_found');
  });
}

/** In the order in which a request passes them. */
function guardsOf(deps: GuardDeps, endpoint: Endpoint): MiddlewareHandler<ApiEnv>[] {
  const { needs, method, tells, body } = endpoint;
  // A limit of its own applies once the sender is known.
  const general = body?.limit ? [] : [limitBody()];
  if (needs === 'open') return general;
  return [
    ...general,
    requireSignedIn(deps, endpoint),
    serveDemo(deps, endpoint),
    limitRate(deps),
    async (c, next) => {
      assertMay(c.get('actor'), c.get('membership'), needs);
      c.set('checkAgain', async () => {
        await identify(deps, c, endpoint);
        assertMay(c.get('actor'), c.get('membership'), needs);
      });
      await next();
    },
    ...(isRefusedReadOnly(endpoint) ? [requireWritable(deps)] : []),
    ...(method === 'post' ? [idempotent(deps, endpoint)] : []),
    notStored,
    ...(tells ? [tellChanges(deps.announce, tells)] : []),
    ...(body?.limit && !body.limit.piecemeal ? [limitBody(body.limit)] : []),
  ];
}

/** Answers of /api/v1 are kept in no cache, unless a handler says otherwise. */
const notStored: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next();
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
};

async function readBody<E extends Endpoint>(c: Context<ApiEnv>, { body, path }: E): Promise<BodyOf<E>> {
  if (!body || !('schema' in body)) throw new Error(`${path} declares no schema of its body.`);
  const payload = (await readPayload(c, body.schema.schema)) as BodyOf<E>;
  await c.get('checkAgain')?.();
  return payload;
}
