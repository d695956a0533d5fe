import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthWorld, authWorld, newEmail, PASSWORD } from './test-support.ts';

// How often account mail can be asked for, by whom, and how often it goes out.
let world: AuthWorld;
let clientIp = '203.0.113.1';
beforeAll(async () => {
  world = await authWorld({}, { clientAddress: () => clientIp });
});
afterAll(() => world.close());

const SINCE_A_MINUTE = 61_000;
const recover = async (email: string, on = world) => (await on.post('/recover', { email })).status;
async function confirmed(): Promise<{ email: string; id: string }> {
  const email = newEmail();
  const { data } = await world.client().auth.signUp({ email, password: PASSWORD });
  const token_hash = await world.mailedToken(data.user!.id);
  await world.client().auth.verifyOtp({ token_hash, type: 'signup' });
  return { email, id: data.user!.id };
}
async function mailsOf(id: string, kind: string): Promise<number> {
  await world.answerRequests();
  const { rows } = await world.database.admin.query<{ n: number }>(
    `select count(*)::int as n from pgboss.job where data->>'userId' = $1 and data->>'kind' = $2`,
    [id, kind],
  );
  return rows[0]!.n;
}

describe('requests of one network for one address', () => {
  const asked = async (email: string, minutes: number) => {
    const statuses = [];
    for (let n = 0; n < minutes; n += 1) {
      world.later(SINCE_A_MINUTE);
      for (const [path, body] of [
        ['/recover', { email }],
        ['/otp', { email, create_user: false }],
        ['/resend', { type: 'signup', email }],
      ] as const)
        statuses.push((await world.post(path, body)).status);
    }
    return statuses;
  };

  it('are 20 a day, of all kinds together, known or not', async () => {
    clientIp = '203.0.113.60';
    const known = newEmail();
    await world.client().auth.signUp({ email: known, password: PASSWORD });
    // The sign-up's mail was the first.
    expect(await asked(known, 7)).toEqual([...Array(19).fill(200), 429, 429]);
    expect(await asked('stranger@traders.example', 7)).toEqual([...Array(20).fill(200), 429]);
    world.later(86_400_000);
    expect(await asked(known, 1)).toEqual([200, 200, 200]);
  });

  it('leave the owner’s limit on another network untouched', async () => {
    clientIp = '203.0.113.61';
    const email = newEmail();
    await asked(email, 7);
    clientIp = '203.0.113.62';
    // Not even the minute.
    expect(await recover(email)).toBe(200);
    expect((await world.post('/resend', { type: 'signup', email })).status).toBe(200);
  });

  it('leave the sign-up of an address that nobody has its mail, where it must be confirmed first', async () => {
    const required = await authWorld({ emailConfirmation: 'required' }, { clientAddress: () => clientIp });
    const email = newEmail();
    clientIp = '203.0.113.63';
    for (let n = 0; n < 20; n += 1) {
      required.later(SINCE_A_MINUTE);
      expect((await required.post('/resend', { type: 'signup', email })).status).toBe(200);
    }
    required.later(SINCE_A_MINUTE);
    expect((await required.post('/resend', { type: 'signup', email })).status).toBe(429);
    clientIp = '203.0.113.64';
    const { error } = await required.client().auth.signUp({ email, password: PASSWORD });
    expect(error).toBeNull();
    await required.answerRequests();
    expect((await required.mailed((await required.userOf(email)).id)).kind).toBe('confirm');
    await required.close();
  });
});

describe('mails that go out to one address', () => {
  it('are ten of a kind in a day, silently and across all callers, until one is used', async () => {
    const { email, id } = await confirmed();
    const askFromAnywhere = async (times: number, path: '/recover' | '/otp') => {
      for (let n = 0; n < times; n += 1) {
        clientIp = `198.51.100.${n}`;
        expect((await world.post(path, { email })).status).toBe(200);
      }
      world.later(SINCE_A_MINUTE);
    };
    await askFromAnywhere(14, '/recover');
    expect(await mailsOf(id, 'recover')).toBe(10);
    // Another kind has ten of its own.
    await askFromAnywhere(3, '/otp');
    expect(await mailsOf(id, 'magic_link')).toBe(3);
    // The owner has ten valid links; using one resets the limit.
    const { token: token_hash } = await world.mailed(id, 'recover');
    expect((await world.client().auth.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull();
    await askFromAnywhere(2, '/recover');
    expect(await mailsOf(id, 'recover')).toBe(12);
  });

  it('begin anew a day later, and with a new password, which ends the links', async () => {
    const { email, id } = await confirmed();
    const askFromAnywhere = async () => {
      for (let n = 0; n < 12; n += 1) {
        clientIp = `198.51.100.${100 + n}`;
        expect(await recover(email)).toBe(200);
      }
      world.later(SINCE_A_MINUTE);
    };
    await askFromAnywhere();
    expect(await mailsOf(id, 'recover')).toBe(10);
    const owner = world.client();
    await owner.auth.signInWithPassword({ email, password: PASSWORD });
    expect((await owner.auth.updateUser({ password: 'battery staple' })).error).toBeNull();
    await askFromAnywhere();
    expect(await mailsOf(id, 'recover')).toBe(20);
    world.later(86_400_000);
    await askFromAnywhere();
    expect(await mailsOf(id, 'recover')).toBe(30);
  });

  it('are asked for by a signed-in person apart from what strangers ask for', async () => {
    const { email, id } = await confirmed();
    const owner = world.client();
    await owner.auth.signInWithPassword({ email, password: PASSWORD });
    for (let n = 0; n < 12; n += 1) {
      clientIp = `198.51.100.${200 + n}`;
      await world.post('/resend', { type: 'email_change', email });
    }
    expect(await mailsOf(id, 'email_change_current')).toBe(0);
    clientIp = '203.0.113.65';
    expect((await owner.auth.updateUser({ email: newEmail() })).error).toBeNull();
    expect(await mailsOf(id, 'email_change_current')).toBe(1);
    expect((await owner.auth.reauthenticate()).error).toBeNull();
  });

  it('are few where accounts name it as their new one', async () => {
    const target = newEmail();
    const namedBy = async (times: number) => {
      const { email } = await confirmed();
      const client = world.client();
      await client.auth.signInWithPassword({ email, password: PASSWORD });
      const codes = [];
      for (let n = 0; n < times; n += 1) {
        world.later(SINCE_A_MINUTE);
        await client.auth.refreshSession();
        codes.push((await client.auth.updateUser({ email: target })).error?.code);
      }
      return codes;
    };
    const limited = 'over_email_send_rate_limit';
    clientIp = '203.0.113.66';
    expect(await namedBy(6)).toEqual([...Array(5).fill(undefined), limited]);
    for (let n = 0; n < 3; n += 1) expect(await namedBy(5)).toEqual(Array(5).fill(undefined));
    expect(await namedBy(1)).toEqual([limited]);
  });
});

it('takes 300 requests for mails from one network in an hour, to all addresses together', async () => {
  const small = await authWorld(
    { limits: { mailNetwork: { max: 3, perSeconds: 3_600 } } },
    { clientAddress: () => clientIp },
  );
  clientIp = '203.0.113.67';
  for (const name of ['a', 'b', 'c']) expect(await recover(`${name}@traders.example`, small)).toBe(200);
  expect(await recover('d@traders.example', small)).toBe(429);
  const signUp = await small.post('/signup', { email: 'd@traders.example', password: PASSWORD });
  expect([signUp.status, await signUp.json()]).toMatchObject([429, { code: 'over_email_send_rate_limit' }]);
  clientIp = '203.0.113.68';
  expect(await recover('d@traders.example', small)).toBe(200);
  await small.close();
});

it('mails all addresses together as often as the operator allows in an hour', async () => {
  const small = await authWorld({ limits: { mailHour: { max: 3, perSeconds: 3_600 } } });
  const recover = (email: string) => small.post('/recover', { email });
  expect((await recover('a@traders.example')).status).toBe(200);
  // One that is refused for its own sake uses up nothing.
  expect((await recover('a@traders.example')).status).toBe(429);
  expect((await recover('b@traders.example')).status).toBe(200);
  expect((await small.post('/signup', { email: 'c@traders.example', password: PASSWORD })).status).toBe(200);
  const refused = await recover('d@traders.example');
  expect([refused.status, await refused.json()]).toEqual([
    429,
    { code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' },
  ]);
  const late = await small.post('/signup', { email: 'e@traders.example', password: PASSWORD });
  expect(late.status).toBe(429);
  expect(await small.userOf('e@traders.example')).toBeUndefined();
  small.later(3_600_000);
  expect((await recover('d@traders.example')).status).toBe(200);
  await small.close();
});
