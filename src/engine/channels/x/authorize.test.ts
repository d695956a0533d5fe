import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { practiceAuthorize } from '../authorize.fixture.ts';
import type { ChannelDeps } from '../channel.ts';
import { xChannel } from './x.ts';

let x: Awaited<ReturnType<typeof practiceAuthorize>>;
beforeAll(async () => {
  x = await practiceAuthorize(xChannel);
});
afterAll(() => x.stop());

test('a person allows it, and the account can be used and refreshed', async () => {
  const page = await x.open();
  expect(page.html).toContain('media.write');
  const back = await page.decide('allow');
  expect(back.get('state')).toBe('a-state');
  const result = await x.exchange(back.get('code') ?? '');
  if ('problem' in result) throw new Error(result.problem);
  const [account] = result.accounts;
  expect(result.accounts).toHaveLength(1);
  expect(account).toMatchObject({
    id: '4200000000000000042',
    title: '@practice_desk',
    settings: { handle: '@practice_desk', clientId: x.app.clientId },
    endsAt: x.deps.now() + 7_200_000,
    place: { name: '@practice_desk', address: '@practice_desk' },
  });
  const { settings = {}, secrets = {} } = account ?? {};
  const connection = { id: 'c', practice: true, settings, secrets };
  const deps = x.deps as ChannelDeps;
  expect(await xChannel.check(connection, deps)).toEqual({ ok: true });
  const refreshed = await xChannel.tokens?.refresh(connection, deps);
  expect(refreshed).toHaveProperty('secrets.refreshToken');
  // The form takes what was given.
  const given = Object.entries({ ...settings, ...secrets });
  const isTaken = ([name, value]: [string, string]): boolean =>
    xChannel.fields.find((field) => field.name === name)?.type.safeParse(value).success ?? false;
  expect(given.filter((each) => !isTaken(each))).toEqual([]);
});

test('a person denies it', async () => {
  const back = await (await x.open()).decide('deny');
  expect(Object.fromEntries(back)).toEqual({ error: 'access_denied', state: 'a-state' });
});

describe('no tokens', () => {
  const CODE = 'X answered: Value passed for the authorization code was invalid.';

  test('for a wrong verifier', async () => {
    expect(await x.exchange(await x.allowed(), { verifier: 'w'.repeat(43) })).toEqual({
      problem: 'X answered: Value passed for the code verifier did not match the code challenge.',
    });
  });
  test('for another address', async () => {
    const redirectUri = 'http://localhost:3001/hooks/oauth/x';
    expect(await x.exchange(await x.allowed(), { redirectUri })).toEqual({
      problem:
        'X answered: Value passed for the redirect uri did not match the uri of the authorization code.',
    });
  });
  test('for a code that was used', async () => {
    const code = await x.allowed();
    expect(await x.exchange(code)).toHaveProperty('accounts');
    expect(await x.exchange(code)).toEqual({ problem: CODE });
  });
  test('for a code of half a minute ago', async () => {
    const code = await x.allowed();
    x.pass(30_001);
    expect(await x.exchange(code)).toEqual({ problem: CODE });
  });
  test('for a wrong client secret', async () => {
    const app = { ...x.app, clientSecret: 'another' };
    expect(await x.exchange(await x.allowed(), { app })).toEqual({
      problem: 'X answered: Missing valid authorization header',
    });
  });
  test('where a scope is missing', async () => {
    const page = await x.open({
      change: (url) => url.searchParams.set('scope', 'tweet.read tweet.write users.read offline.access'),
    });
    const code = (await page.decide('allow')).get('code') ?? '';
    expect(await x.exchange(code)).toEqual({
      problem: 'X didn’t grant media.write. Connect again and allow everything.',
    });
  });
});

test.each([
  ['another redirect address', 'redirect_uri', 'https://evil.example/hooks/oauth/x', 'redirect URI'],
  ['another app', 'client_id', 'AnotherApp', 'client ID'],
  ['no challenge', 'code_challenge', '', 'code challenge'],
])('%s leads nowhere', async (_, name, value, says) => {
  const page = await x.open({
    change: ({ searchParams }) => (value === '' ? searchParams.delete(name) : searchParams.set(name, value)),
  });
  expect(page.status).toBe(400);
  expect(page.html).toContain(says);
});
