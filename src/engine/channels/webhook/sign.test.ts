import { expect, test } from 'vitest';
import { keyOf, signedHeaders } from './sign.ts';

const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;

test('signs as the published libraries do', () => {
  // The example that the libraries of Standard Webhooks test themselves with.
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
  expect(signedHeaders({ id, atMs: 1_614_265_330_999, body: '{"test": 2432232314}' }, [secret])).toEqual({
    'webhook-id': id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('both secrets sign while one is rotated, each once', () => {
  const of = (...secrets: string[]) =>
    signedHeaders({ id: 'a', atMs: 0, body: '' }, secrets)['webhook-signature']?.split(' ') ?? [];
  const [now] = of(secretOf(32));
  const both = of(secretOf(32), secretOf(24));
  expect(both).toHaveLength(2);
  expect(both[0]).toBe(now);
  expect(of(secretOf(32), secretOf(32))).toEqual([now]);
  expect(of()).toEqual([]);
});

test.each([
  ['23 bytes', secretOf(23), false],
  ['24 bytes', secretOf(24), true],
  ['64 bytes', secretOf(64), true],
  ['65 bytes', secretOf(65), false],
  ['no prefix', secretOf(32).slice(6), false],
  ['another alphabet', `whsec_${Buffer.alloc(32, 255).toString('base64url')}`, false],
  ['Base64 that breaks off', secretOf(32).slice(0, -3), false],
])('a key of %s', (_name, secret, isOne) => expect(keyOf(secret) !== null).toBe(isOne));

test('an id that would move the borders of what is signed is refused', () => {
  expect(() => signedHeaders({ id: 'a.1', atMs: 0, body: '' }, [])).toThrow('id has letters');
});
