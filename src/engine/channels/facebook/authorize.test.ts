import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { practiceAuthorize } from '../authorize.fixture.ts';
import type { ChannelDeps } from '../channel.ts';
import { facebookChannel } from './facebook.ts';

let facebook: Awaited<ReturnType<typeof practiceAuthorize>>;
beforeAll(async () => {
  facebook = await practiceAuthorize(facebookChannel);
});
afterAll(() => facebook.stop());

test('a person allows it, and chooses one of the pages where they may post', async () => {
  const back = await (await facebook.open()).decide('allow');
  const result = await facebook.exchange(back.get('code') ?? '');
  if ('problem' in result) throw new Error(result.problem);
  expect(result.accounts).toMatchObject([
    {
      id: '100200300400500',
      title: 'Practice page',
      endsAt: null,
      settings: { pageId: '100200300400500' },
      place: { name: 'Practice page', address: '100200300400500' },
    },
    { id: '100200300400600', title: 'Practice desk' },
  ]);
  const deps = facebook.deps as ChannelDeps;
  const checked = result.accounts.map(({ settings, secrets }) =>
    facebookChannel.check({ id: 'c', practice: true, settings, secrets }, deps),
  );
  expect(await Promise.all(checked)).toEqual([{ ok: true }, { ok: true }]);
  const [account] = result.accounts;
  const given = Object.entries({ ...account?.settings, ...account?.secrets });
  const isTaken = ([name, value]: [string, string]): boolean =>
    facebookChannel.fields.find((field) => field.name === name)?.type.safeParse(value).success ?? false;
  expect(given.filter((each) => !isTaken(each))).toEqual([]);
});

test('a person denies it', async () => {
  const back = await (await facebook.open()).decide('deny');
  expect(back.get('error')).toBe('access_denied');
});

describe('no page', () => {
  test('for a code that was used, or is old', async () => {
    const code = await facebook.allowed();
    expect(await facebook.exchange(code)).toHaveProperty('accounts');
    expect(await facebook.exchange(code)).toEqual({
      problem: 'Facebook answered: This authorization code has been used.',
    });
    const old = await facebook.allowed();
    facebook.pass(10 * 60_000 + 1);
    expect(await facebook.exchange(old)).toEqual({
      problem: 'Facebook answered: This authorization code has expired.',
    });
  });
  test('for another address', async () => {
    const redirectUri = 'http://localhost:1/hooks/oauth/facebook';
    expect(await facebook.exchange(await facebook.allowed(), { redirectUri })).toEqual({
      problem: expect.stringMatching(/^Facebook answered: Error validating verification code/),
    });
  });
  test('for a wrong client secret', async () => {
    const app = { ...facebook.app, clientSecret: 'another' };
    expect(await facebook.exchange(await facebook.allowed(), { app })).toEqual({
      problem: 'Facebook answered: Error validating client secret.',
    });
  });
  test('where the person left a permission out', async () => {
    const back = await (await facebook.open()).decide('allow', { without: ['pages_manage_posts'] });
    expect(await facebook.exchange(back.get('code') ?? '')).toEqual({
      problem: 'Facebook didn’t grant pages_manage_posts. Connect again and allow everything.',
    });
  });
});
