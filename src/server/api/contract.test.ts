import { expect, it } from 'vitest';
import { ENDPOINTS } from '#src/server/api/contract.ts';
import { OPERATOR_ENDPOINTS } from '#src/server/operator/contract.ts';
import { openApi } from '#src/server/contract/openapi.ts';
import { createApiRoutes } from './routes.ts';

/** Every dependency: asking for routes calls none of them. */
const nothing: never = new Proxy({}, { get: () => nothing }) as never;
const api = createApiRoutes(nothing);

const served = api.routes
  .filter(({ method, path }) => method !== 'ALL' && path !== '*')
  .map(({ method, path }) => `${method} ${path}`);
const written = [...ENDPOINTS, ...OPERATOR_ENDPOINTS].map(
  ({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
);

it('serves what is declared, and declares what is served', () => {
  expect([...new Set(served)].sort()).toEqual(written.toSorted());
});

it('is served to anybody, with a token or without', async () => {
  const answer = await api.request('/openapi.json');
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(openApi())));
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
});
