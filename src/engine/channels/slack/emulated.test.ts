import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fallDocument } from '#src/engine/content/document.fixture.ts';
import type { OpenConnection, SendTo } from '../channel.ts';
import { conforms, NOW } from '../conformance.fixture.ts';
import { FIELD } from './access.ts';
import { authorize } from './authorize.ts';
import {
  APP,
  imageSchema,
  NO_FILES,
  READS_ONLY,
  REDIRECT_URI,
  startEmulated,
  WEBHOOK,
} from './emulated.fixture.ts';
import { idOf as tsOf } from './harness.fixture.ts';
import { slackChannel } from './slack.ts';
import { chart, idOf, messageOf, render, to } from './workspace.fixture.ts';

const connectionOf = (access: string): OpenConnection => ({
  id: 'c',
  settings: {},
  secrets: { [FIELD]: access },
});

describe('against emulate', () => {
  conforms(slackChannel, async () => (await startEmulated()).harness);
});

describe('against emulate, what the suite for all channels doesn’t ask', () => {
  let slack: Awaited<ReturnType<typeof startEmulated>>;
  beforeAll(async () => {
    slack = await startEmulated();
  });
  afterAll(() => slack.harness.stop());

  const send = async (change: Partial<SendTo> = {}, deps = slack.depsOf()) =>
    slackChannel.send(
      await render({ ...fallDocument(), chart }),
      to({ address: slack.place, ...change }),
      deps,
    );

  test('uploads a chart as a file, and a message shows it', async () => {
    const sent = await send();
    const message = await slack.shown(tsOf(idOf(sent)));
    const [image] = (message?.blocks ?? []).flatMap((each) => imageSchema.safeParse(each).data ?? []);
    expect(await slack.api('files.info', { file: image?.slack_file.id ?? '' })).toMatchObject({
      ok: true,
      file: { name: 'chart.png', size: 'the bytes of a picture'.length },
    });
  });

  test('an update is a reply in the thread, and is found and read back there', async () => {
    const first = { ...messageOf(await send()), address: slack.place };
    const change = { replyTo: first, deliveryId: 'd-reply' };
    const reply = await send(change);
    expect(await slack.shown(tsOf(idOf(reply)))).toBeUndefined();
    const message = { providerMessageId: idOf(reply), address: slack.place };
    expect(await slackChannel.readBack?.(message, slack.depsOf())).toMatchObject({ found: 'there' });
    const prepared = await render(fallDocument());
    const sought = {
      ...to({ ...change, address: slack.place }),
      prepared,
      since: NOW,
      taken: new Set<string>(),
    };
    expect(await slackChannel.lookUp?.find(sought, slack.depsOf())).toEqual({
      found: 'there',
      providerMessageId: idOf(reply),
    });
  });

  test('posts to a private channel that it’s in', async () => {
    expect(await send({ address: slack.private })).toMatchObject({ outcome: 'sent' });
  });

  test('a channel that there isn’t: refused, and known to be gone', async () => {
    expect(await send({ address: 'C0NOSUCHPLACE' })).toMatchObject({
      outcome: 'rejected',
      reason: expect.stringContaining('channel_not_found'),
    });
  });

  test('a token that may write messages and no files: the alert goes without its chart', async () => {
    const sent = await send({}, slack.depsOf('takes', NO_FILES));
    const message = await slack.shown(tsOf(idOf(sent)));
    expect(message?.blocks.some((each) => imageSchema.safeParse(each).success)).toBe(false);
  });

  test('a token that may only read: refused, with the scope it lacks', async () => {
    const deps = slack.depsOf('takes', READS_ONLY);
    const outcome = await send({}, deps);
    expect(outcome.outcome).not.toBe('sent');
    expect(outcome).toMatchObject({ reason: expect.stringContaining('missing_scope (chat:write)') });
  });

  test('a message that isn’t there any more: its correction is one of its own', async () => {
    const message = { providerMessageId: `${slack.place}/1.000001`, address: slack.place };
    const edited = await slackChannel.edit?.(
      await render(fallDocument()),
      message,
      to({ address: slack.place }),
      slack.depsOf(),
    );
    expect(edited).toMatchObject({ outcome: 'sent' });
    expect(edited).not.toMatchObject({ providerMessageId: message.providerMessageId });
  });

  test('an incoming webhook: works, and posts to its channel', async () => {
    const deps = slack.depsOf('takes', WEBHOOK);
    expect(await slackChannel.check(connectionOf(WEBHOOK), deps)).toEqual({ ok: true });
    expect(await send({ address: 'webhook' }, deps)).toMatchObject({ outcome: 'sent' });
  });

  test('a person installs the app, and its bot posts', async () => {
    const deps = { call: slack.depsOf().call, now: () => 0 };
    const about = { app: APP, redirectUri: REDIRECT_URI };
    const back = await slack.allow(authorize.start({ ...about, state: 'a-state', challenge: '' }).href);
    expect(back.get('state')).toBe('a-state');
    const code = back.get('code') ?? '';
    const result = await authorize.exchange({ ...about, code, verifier: '' }, deps);
    if ('problem' in result) throw new Error(result.problem);
    const access = result.accounts[0]?.secrets[FIELD] ?? '';
    expect(await slackChannel.check(connectionOf(access), slack.depsOf('takes', access))).toEqual({
      ok: true,
    });
    expect(await send({}, slack.depsOf('takes', access))).toMatchObject({ outcome: 'sent' });
    // A code works once, and with the app's own secret.
    expect(await authorize.exchange({ ...about, code, verifier: '' }, deps)).toHaveProperty('problem');
    const wrong = { ...about, app: { ...APP, clientSecret: 'another' }, code, verifier: '' };
    expect(await authorize.exchange(wrong, deps)).toEqual({ problem: expect.stringContaining('client ID') });
  });
});
