import type { MiddlewareHandler } from 'hono';
import type { KeptAnswer } from '#src/demo/cache.ts';
import type { Demo } from '#src/demo/gate.ts';
import type { Membership } from '#src/db/queries/membership.ts';
import { readingOnly } from '#src/db/tenant.ts';
import { DEMO_PERSON, DEMO_TOKEN_MARK, DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import { AppError } from '#src/shared/errors.ts';
import { IDEMPOTENCY_HEADER } from '#src/shared/idempotency.ts';
import type { ClientAddress } from '../../client-address.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { ApiActor, ApiEnv } from '../actor.ts';

export type DemoAccess = {
  /** Null where no demo is shown. */
  demo: Demo | null;
  clientAddress: ClientAddress;
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

/** The workspace that all visitors see. */
export const VISITED: Membership = { workspaceId: DEMO_WORKSPACE_ID, role: 'viewer' };

/** The visitor that a token of the demo belongs to. @throws AppError demo_off, demo_ended */
export function visitorOf({ demo }: Pick<DemoAccess, 'demo'>, token: string): ApiActor | null {
  if (!token.startsWith(DEMO_TOKEN_MARK)) return null;
  if (!demo) throw new AppError('demo_off');
  if (!demo.isGood(token)) throw new AppError('demo_ended');
  return VISITOR;
}

/**
 * Answers demo visitors from a short cache, or from read-only transactions. Only endpoints with `demo` that read, or that
 * compute an answer and write nothing, are open to them.
 */
export function serveDemo(
  { demo, clientAddress }: DemoAccess,
  endpoint?: Endpoint,
): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (c.get('actor').kind !== 'demo' || !demo) return next();
    if (!endpoint) throw new AppError('not_found');
    const isRead = endpoint.method === 'get';
    if (endpoint.demo !== true || !(isRead || endpoint.computes)) throw new AppError('demo_read_only');
    demo.noteVisitor();
    if (!isRead) {
      // An answer that is kept for a retry would be written.
      if (c.req.header(IDEMPOTENCY_HEADER) !== undefined) throw new AppError('demo_read_only');
      await demo.admitWork(clientAddress(c));
      return readingOnly.run(true, next);
    }
    const { pathname, searchParams } = new URL(c.req.url);
    const read = async (): Promise<void> => {
      await demo.admit(clientAddress(c));
      await readingOnly.run(true, next);
    };
    // A stream doesn't end, so its answer can't be shared; streams have a limit of their own.
    if (endpoint.answer.type === 'text/event-stream') return next();
    searchParams.sort();
    const key = `${c.req.method} ${pathname}?${searchParams.toString()}`;
    const { own, answer } = demo.answers.answer(key, async () => {
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
