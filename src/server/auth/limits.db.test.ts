import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccounts } from '#src/accounts/accounts.ts';
import { take } from '#src/accounts/limits.ts';
import { type AuthWorld, authWorld, newEmail, PASSWORD } from './test-support.ts';

let world: AuthWorld;
let clientIp = '203.0.113.1';
const waits: number[] = [];
beforeAll(async () => {
  world = await authWorld({ wait: async (ms) => void waits.push(ms) }, { clientAddress: () => clientIp });
});
afterAll(() => world.close());

const signIn = (email: string, password: string) =>
  world.client().auth.signInWithPassword({ email, password });

it('stops an address that asks too often, and no other, until the window ends', async () => {
  clientIp = '203.0.113.20';
  const verify = () => world.post('/verify', { type: 'signup', token_hash: 'x' });
  const statuses = [];
  for (let n = 0; n < 31; n += 1) statuses.push((await verify()).status);
  expect(statuses).toEqual([...Array(30).fill(403), 429]);
  const refused = await verify();
  expect(await refused.json()).toEqual({
    code: 'over_request_rate_limit',
    message: 'Request rate limit reached',
  });
  clientIp = '203.0.113.21';
  expect((await verify()).status).toBe(403);
  clientIp = '203.0.113.20';
  world.later(300_000);
  expect((await verify()).status).toBe(403);
});

it('counts two processes together, and many at once exactly', async () => {
  const other = { db: world.database.app, clock: world.now, keys: world.keys };
  const results = await Promise.all(
    Array.from({ length: 40 }, (_, n) => take(n % 2 ? other : { ...other }, 'recover', '203.0.113.30')),
  );
  expect(results.filter(({ within }) => within)).toHaveLength(30);
  expect(results.map(({ used }) => used).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 40 }, (_, n) => n + 1),
  );
});

it('keeps no address in the clear', async () => {
  const { rows } = await world.database.admin.query('select key from limits');
  expect(rows.length).toBeGreaterThan(2);
  expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113|traders/);
});

it('stops guessing from one address, and lets the owner in from another', async () => {
  clientIp = '203.0.113.40';
  const email = newEmail();
  await world.client().auth.signUp({ email, password: PASSWORD });
  clientIp = '203.0.113.66';
  for (let n = 0; n < 10; n += 1) {
    expect((await signIn(email, 'wrong')).error).toMatchObject({ code: 'invalid_credentials' });
  }
  expect((await signIn(email, PASSWORD)).error).toMatchObject({
    status: 429,
    code: 'over_request_rate_limit',
  });
  clientIp = '203.0.113.40';
  expect((await signIn(email, PASSWORD)).error).toBeNull();
  clientIp = '203.0.113.66';
  for (let n = 0; n < 11; n += 1) await signIn('nobody@traders.example', 'wrong');
  expect((await signIn('nobody@traders.example', 'wrong')).error).toMatchObject({ status: 429 });
});

it('only slows an account that many addresses guess at, and forgets with the right password', async () => {
  clientIp = '198.51.100.1';
  const email = newEmail();
  await world.client().auth.signUp({ email, password: PASSWORD });
  waits.length = 0;
  for (let n = 0; n < 45; n += 1) {
    clientIp = `198.51.100.${n + 2}`;
    expect((await signIn(email, 'wrong')).error).toMatchObject({ code: 'invalid_credentials' });
  }
  expect([waits[0], waits.length, Math.max(...waits)]).toEqual([100, 25, 2_000]);
  clientIp = '198.51.100.1';
  expect((await signIn(email, PASSWORD)).error).toBeNull();
  waits.length = 0;
  expect((await signIn(email, PASSWORD)).error).toBeNull();
  expect(waits).toEqual([]);
});

it('can be configured', async () => {
  const strict = createAccounts({
    db: world.database.app,
    keys: world.keys,
    clock: world.now,
    hasher: {
      hash: async () => '',
      verify: async () => false,
      isOutdated: () => false,
      assertRoom: () => undefined,
    },
    publicUrl: world.url,
    emailConfirmation: 'off',
    provision: async () => ({ workspaceId: '' }),
    startOver: async () => undefined,
    onConfirmed: async () => undefined,
    enqueue: async () => undefined,
    limits: { resend: { max: 1, perSeconds: 10 } },
  });
  await strict.limitAddress('resend', '203.0.113.50');
  await expect(strict.limitAddress('resend', '203.0.113.50')).rejects.toMatchObject({
    code: 'over_request_rate_limit',
  });
  await strict.limitAddress('resend', '127.0.0.1');
  await strict.limitAddress('resend', '127.0.0.1');
});
