import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { practiceAuthorize } from '../authorize.fixture.ts';
import type { ChannelDeps } from '../channel.ts';
import { linkedinChannel } from './linkedin.ts';

let linkedin: Awaited<ReturnType<typeof practiceAuthorize>>;
beforeAll(async () => {
  linkedin = await practiceAuthorize(linkedinChannel);
});
afterAll(() => linkedin.stop());

test('a person allows it, and chooses between the page and the profile', async () => {
  const back = await (await linkedin.open()).decide('allow');
  const result = await linkedin.exchange(back.get('code') ?? '');
  if ('problem' in result) throw new Error(result.problem);
  const endsAt = linkedin.deps.now() + 60 * 24 * 3_600_000;
  expect(result.accounts).toMatchObject([
    {
      id: 'urn:li:organization:100200300',
      title: 'Practice page',
      endsAt,
      place: { name: 'Practice page', address: 'urn:li:organization:100200300' },
    },
    { id: 'urn:li:person:pRaCtIcE42', title: 'Ada Practice', endsAt },
  ]);
  for (const { place } of result.accounts)
    expect(linkedinChannel.destination?.normalize(place?.address ?? '')).toBe(place?.address);
  const { settings = {}, secrets = {} } = result.accounts[0] ?? {};
  const given = Object.entries({ ...settings, ...secrets });
  const isTaken = ([name, value]: [string, string]): boolean =>
    linkedinChannel.fields.find((field) => field.name === name)?.type.safeParse(value).success ?? false;
  expect(given.filter((each) => !isTaken(each))).toEqual([]);
  const connection = { id: 'c', practice: true, settings, secrets };
  const deps = linkedin.deps as ChannelDeps;
  expect(await linkedinChannel.check(connection, deps)).toEqual({ ok: true });
  expect(await linkedinChannel.tokens?.refresh(connection, deps)).toHaveProperty('secrets.accessToken');
});

test('a person denies it', async () => {
  const back = await (await linkedin.open()).decide('deny');
  expect(back.get('error')).toBe('user_cancelled_authorize');
});

describe('no tokens', () => {
  const SAYS = { problem: expect.stringMatching(/^LinkedIn answered: Unable to retrieve access token/) };

  test('for a code that was used, is old, or is none', async () => {
    const code = await linkedin.allowed();
    expect(await linkedin.exchange(code)).toHaveProperty('accounts');
    expect(await linkedin.exchange(code)).toEqual(SAYS);
    const old = await linkedin.allowed();
    linkedin.pass(30 * 60_000 + 1);
    expect(await linkedin.exchange(old)).toEqual(SAYS);
    expect(await linkedin.exchange('none')).toEqual(SAYS);
  });
  test('for another address', async () => {
    const redirectUri = 'http://localhost:1/hooks/oauth/linkedin';
    expect(await linkedin.exchange(await linkedin.allowed(), { redirectUri })).toEqual(SAYS);
  });
  test('for a wrong client secret', async () => {
    const app = { ...linkedin.app, clientSecret: 'another' };
    expect(await linkedin.exchange(await linkedin.allowed(), { app })).toEqual({
      problem: 'LinkedIn answered: Client authentication failed',
    });
  });
  test('where a scope is missing', async () => {
    const page = await linkedin.open({
      change: (url) => url.searchParams.set('scope', 'openid profile w_member_social'),
    });
    const code = (await page.decide('allow')).get('code') ?? '';
    expect(await linkedin.exchange(code)).toEqual({
      problem:
        'LinkedIn didn’t grant w_organization_social, r_organization_social, r_organization_admin. Connect again and allow everything.',
    });
  });
});
