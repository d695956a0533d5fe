import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type AuthWorld, authWorld, newEmail, PASSWORD } from './test-support.ts';

// The rules of rotation and reuse (contract, section 5), on a clock that the test moves.
let world: AuthWorld;
let first: string;
let sessionId: string;
beforeAll(async () => {
  world = await authWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  const made = await (await world.post('/signup', { email: newEmail(), password: PASSWORD })).json();
  first = made.refresh_token;
  sessionId = JSON.parse(Buffer.from(made.access_token.split('.')[1], 'base64url').toString()).session_id;
});

async function refresh(token: unknown): Promise<{ status: number; token?: string; code?: string }> {
  const answer = await world.post('/token?grant_type=refresh_token', { refresh_token: token });
  const body = await answer.json();
  return answer.status === 200
    ? { status: 200, token: body.refresh_token }
    : { status: answer.status, code: body.code };
}
const next = async (token: string): Promise<string> => (await refresh(token)).token!;

it('rotates the current token', async () => {
  const second = await next(first);
  const third = await next(second);
  expect(new Set([first, second, third]).size).toBe(3);
});

it('gives the parent of the current token the current one, however late', async () => {
  const second = await next(first);
  world.later(30 * 86_400_000);
  expect(await refresh(first)).toEqual({ status: 200, token: second });
  expect((await refresh(second)).status).toBe(200);
});

it('lets an older one through for ten seconds, and then ends the session', async () => {
  const third = await next(await next(first));
  world.later(9_000);
  expect(await refresh(first)).toEqual({ status: 200, token: third });
  world.later(2_000);
  expect(await refresh(first)).toEqual({ status: 400, code: 'refresh_token_already_used' });
  expect(await refresh(third)).toEqual({ status: 400, code: 'session_not_found' });
  const { rowCount } = await world.database.admin.query('select 1 from sessions where id = $1', [sessionId]);
  expect(rowCount).toBe(0);
});

it('lets parallel refreshes with one token all succeed and end at the same one', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => refresh(first)));
  expect(all.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(new Set(all.map(({ token }) => token)).size).toBe(1);
});

it('tells apart what never was a token and what we did not sign', async () => {
  for (const token of ['', 'abc', 'x'.repeat(47), `${first}A`, `${first.slice(0, 47)}!`]) {
    expect(await refresh(token)).toEqual({ status: 400, code: 'validation_failed' });
  }
  expect(await refresh(12)).toMatchObject({ status: 400, code: 'validation_failed' });
  const turned = `${first.slice(0, 24)}${first[24] === 'A' ? 'B' : 'A'}${first.slice(25)}`;
  expect(await refresh(turned)).toEqual({ status: 400, code: 'refresh_token_not_found' });
  const bytes = Buffer.from(first, 'base64url');
  bytes.writeUInt32BE(7, 16);
  expect(await refresh(bytes.toString('base64url'))).toEqual({
    status: 400,
    code: 'refresh_token_not_found',
  });
  expect((await refresh(first)).status).toBe(200);
});

it('shows a session on the device that used it last, and whose copy ended it', async () => {
  const from = (device: string, token: string) =>
    world.post('/token?grant_type=refresh_token', { refresh_token: token }, { 'User-Agent': device });
  const { rows: before } = await world.database.admin.query('select * from sessions where id = $1', [
    sessionId,
  ]);
  const second = await (await from('the thief', first)).json();
  const { rows: after } = await world.database.admin.query(
    'select user_agent, host(ip) as ip from sessions where id = $1',
    [sessionId],
  );
  expect(after).toEqual([{ user_agent: 'the thief', ip: '127.0.0.1' }]);
  await next(second.refresh_token);
  world.later(11_000);
  expect((await from('the owner', first)).status).toBe(400);
  const [newest] = await world.accounts.accountTrail(before[0].user_id);
  expect(newest).toMatchObject({
    event: 'refresh_token_reused',
    userAgent: 'the owner',
    ip: '127.0.0.1',
  });
});

it('keeps no refresh token in the database', async () => {
  const { rows } = await world.database.admin.query('select sessions::text as row from sessions');
  expect(JSON.stringify(rows)).not.toContain(first);
});
