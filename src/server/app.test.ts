import { DrizzleQueryError } from 'drizzle-orm';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { testServer } from '#tests/support/api.ts';
import type { ServerDeps } from './app.ts';
import { createAuthRoutes } from './auth/routes.ts';
import { createFunctionRoutes } from './functions/routes.ts';
import { createRuleHooks } from './hooks/rules.ts';

const none = { app: {} as never, enqueue: (() => undefined) as never };

const failing = (): never => {
  throw new DrizzleQueryError('select * from people where name = $1', ['Ada Byron'], new Error('it broke'));
};

it.each(['/api/v1/me', '/rest/v1/x'])('%s logs a failed query without what was asked in it', async (path) => {
  const logged: unknown[] = [];
  const server = testServer(none, {
    checkSession: () => Promise.resolve().then(failing),
    routes: { rest: new Hono().get('/x', failing) } as ServerDeps['routes'],
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

it('tells at /readyz what should be put right, and is ready all the same', async () => {
  const ready = () => Promise.resolve(null);
  const warned = await testServer(none, { ready, warnings: () => ['Add TRUSTED_PROXY.'] }).request('/readyz');
  expect([warned.status, await warned.json()]).toEqual([
    200,
    { status: 'ready', warnings: ['Add TRUSTED_PROXY.'] },
  ]);
  expect(await (await testServer(none, { ready }).request('/readyz')).json()).toEqual({ status: 'ready' });
});

it('answers 503 with a stable code while there is no database', async () => {
  const away = (): never => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), {
      code: 'ECONNREFUSED',
      syscall: 'connect',
    });
    throw new DrizzleQueryError('select 1', [], cause);
  };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const broken: never = new Proxy(away, { get: (): unknown => broken, apply: away }) as never;
  const clientAddress = () => null;
  const server = testServer(none, {
    checkSession: () => Promise.resolve().then(away),
    ready: async () => 'database_unavailable',
    routes: {
      auth: createAuthRoutes({ accounts: broken, clientAddress, spendsOpenedLinks: false, log }),
      functions: createFunctionRoutes({ leads: broken, checkSession: away, clientAddress, log }),
      ruleHooks: createRuleHooks({
        app: broken,
        clock: () => new Date(),
        enqueue: broken,
        announce: () => undefined,
        count: away,
        clientNetwork: () => null,
        log,
      }),
    } as never,
  });
  const SIGN_IN = '/auth/v1/token?grant_type=password';
  for (const [method, path] of [
    ['GET', '/api/v1/me'],
    ['POST', '/api/v1/rules'],
    ['POST', SIGN_IN],
    ['POST', '/functions/v1/notify-new-lead'],
    ['POST', '/hooks/rules/x'],
    ['GET', '/readyz'],
  ]) {
    const answer = await server.request(path!, {
      method: method!,
      headers: { Authorization: 'Bearer x.y.z' },
      ...(method === 'POST' ? { body: '{"email":"a@traders.example","password":"secret"}' } : {}),
    });
    const text = await answer.text();
    expect([path, answer.status, Number(answer.headers.get('Retry-After'))]).toEqual([
      path,
      503,
      expect.any(Number),
    ]);
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(text).toContain('database_unavailable');
  }
});
