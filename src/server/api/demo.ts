import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { KeptAnswer } from '#src/demo/cache.ts';
import type { Demo } from '#src/demo/gate.ts';
import type { Membership } from '#src/db/queries/membership.ts';
import { readingOnly } from '#src/db/tenant.ts';
import { DEMO_PERSON, DEMO_TOKEN_MARK, DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import { AppError } from '#src/shared/errors.ts';
import type { ApiActor, ApiEnv } from './actor.ts';
import { endpointOf } from './permitted.ts';

export type DemoDeps = {
  demo: Demo;
  /** The address of the peer, or of the client behind a trusted proxy; null where it cannot be known. */
  clientAddress: (c: Context) => string | null;
};

const VISITOR: ApiActor = {
  kind: 'demo',
  user: {
    id: DEMO_PERSON.id,
    email: DEMO_PERSON.email,
    emailConfirmedAt: new Date(0),
    userMetadata: { first_name: DEMO_PERSON.firstName, last_name: DEMO_PERSON.lastName },
  },
};

/** Where every visitor is. */
export const VISITED: Membership = { workspaceId: DEMO_WORKSPACE_ID, role: 'viewer' };

/** Whom a token of the demo stands for. @throws AppError demo_off, demo_ended */
export function visitorOf(deps: { demo?: DemoDeps }, token: string): ApiActor | null {
  if (!token.startsWith(DEMO_TOKEN_MARK)) return null;
  if (!deps.demo) throw new AppError('demo_off');
  if (!deps.demo.demo.isGood(token)) throw new AppError('demo_ended');
  return VISITOR;
}

/** POST /demo/session: before the check of the token. */
export function addDemoSession(api: Hono<ApiEnv>, deps: { demo?: DemoDeps }): void {
  api.post('/demo/session', async (c) => {
    if (!deps.demo) throw new AppError('demo_off');
    const session = await deps.demo.demo.open(deps.demo.clientAddress(c));
    deps.demo.demo.noteVisitor();
    return c.json(session, 201, { 'Cache-Control': 'no-store' });
  });
}

/**
 * What a visitor of the demo may ask is answered from what others were told a moment ago, or read in read-only
 * transactions; everything else is refused, by the contract's lines.
 */
export function serveDemo({ demo: deps }: { demo?: DemoDeps }): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (c.get('actor').kind !== 'demo' || !deps) return next();
    const endpoint = endpointOf(c.req.method, c.req.path);
    if (!endpoint) throw new AppError('not_found');
    if (endpoint.demo !== true || endpoint.method !== 'get') throw new AppError('demo_read_only');
    deps.demo.noteVisitor();
    const { pathname, searchParams } = new URL(c.req.url);
    const read = async (): Promise<void> => {
      await deps.demo.admit(deps.clientAddress(c));
      await readingOnly.run(true, next);
    };
    // A stream has no end to wait for; its limit is how many there are.
    if (endpoint.path === '/stream') return next();
    searchParams.sort();
    const key = `${c.req.method} ${pathname}?${searchParams.toString()}`;
    const { own, answer } = deps.demo.answers.answer(key, async () => {
      await read();
      return keep(c.res);
    });
    const { status, headers, body } = await answer;
    if (!own) c.res = new Response(c.req.method === 'HEAD' ? null : body, { status, headers });
  };
}

async function keep(response: Response): Promise<KeptAnswer> {
  const body = await response.clone().arrayBuffer();
  return { status: response.status, headers: [...response.headers], body };
}
