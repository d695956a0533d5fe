import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { practiceAuthorize } from '../authorize.fixture.ts';
import type { ChannelDeps } from '../channel.ts';
import { slackChannel } from './slack.ts';

let slack: Awaited<ReturnType<typeof practiceAuthorize>>;
beforeAll(async () => {
  slack = await practiceAuthorize(slackChannel);
});
afterAll(() => slack.stop());

test('a person installs the app, and its bot works', async () => {
  const back = await (await slack.open()).decide('allow');
  expect(back.get('state')).toBe('a-state');
  const result = await slack.exchange(back.get('code') ?? '');
  if ('problem' in result) throw new Error(result.problem);
  expect(result.accounts).toMatchObject([
    { id: 'T0PRACTICE/A0PRACTICE', title: 'Practice', settings: {}, endsAt: null, place: null },
  ]);
  const secrets = result.accounts[0]?.secrets ?? {};
  expect(slackChannel.fields[0]?.type.safeParse(secrets['access']).success).toBe(true);
  const connection = { id: 'c', practice: true, settings: {}, secrets };
  expect(await slackChannel.check(connection, slack.deps as ChannelDeps)).toEqual({ ok: true });
});

test('a person denies it', async () => {
  const back = await (await slack.open()).decide('deny');
  expect(Object.fromEntries(back)).toEqual({ error: 'access_denied', state: 'a-state' });
});

describe('no bot', () => {
  test('for a code that was used, is old, or is none', async () => {
    const code = await slack.allowed();
    expect(await slack.exchange(code)).toHaveProperty('accounts');
    expect(await slack.exchange(code)).toEqual({ problem: 'The sign-in was used already. Connect again.' });
    const old = await slack.allowed();
    slack.pass(10 * 60_000 + 1);
    for (const each of [old, 'none'])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await slack.exchange(each)).toEqual({ problem: 'The sign-in took too long. Connect again.' });
  });
  test.each([
    ['another address', { redirectUri: 'http://localhost:1/hooks/oauth/slack' }, 'redirect address'],
    [
      'a wrong secret',
      { app: { clientId: '100000000001.300000000003', clientSecret: 'no' } },
      'client secret',
    ],
    ['an unknown app', { app: { clientId: '1.2', clientSecret: 'no' } }, 'client ID'],
  ])('for %s', async (_, change, says) => {
    expect(await slack.exchange(await slack.allowed(), change)).toEqual({
      problem: expect.stringContaining(says),
    });
  });
  test('where a scope is missing', async () => {
    const page = await slack.open({ change: (url) => url.searchParams.set('scope', 'files:write') });
    const code = (await page.decide('allow')).get('code') ?? '';
    expect(await slack.exchange(code)).toEqual({
      problem:
        'Slack didn’t grant chat:write, channels:history, groups:history. Connect again and allow everything.',
    });
  });
});
