import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PUBLIC_KEY } from '#src/shared/product.ts';
import { setAccess } from '#src/web/lib/api/access.ts';
import { readSubscription } from './read-subscription.ts';

const USER = '01900000-0000-7000-8000-00000000000a';
const ROW = {
  workspace_id: '01900000-0000-7000-8000-00000000000b',
  plan: 'Pro Plan',
  status: 'Trial',
  trial_ends_at: '2026-12-04T22:30:41.207+00:00',
};
beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://site.example' });
  setAccess({
    token: async () => 'the-token',
    stale: new Set(),
    renew: async () => 'gone',
    leave: async () => undefined,
    readOnly: null,
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** What was asked, and what comes back. */
function server(status: number, body: unknown) {
  const asked: { url: URL; method: string; headers: Headers }[] = [];
  const fetch = (async (input: string, init: RequestInit) => {
    asked.push({ url: new URL(input), method: init.method ?? 'GET', headers: new Headers(init.headers) });
    return new Response(JSON.stringify(body), { status });
  }) as typeof globalThis.fetch;
  return { asked, fetch };
}

it('asks as the specification’s call 3, with the public key and the person’s token', async () => {
  const { asked, fetch } = server(200, [ROW]);
  expect(await readSubscription(USER, { fetch })).toMatchObject({ plan: 'Pro Plan', status: 'Trial' });
  expect(asked).toHaveLength(1);
  const [{ url, method, headers }] = asked as [(typeof asked)[number]];
  expect([method, url.origin + url.pathname]).toEqual(['GET', 'https://site.example/rest/v1/subscriptions']);
  expect(Object.fromEntries(url.searchParams)).toEqual({ user_id: `eq.${USER}`, select: '*', limit: '1' });
  expect(headers.get('apikey')).toBe(PUBLIC_KEY);
  expect(headers.get('authorization')).toBe('Bearer the-token');
  expect(headers.get('content-type')).toBe('application/json');
});

it('answers null where there is no row', async () => {
  expect(await readSubscription(USER, server(200, []))).toBeNull();
});

it.each([
  [401, { code: 'PGRST301', message: 'JWT expired' }],
  [400, { code: '42501', message: 'denied' }],
  [200, { not: 'a list' }],
])('logs a failure (%i) and goes on', async (status, body) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  expect(await readSubscription(USER, server(status, body))).toBe('failed');
  expect(warn).toHaveBeenCalledExactlyOnceWith('Failed to fetch subscription data', expect.anything());
});
