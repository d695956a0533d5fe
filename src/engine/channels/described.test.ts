import { expect, test } from 'vitest';
import type { Call, CallProvider } from '#src/platform/net/call.ts';
import { judged } from './described.fixture.ts';

/*
 * The judge of requests, judged itself: what a provider describes passes, and each change that its description
 * forbids fails, whatever the practice provider says of it.
 */
const answering =
  (status: number, json: object): CallProvider =>
  async () => ({
    kind: 'answered',
    status,
    headers: {},
    retryAfterMs: null,
    body: Buffer.from(JSON.stringify(json)),
  });
const takes = answering(200, { ok: true });

const posting = (url: string, json: object): Call => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(json),
});

const SLACK = 'https://slack.com/api/chat.postMessage';
const slack = { channel: 'C0123456789', text: 'Up', blocks: [{ type: 'divider' }] };
const header = { type: 'header', text: { type: 'plain_text', text: 'Up', emoji: false } };
const DISCORD = 'https://discord.com/api/v10/channels/1100000000000000001/messages';
const X = 'https://api.x.com/2/tweets';
const get = (url: string): Call => ({ method: 'GET', url });

const RIGHT: [string, Call][] = [
  ['slack', posting(SLACK, { ...slack, blocks: [header] })],
  ['discord', posting(DISCORD, { embeds: [{ title: 'Up', color: 255 }], nonce: 'a', enforce_nonce: true })],
  ['x', posting(X, { text: 'Up', reply: { in_reply_to_tweet_id: '1990000000000000001' } })],
  ['x', get(`${X}?ids=1,2&tweet.fields=created_at,entities`)],
];
test.each(RIGHT)('%s: what is described passes (%#)', async (kind, call) => {
  expect(await judged(kind, takes)(call)).toMatchObject({ status: 200 });
});

const WRONG: [string, Call, string][] = [
  ['slack', posting(SLACK, { ...slack, blocks: [{ ...header, color: 'red' }] }), 'color'],
  ['slack', posting(SLACK, { text: 'Up' }), 'channel'],
  ['slack', posting(SLACK, slack), 'blocks'],
  ['slack', { ...posting(SLACK, slack), headers: { 'content-type': 'text/plain' } }, 'text/plain'],
  ['slack', posting('https://slack.com/api/chat.post', slack), 'address'],
  ['discord', posting(DISCORD, { embeds: [{ title: 'x'.repeat(257) }] }), '/embeds/0/title'],
  ['discord', posting(DISCORD, { attachments: [{ id: 0, filename: 'chart.png' }] }), '/attachments/0/id'],
  ['discord', posting(DISCORD, { content: 'Up', silent: true }), 'silent'],
  ['discord', get(`${DISCORD}?limit=500`), 'limit'],
  ['x', posting(X, { text: 'Up', media: { media_ids: [1] } }), '/media/media_ids/0'],
  ['x', posting(X, { text: 'Up', in_reply_to: '1' }), 'in_reply_to'],
  ['x', get(`${X}?id=1`), 'id'],
  ['x', get(`${X}?ids=1&tweet.fields=color`), 'one of'],
];
test.each(WRONG)('%s: what is forbidden fails, and says what (%#)', async (kind, call, says) => {
  await expect(judged(kind, takes)(call)).rejects.toThrow(says);
  // Where an answer got lost, it was sent all the same.
  const lost: CallProvider = async () => ({ kind: 'unknown', reason: 'reset' });
  await expect(judged(kind, lost)(call)).rejects.toThrow(says);
});

test('what the provider refuses needs no second judge', async () => {
  const wrong = posting(DISCORD, { embeds: [{ title: 'x'.repeat(257) }] });
  expect(await judged('discord', answering(400, { code: 50035 }))(wrong)).toMatchObject({ status: 400 });
  const refused = answering(200, { ok: false, error: 'invalid_blocks' });
  expect(await judged('slack', refused)(posting(SLACK, slack))).toMatchObject({ status: 200 });
});

test('a channel without a description isn’t judged', () => {
  expect(judged('teams', takes)).toBe(takes);
});
