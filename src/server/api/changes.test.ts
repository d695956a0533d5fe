import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { ApiEnv } from './actor.ts';
import { tellChanges } from './changes.ts';

const ID = '01a20000-0000-7000-8000-000000000001';

async function toldOf(method: string, path: string, status: 200 | 400 = 200): Promise<unknown[]> {
  const told: unknown[] = [];
  const api = new Hono<ApiEnv>();
  api.use(async (c, next) => {
    c.set('membership', { workspaceId: 'of mine' } as ApiEnv['Variables']['membership']);
    await next();
  });
  api.use(tellChanges({ announce: (...said) => told.push(said) }));
  api.all('*', (c) => c.body(null, status));
  await api.request(path, { method });
  return told;
}

it.each([
  ['POST', '/rules', ['rules', 'outside']],
  ['PATCH', `/rules/${ID}`, ['rules', 'outside']],
  ['DELETE', `/watchlists/${ID}`, ['rules']],
  ['POST', `/outside-rules/${ID}/restore`, ['outside']],
  ['DELETE', `/news-sources/${ID}`, ['feeds', 'outside']],
  ['PATCH', `/calendar-sources/${ID}`, ['feeds', 'outside']],
])('tells those who look on of %s %s', async (method, path, topics) => {
  expect(await toldOf(method, path)).toEqual(topics.map((topic) => ['of mine', topic]));
});

it.each([
  ['GET', '/rules'],
  ['POST', '/rules/check'],
  ['POST', '/rules/replay'],
  ['POST', '/rules/message'],
  ['POST', '/notifications/read'],
  ['POST', '/no-such-address'],
])('says nothing of %s %s', async (method, path) => {
  expect(await toldOf(method, path)).toEqual([]);
});

it('says nothing of what was refused', async () => {
  expect(await toldOf('POST', '/rules', 400)).toEqual([]);
});
