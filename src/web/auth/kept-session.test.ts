import { afterEach, expect, test, vi } from 'vitest';
import { keptSession, STORAGE_KEY } from './kept-session.ts';

const NOW = Date.parse('2026-11-22T10:00:00Z');
const HOME = 'https://alerts.example/dashboard';
const kept = {
  access_token: 'x.e30.y',
  refresh_token: 'r',
  expires_at: NOW / 1000 + 600,
  user: { id: 'u', factors: [] },
};
const owing = { ...kept, user: { id: 'u', factors: [{ factor_type: 'totp', status: 'verified' }] } };

function stored(value: string | null): void {
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === STORAGE_KEY ? value : null) });
}
afterEach(() => vi.unstubAllGlobals());

test('a session whose token holds for a while is taken as it is kept', () => {
  stored(JSON.stringify(kept));
  expect(keptSession(NOW, new URL(HOME))).toEqual(kept);
});

test.each([
  ['nothing is kept', null, HOME],
  ['what is kept is none', '{"access_token":1}', HOME],
  ['what is kept can’t be read', '{', HOME],
  ['the token runs out', JSON.stringify({ ...kept, expires_at: NOW / 1000 + 60 }), HOME],
  ['a code is owed', JSON.stringify(owing), HOME],
  ['a link has left a code in the address', JSON.stringify(kept), `${HOME}?code=1`],
  ['a link has left tokens in the address', JSON.stringify(kept), `${HOME}#access_token=1`],
])('the client is asked where %s', (_why, value, address) => {
  stored(value);
  expect(keptSession(NOW, new URL(address))).toBeNull();
});

test('the client is asked where storage is blocked', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('blocked');
    },
  });
  expect(keptSession(NOW, new URL(HOME))).toBeNull();
});
