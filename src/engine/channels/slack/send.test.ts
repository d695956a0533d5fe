import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fallDocument } from '#src/engine/content/document.fixture.ts';
import type { Answer } from '#src/platform/net/call.ts';
import type { SendDeps } from '../channel.ts';
import { NOW } from '../conformance.fixture.ts';
import { readHtml } from '../documents.fixture.ts';
import { idOf as tsOf } from './harness.fixture.ts';
import { PRACTICE_WEBHOOK } from './practice.ts';
import { edit, send as sendMessage } from './send.ts';
import { slackChannel } from './slack.ts';
import {
  CHANNEL,
  chart,
  idOf,
  messageOf,
  render,
  saying,
  saysError,
  startWorkspace,
  to,
  webhook,
} from './workspace.fixture.ts';

const fileIsNotReady = saysError('invalid_blocks', {
  errors: ['invalid slack file [json-pointer:/blocks/2/slack_file]'],
});

let workspace: Awaited<ReturnType<typeof startWorkspace>>;
beforeAll(async () => {
  workspace = await startWorkspace();
});
afterAll(() => workspace.harness.stop());

describe('pictures', () => {
  const withChart = () => render({ ...fallDocument(), chart });

  test('one that isn’t ready yet is waited for', async () => {
    let early = 0;
    const { deps } = workspace.recorded(({ url }) =>
      url.endsWith('chat.postMessage') && (early += 1) <= 2 ? fileIsNotReady : null,
    );
    const outcome = await sendMessage(await withChart(), to(), deps, [1, 1]);
    expect((await workspace.shown(outcome)).pictures).toHaveLength(1);
  });

  test('one that never gets ready doesn’t hold up the alert', async () => {
    const { deps, requests } = workspace.recorded(({ body }) =>
      String(body).includes('slack_file') ? fileIsNotReady : null,
    );
    const outcome = await sendMessage(await withChart(), to(), deps, [1, 1]);
    expect((await workspace.shown(outcome)).pictures).toEqual([]);
    expect(requests.filter(({ url }) => url.endsWith('chat.postMessage'))).toHaveLength(4);
  });

  test.each([
    [
      'it may not upload',
      'files.getUploadURLExternal',
      saysError('missing_scope', { needed: 'files:write' }),
    ],
    ['the upload breaks off', '/upload/v1/', { kind: 'unknown', reason: 'reset' } satisfies Answer],
    ['the file is refused', 'files.completeUploadExternal', saysError('file_not_found')],
  ])('%s: the alert goes out without', async (_name, part, answer) => {
    const { deps } = workspace.recorded(({ url }) => (url.includes(part) ? answer : null));
    const outcome = await sendMessage(await withChart(), to(), deps, [1]);
    expect((await workspace.shown(outcome)).pictures).toEqual([]);
  });

  test('its bytes go to Slack and to nobody else', async () => {
    const place = { ok: true, file_id: 'F0PRACTICE9', upload_url: 'https://slack.com.evil.example/x' };
    const { deps, requests } = workspace.recorded(({ url }) =>
      url.endsWith('getUploadURLExternal') ? saysError('', place) : null,
    );
    expect((await sendMessage(await withChart(), to(), deps, [])).outcome).toBe('sent');
    expect(requests.map(({ url }) => new URL(url).host)).toEqual(['slack.com', 'slack.com']);
  });

  test('one whose bytes are gone is left out', async () => {
    const deps = workspace.depsOf({}, { picture: async () => null });
    expect((await workspace.shown(await workspace.send(await withChart(), {}, deps))).pictures).toEqual([]);
  });
});

describe('threads and edits', () => {
  test('an update goes under the first message, also where that is an update itself', async () => {
    const first = await workspace.send(saying('First'));
    const second = await workspace.send(saying('Second'), { replyTo: messageOf(first) });
    const third = await workspace.send(saying('Third'), { replyTo: messageOf(second) });
    expect((await workspace.shown(second)).under).toBe(tsOf(idOf(first)));
    expect((await workspace.shown(third)).under).toBe(tsOf(idOf(first)));
    const found = await slackChannel.readBack?.(messageOf(third), workspace.depsOf());
    expect(found).toEqual({ found: 'there', text: 'Third' });
  });

  test('where the first message is gone, it stands alone', async () => {
    const replyTo = { providerMessageId: `${CHANNEL}/1.000001`, address: CHANNEL };
    expect((await workspace.shown(await workspace.send(saying('Alone'), { replyTo }))).under).toBeNull();
    const ofWebhook = { providerMessageId: 'webhook/d-0', address: CHANNEL };
    expect(
      (await workspace.shown(await workspace.send(saying('Alone'), { replyTo: ofWebhook }))).under,
    ).toBeNull();
  });

  test('a correction takes the place of text and chart, under the same id', async () => {
    const outcome = await workspace.send(await render({ ...fallDocument(), chart }));
    const before = await workspace.shown(outcome);
    const corrected = await render({ ...fallDocument(), headline: ['Corrected & final'], chart });
    expect(await edit(corrected, messageOf(outcome), to(), workspace.depsOf())).toEqual(outcome);
    const after = await workspace.shown(outcome);
    expect(after).toMatchObject({ text: corrected.text, editedAt: NOW, pictures: before.pictures });
    expect(readHtml(await workspace.draw(outcome))).toContain('Corrected & final');
  });

  test('without an answer, the same edit is tried again', async () => {
    const outcome = await workspace.send(saying('Before'));
    const call: SendDeps['call'] = async () => ({ kind: 'unknown', reason: 'reset' });
    const tried = await edit(saying('After'), messageOf(outcome), to(), workspace.depsOf({}, { call }));
    expect(tried.outcome).toBe('retry');
  });

  test('one that can’t be edited is corrected by a message of its own', async () => {
    const first = messageOf(await workspace.send(saying('First')));
    const { deps } = workspace.recorded(({ url }) =>
      url.endsWith('chat.update') ? saysError('edit_window_closed') : null,
    );
    const late = await edit(saying('Corrected'), first, to({ replyTo: first }), deps);
    expect(await workspace.shown(late)).toMatchObject({
      text: 'Corrected',
      under: tsOf(first.providerMessageId),
    });
    const gone = { providerMessageId: `${CHANNEL}/1.000001`, address: CHANNEL };
    const alone = await edit(saying('Corrected'), gone, to({ replyTo: gone }), workspace.depsOf());
    expect((await workspace.shown(alone)).under).toBeNull();
  });
});

describe('an incoming webhook', () => {
  const place = { address: 'webhook' };

  test('posts the same message without a chart, and calls it by the delivery', async () => {
    const prepared = await render({ ...fallDocument(), chart });
    const outcome = await workspace.send(
      prepared,
      { ...place, deliveryId: 'd-hook' },
      workspace.depsOf(webhook),
    );
    expect(outcome).toEqual({ outcome: 'sent', providerMessageId: 'webhook/d-hook' });
    const message = (await workspace.harness.room.messages('slack')).at(-1);
    expect(message).toMatchObject({ text: prepared.text, pictures: [] });
  });

  test.each([
    ['limits', { outcome: 'retry', holdsAccount: true, at: NOW + 90_000 }],
    ['defers', { outcome: 'retry' }],
    [
      'refuses',
      { outcome: 'rejected', reason: 'Slack answered: channel_is_archived. The channel is archived.' },
    ],
    ['silent', { outcome: 'unknown' }],
  ] as const)('%s', async (situation, expected) => {
    workspace.harness.set(situation);
    const outcome = await sendMessage(saying('Text'), to(place), workspace.harness.depsOf(webhook));
    expect(outcome).toMatchObject(expected);
  });

  test('is checked without posting anything', async () => {
    const before = workspace.harness.arrived();
    const deps = workspace.depsOf(webhook);
    expect(await slackChannel.check(deps.connection!, deps)).toEqual({ ok: true });
    const gone = workspace.depsOf({ secrets: { access: PRACTICE_WEBHOOK.replace('4242', '4243') } });
    expect(await slackChannel.check(gone.connection!, gone)).toEqual({
      ok: false,
      problem:
        'Slack answered: no_service. The webhook was removed or turned off. Create a new one and enter it.',
    });
    expect(workspace.harness.arrived()).toBe(before);
  });

  test('says what it can’t do', async () => {
    const message = { providerMessageId: 'webhook/d-1', address: 'webhook' };
    expect(await slackChannel.readBack?.(message, workspace.depsOf(webhook))).toMatchObject({
      found: 'unknown',
    });
    expect(await slackChannel.readBack?.(message, workspace.depsOf())).toMatchObject({ found: 'unknown' });
    // A correction is a message of its own.
    const corrected = await edit(saying('Corrected'), message, to(place), workspace.depsOf(webhook));
    expect(corrected.outcome).toBe('sent');
  });

  test('nothing goes to another place than it was meant for', async () => {
    const before = workspace.harness.arrived();
    for (const [address, connection] of [
      ['webhook', {}],
      [CHANNEL, webhook],
    ] as const)
      expect(await workspace.send(saying('Text'), { address }, workspace.depsOf(connection))).toMatchObject({
        outcome: 'rejected',
        reason: expect.stringContaining('This connection'),
      });
    expect(workspace.harness.arrived()).toBe(before);
  });
});

describe('reading back', () => {
  test('what was deleted is gone, also where replies keep its place', async () => {
    const outcome = await workspace.send(saying('Short-lived'));
    const message = messageOf(outcome);
    const ts = tsOf(message.providerMessageId);
    const tomb = { ok: true, messages: [{ ts, subtype: 'tombstone', text: 'This message was deleted.' }] };
    const { deps } = workspace.recorded(() => saysError('', tomb));
    expect(await slackChannel.readBack?.(message, deps)).toEqual({ found: 'gone' });
    await workspace.harness.room.forget({ kind: 'slack', place: CHANNEL, id: ts });
    expect(await slackChannel.readBack?.(message, workspace.depsOf())).toEqual({ found: 'gone' });
  });

  test('says which permission is missing', async () => {
    const message = messageOf(await workspace.send(saying('Text')));
    const { deps } = workspace.recorded(() => saysError('missing_scope', { needed: 'channels:history' }));
    expect(await slackChannel.readBack?.(message, deps)).toEqual({
      found: 'unknown',
      problem:
        'Slack answered: missing_scope (channels:history). Add the scope to the app, then install the app again.',
    });
  });
});

describe('credentials', () => {
  const canary = 'xoxb-100-200-CANARYcanaryCANARYcanary';
  const hook = 'https://hooks.slack.com/services/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';

  test('a revoked one breaks the account, and shows up nowhere', async () => {
    const prepared = await render(fallDocument());
    const unreachable: SendDeps['call'] = async ({ url, headers }) => ({
      kind: 'not_sent',
      reason: `no route to ${url} with ${headers?.['authorization']}`,
    });
    for (const [access, address] of [
      [canary, CHANNEL],
      [hook, 'webhook'],
    ] as const) {
      const deps = workspace.depsOf({ secrets: { access } });
      const away = { ...deps, call: unreachable };
      const outcomes = [
        await workspace.send(prepared, { address }, deps),
        await workspace.send(prepared, { address }, away),
        await slackChannel.check(deps.connection!, deps),
        await slackChannel.check(deps.connection!, away),
      ];
      expect(outcomes[0]).toMatchObject({ outcome: 'retry', waitsForServer: true });
      expect(outcomes[2]).toMatchObject({ ok: false });
      expect(JSON.stringify(outcomes)).not.toMatch(/CANARYcanary/i);
    }
    expect(JSON.stringify([prepared, await workspace.harness.room.messages('slack')])).not.toMatch(
      /CANARYcanary|xoxb-/,
    );
  });

  test('an app that may not write is said before it is connected', async () => {
    const { deps } = workspace.recorded(() => ({
      kind: 'answered',
      status: 200,
      headers: { 'x-oauth-scopes': 'channels:history,files:write' },
      retryAfterMs: null,
      body: Buffer.from('{"ok":true}'),
    }));
    expect(await slackChannel.check(deps.connection!, deps)).toMatchObject({
      ok: false,
      problem: expect.stringContaining('chat:write'),
    });
  });

  test.each([
    [canary, true],
    [` ${hook} `, true],
    ['xoxp-100-200-300-abcdef', false],
    ['https://hooks.slack.com/triggers/T0123456/1/abc', false],
    ['https://hooks.slack.com.evil.example/services/T0123456/B0123456/abcdefghijkl', false],
    ['', false],
  ])('%s', (typed, isOne) => {
    expect(slackChannel.fields[0]?.type.safeParse(typed).success).toBe(isOne);
  });
});
