import { expect, test } from 'vitest';
import { withoutSecrets } from './without-secrets.ts';

const URL =
  'https://hooks.provider.example/services/T01234567/secret-part-of-an-address?sig=another-secret-part';
const without = (reason: string, secret: string): string => {
  const answer = withoutSecrets({ kind: 'not_sent', reason }, { secrets: { secret } });
  return answer.kind === 'answered' ? '' : answer.reason;
};

test.each([
  [`no route to ${URL}`, 'no route to …'],
  ['no route to /services/T01234567/secret-part-of-an-address', 'no route to /services/T01234567/…'],
  ['bad query another-secret-part', 'bad query …'],
  // Where it went is no secret.
  ['getaddrinfo ENOTFOUND hooks.provider.example', 'getaddrinfo ENOTFOUND hooks.provider.example'],
])('%s', (reason, left) => expect(without(reason, URL)).toBe(left));

test('a token goes whole, and an answer stays as it is', () => {
  expect(without('sent Bearer token-1234567890-abc', 'token-1234567890-abc')).toBe('sent Bearer …');
  const answered = {
    kind: 'answered',
    status: 200,
    headers: {},
    body: Buffer.from('a'),
    retryAfterMs: null,
  } as const;
  expect(withoutSecrets(answered, { secrets: { secret: 'a' } })).toBe(answered);
});
