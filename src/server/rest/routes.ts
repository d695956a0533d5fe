import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import type { Database, Tx } from '#src/db/database.ts';
import type { Visitor } from '#src/db/visitor.ts';
import { loggable } from '#src/platform/log/loggable.ts';
import { fromDatabase } from './database-error.ts';
import { noPrivilege, RestError, restErrorAnswer } from './errors.ts';
import { answerInsert } from './insert.ts';
import { answerRead } from './read.ts';
import { type Table, tableNamed } from './tables.ts';
import { type CheckSession, visitorOf } from './visitor.ts';

type RestRoutesDeps = {
  db: Database;
  checkSession: CheckSession;
  /** The address of the peer, or of the client behind a trusted proxy; null where it cannot be known. */
  clientAddress: (c: Context) => string | null;
  /** Counts rows that visitors leave. @returns 0, or the seconds after which more are taken */
  admitLeads: (clientAddress: string | null, rows: number) => Promise<number>;
  /** Whether a lead's request that names itself comes for the first time; holds it within the transaction. */
  isFirstLead: (tx: Tx, request: string) => Promise<boolean>;
  log: { error: (context: object, message: string) => void };
};

const BODY_LIMIT = 256 * 1024;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * /rest/v1 as the published client uses it, for two tables: anyone may leave a lead, and signed-in people see their
 * own subscriptions. The database decides on rights (src/db/migrations/0006_leads.sql); this only translates.
 */
export function createRestRoutes(deps: RestRoutesDeps): Hono {
  const rest = new Hono();
  rest.onError((error, c) => {
    if (error instanceof RestError) return restErrorAnswer(c, error);
    deps.log.error({ err: loggable(error), path: c.req.path }, 'a REST request failed');
    return restErrorAnswer(c, new RestError(500, 'XX000', 'Something went wrong on our side'));
  });
  rest.use(
    cors({
      origin: '*',
      allowMethods: [...METHODS, 'OPTIONS'],
      exposeHeaders: [
        'Content-Range',
        'Content-Location',
        'Location',
        'Proxy-Status',
        'Retry-After',
        'WWW-Authenticate',
      ],
      maxAge: 86_400,
    }),
  );
  rest.use(async (c, next) => {
    await next();
    c.res.headers.set('Cache-Control', 'no-store');
  });
  rest.use(
    bodyLimit({
      maxSize: BODY_LIMIT,
      onError: (c) => {
        // The rest of the body is not read: the next request needs a connection of its own.
        c.header('Connection', 'close');
        return restErrorAnswer(c, new RestError(413, '54000', `The body is larger than ${BODY_LIMIT} bytes`));
      },
    }),
  );
  rest.all('/rpc/:name', (c) => {
    const name = c.req.param('name').slice(0, 100);
    throw new RestError(
      404,
      'PGRST202',
      `Could not find the function public.${name} without parameters in the schema cache`,
    );
  });
  rest.all('/:table', async (c) => {
    if (!METHODS.includes(c.req.method)) {
      throw new RestError(405, 'PGRST117', `Unsupported HTTP method: ${c.req.method.slice(0, 20)}`);
    }
    const visitor = await visitorOf(c, deps.checkSession).catch((error: unknown) => {
      throw fromDatabase(error, true) ?? error;
    });
    const table = tableNamed(c.req.param('table'));
    return answerTable(c, deps, visitor, table).catch((error: unknown) => {
      throw fromDatabase(error, visitor.role === 'anon') ?? error;
    });
  });
  rest.all('*', () => {
    throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL');
  });
  return rest;
}

async function answerTable(
  c: Context,
  deps: RestRoutesDeps,
  visitor: Visitor,
  table: Table,
): Promise<Response> {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return answerRead(c, deps.db, visitor, table);
  // No role may change or remove rows.
  if (c.req.method !== 'POST') throw noPrivilege(table.name, visitor.role === 'anon');
  return answerInsert(c, deps.db, visitor, table, {
    admit: (rows) => admit(c, deps, table.name, rows),
    isFirst: deps.isFirstLead,
  });
}

async function admit(c: Context, deps: RestRoutesDeps, table: string, rows: number): Promise<void> {
  if (table !== 'leads') return;
  const seconds = await deps.admitLeads(deps.clientAddress(c), rows);
  if (seconds === 0) return;
  throw new RestError(429, 'PT429', 'Too many requests were sent. Please try again later.', {
    headers: { 'Retry-After': String(seconds) },
  });
}
