import { describe, expect, test } from 'vitest';
import { readAnswer } from '../http-outcome.ts';
import { verdictOfApi, verdictOfWebhook } from './verdict.ts';

const answer = (status: number, body: object | string) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = {};
  return readAnswer({ kind: 'answered', status, headers, retryAfterMs: null, body: Buffer.from(text) });
};

describe('what Slack answers', () => {
  test.each([
    ['invalid_auth', 'broken'],
    ['token_revoked', 'broken'],
    ['account_inactive', 'broken'],
    ['missing_scope', 'broken'],
    ['not_in_channel', 'refused'],
    ['channel_not_found', 'refused'],
    ['is_archived', 'refused'],
    ['restricted_action_read_only_channel', 'refused'],
    ['msg_too_long', 'refused'],
    ['msg_blocks_too_long', 'refused'],
    ['an_error_of_next_year', 'refused'],
    ['ratelimited', 'pause'],
    ['message_limit_exceeded', 'pause'],
    ['internal_error', 'later'],
    // Part of it may have happened.
    ['fatal_error', 'unclear'],
  ])('%s with status 200: %s', (error, verdict) => {
    const given = verdictOfApi(answer(200, { ok: false, error }), null);
    expect(given).toMatchObject({ verdict, says: expect.stringContaining(error) });
  });

  test('only what names a message is sent', () => {
    expect(verdictOfApi(answer(200, { ok: true, channel: 'C1', ts: '1.2' }), null)).toEqual({
      verdict: 'sent',
      id: 'C1/1.2',
    });
    for (const body of [{ ok: true }, { ok: true, channel: 'C1' }, '<html>', ''])
      expect(verdictOfApi(answer(200, body), null)).toBeNull();
  });

  test('a channel that is none any more, and one that the app isn’t in', () => {
    const given = (error: string) => verdictOfApi(answer(200, { ok: false, error }), null);
    expect(given('is_archived')).toMatchObject({ gone: true });
    expect(given('not_in_channel')).not.toHaveProperty('gone');
  });

  test.each([
    [200, 'ok', { verdict: 'sent', id: 'h' }],
    [400, 'invalid_payload', { verdict: 'refused' }],
    [400, 'invalid_blocks', { verdict: 'refused' }],
    [403, 'action_prohibited', { verdict: 'refused' }],
    [403, 'invalid_token', { verdict: 'broken' }],
    [404, 'no_service', { verdict: 'broken' }],
    [404, 'channel_not_found', { verdict: 'refused', gone: true }],
    [410, 'channel_is_archived', { verdict: 'refused', gone: true }],
    [500, 'rollup_error', { verdict: 'later' }],
  ])('a webhook: %d %s', (status, text, verdict) => {
    expect(verdictOfWebhook(answer(status, text), 'h')).toMatchObject(verdict);
  });

  test.each([
    [200, 'okay then'],
    [200, ''],
    [502, '<html>Bad gateway</html>'],
  ])('nothing that Slack says of a message: %d %s', (status, text) =>
    expect(verdictOfWebhook(answer(status, text), 'h')).toBeNull(),
  );
});
