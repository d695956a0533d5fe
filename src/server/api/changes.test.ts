import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { ApiEnv } from './actor.ts';
import { tellChanges } from './changes.ts';
import { ENDPOINTS } from './contract.ts';

async function toldAt(status: 200 | 400): Promise<unknown[]> {
  const told: unknown[] = [];
  const api = new Hono<ApiEnv>();
  api.use(async (c, next) => {
    c.set('membership', { workspaceId: 'of mine' } as ApiEnv['Variables']['membership']);
    await next();
  });
  api.use(tellChanges((...said) => void told.push(said), ['rules', 'outside']));
  api.all('*', (c) => c.body(null, status));
  await api.request('/rules', { method: 'POST' });
  return told;
}
const topicsOf = (method: string, path: string) =>
  ENDPOINTS.find((endpoint) => endpoint.method === method && endpoint.path === path)?.tells;

it.each([
  ['post', '/rules', ['rules', 'outside']],
  ['patch', '/rules/{id}', ['rules', 'outside']],
  ['delete', '/watchlists/{id}', ['rules']],
  ['post', '/outside-rules/{id}/restore', ['outside']],
  ['delete', '/news-sources/{id}', ['feeds', 'outside']],
  ['patch', '/calendar-sources/{id}', ['feeds', 'outside']],
  ['post', '/bars/import', ['feeds', 'rules']],
])('tells those who look on of %s %s', (method, path, topics) => {
  expect(topicsOf(method, path)).toEqual(topics);
});

it.each([
  ['get', '/rules'],
  ['post', '/rules/check'],
  ['post', '/rules/replay'],
  ['post', '/rules/message'],
  ['post', '/notifications/read'],
])('says nothing of %s %s', (method, path) => {
  expect(topicsOf(method, path)).toBeUndefined();
});

it('tells every topic once it is done, and nothing of what was refused', async () => {
  expect(await toldAt(200)).toEqual([
    ['of mine', 'rules'],
    ['of mine', 'outside'],
  ]);
  expect(await toldAt(400)).toEqual([]);
});
