import type { Session } from '@supabase/auth-js';
import { expect, test } from 'vitest';
import { needsCode } from './second-factor.ts';

const token = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`;
const session = (claims: object, ...factors: [type: string, status: string][]) =>
  ({
    access_token: token(claims),
    user: { factors: factors.map(([factor_type, status]) => ({ factor_type, status })) },
  }) as unknown as Session;

test.each([
  ['no session', null, false],
  ['no factor', session({ aal: 'aal1' }), false],
  ['a factor not verified yet', session({ aal: 'aal1' }, ['totp', 'unverified']), false],
  ['a verified factor, one step done', session({ aal: 'aal1' }, ['totp', 'verified']), true],
  ['a verified factor, both steps done', session({ aal: 'aal2', name: 'Ünï' }, ['totp', 'verified']), false],
  ['a token that says nothing', session({}, ['totp', 'verified']), true],
])('%s', (_name, given, asked) => expect(needsCode(given)).toBe(asked));

test('a token that can’t be read proves nothing', () => {
  const odd = { ...session({}, ['totp', 'verified']), access_token: 'opaque' } as Session;
  expect(needsCode(odd)).toBe(true);
});
