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

it('keeps no refresh token in the database', async () => {
  const { rows } = await world.database.admin.query('select sessions::text as row from sessions');
  expect(JSON.stringify(rows)).not.toContain(first);
});
