import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createApiRoutes, type ApiDeps } from './api/routes.ts';
import { problemAnswer } from './problem.ts';
import { isUpload } from './documents/is-upload.ts';
import { loggedHookPath } from './hooks/rules.ts';
import { createSharedRoutes, loggedPath as loggedSharedPath } from './shared/routes.ts';
import type { Site } from './site/files.ts';
import { createSiteRoutes } from './site/routes.ts';
import { loggable } from '#src/loggable.ts';
import { AppError } from '#src/shared/errors.ts';

export type RequestLog = {
  info: (context: object, message: string) => void;
  warn: (context: object, message: string) => void;
  error: (context: object, message: string) => void;
};

type Env = { Variables: { requestId: string } };

const loggedPath = (path: string): string => loggedHookPath(loggedSharedPath(path));

export type ServerDeps = Omit<ApiDeps, 'log'> & {
  site: Site;
  auth: Hono;
  rest: Hono;
  functions: Hono;
  /** Messages to the team, at /api/v1/contact, and what browsers without script post, at /forms. Whoever takes none leaves them out. */
  contact?: Hono<Env>;
  forms?: Hono;
  /** News of payment providers, at /hooks/payment. Whoever sells nothing leaves it out. */
  paymentHooks?: Hono<Env>;
  /** Calls to the webhooks of rules, at /hooks/rules. Whoever takes none leaves it out. */
  ruleHooks?: Hono<Env>;
  /** The pages of a development machine, all below /dev; null in production. */
  development: Hono | null;
  /** True once everything is running and until it stops. */
  ready: () => Promise<boolean>;
  https: boolean;
  log: RequestLog;
};

const API_BODY_LIMIT = 1024 * 1024;

/** The whole web server, without a port: tests call `createServer(deps).request(…)`. */
export function createServer(deps: ServerDeps): Hono<Env> {
  const server = new Hono<Env>();

  server.use(async (c, next) => {
    const requestId = randomUUID();
    const started = performance.now();
    c.set('requestId', requestId);
    await next();
    for (const [name, value] of Object.entries(securityHeaders(deps.https))) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
    c.res.headers.set('X-Request-Id', requestId);
    // What is left of a refused body may still be on its way: nothing else shall come behind it.
    if (c.res.status === 413 || (isUpload(c.req) && c.res.status >= 400)) {
      c.res.headers.set('Connection', 'close');
    }
    // The path only: a query may hold a token.
    deps.log.info(
      {
        request: requestId,
        method: c.req.method,
        path: loggedPath(c.req.path),
        status: c.res.status,
        ms: Math.round(performance.now() - started),
      },
      'request',
    );
  });
  server.onError((error, c) => {
    deps.log.error(
      { err: loggable(error), request: c.get('requestId'), path: loggedPath(c.req.path) },
      'a request failed',
    );
    return problemAnswer(c, error, c.get('requestId'));
  });

  server.get('/healthz', (c) => c.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' }));
  server.get('/readyz', async (c) => {
    const ready = await deps.ready().catch(() => false);
    return c.json({ status: ready ? 'ready' : 'not ready' }, ready ? 200 : 503, {
      'Cache-Control': 'no-store',
    });
  });

  server.route('/auth/v1', deps.auth);
  server.route('/rest/v1', deps.rest);
  server.route('/functions/v1', deps.functions);
  const limited = bodyLimit({
    maxSize: API_BODY_LIMIT,
    onError: (c) => problemAnswer(c, new AppError('request_entity_too_large'), randomUUID()),
  });
  // A file is read piece by piece, and has a limit of its own, as one of rules has.
  server.use('/api/v1/*', (c, next) =>
    isUpload(c.req) || c.req.path === '/api/v1/rules/import' ? next() : limited(c, next),
  );
  // Before everything that only signed-in people may ask.
  if (deps.contact) server.route('/api/v1/contact', deps.contact);
  server.route('/api/v1', createApiRoutes(deps));
  if (deps.paymentHooks) server.route('/hooks/payment', deps.paymentHooks);
  if (deps.ruleHooks) server.route('/hooks/rules', deps.ruleHooks);
  if (deps.forms) server.route('/forms', deps.forms);
  if (deps.documents) {
    server.route('/shared', createSharedRoutes(deps.documents, deps.site.files.keys(), deps.clientAddress));
  }
  if (deps.development) server.route('/', deps.development);
  server.route(
    '/',
    createSiteRoutes({
      site: deps.site,
      onNotFound: (path) => deps.log.warn({ path: path.slice(0, 500) }, 'page not found'),
    }),
  );
  return server;
}

/**
 * The page's own policy for scripts and styles is in its head (hashes made at build); a header with script-src beside
 * it would forbid what it allows, so this one says only what no page may decide for itself.
 */
function securityHeaders(https: boolean): Record<string, string> {
  return {
    'Content-Security-Policy':
      "frame-ancestors 'none'; base-uri 'self'; object-src 'none'; form-action 'self'",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    ...(https ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}
