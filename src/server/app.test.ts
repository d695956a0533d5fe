import { DrizzleQueryError } from 'drizzle-orm';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { createServer } from './app.ts';
import type { LiveHub } from './api/live-hub.ts';

const failing = (): never => {
  throw new DrizzleQueryError('select * from people where name = $1', ['Ada Byron'], new Error('it broke'));
};

it.each(['/api/v1/me', '/rest/v1/x'])('%s logs a failed query without what was asked in it', async (path) => {
  const logged: unknown[] = [];
  const server = createServer({
    app: {} as never,
    clock: () => new Date(),
    checkSession: () => Promise.resolve().then(failing),
    requestTrialRun: () => Promise.reject(new Error('not asked for here')),
    hub: {} as LiveHub,
    stop: new AbortController().signal,
    outboxUrl: null,
    site: { files: new Map(), redirects: new Map() },
    auth: new Hono(),
    rest: new Hono().get('/x', failing),
    functions: new Hono(),
    development: null,
    ready: () => Promise.resolve(true),
    https: false,
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (context) => {
        const { err } = context as { err: Error };
        logged.push({ ...context, err: { ...err, message: err.message } });
      },
    },
  });
  const answer = await server.request(path, { headers: { Authorization: 'Bearer x' } });
  expect(answer.status).toBe(500);
  expect(logged).toMatchObject([{ err: { message: 'A query failed' } }]);
  expect(JSON.stringify([logged, await answer.text()])).not.toContain('Ada');
});

const base = {
  app: {} as never,
  clock: () => new Date(),
  requestTrialRun: () => Promise.reject(new Error('not asked for here')),
  hub: {} as LiveHub,
  stop: new AbortController().signal,
  outboxUrl: null,
  site: { files: new Map(), redirects: new Map() },
  auth: new Hono(),
  rest: new Hono(),
  functions: new Hono(),
  development: null,
  ready: () => Promise.resolve(true),
  https: false,
};
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

it('takes more than a megabyte where rules are imported, and nowhere else', async () => {
  const checkSession = () => Promise.reject(new Error('not asked for here'));
  const server = createServer({ ...base, checkSession, log: silent });
  const body = ' '.repeat(1024 * 1024 + 1);
  const statusOf = async (path: string): Promise<number> => {
    const headers = { 'Content-Length': String(body.length) };
    return (await server.request(path, { method: 'POST', body, headers })).status;
  };
  expect([await statusOf('/api/v1/rules'), await statusOf('/api/v1/rules/import')]).toEqual([413, 401]);
});
