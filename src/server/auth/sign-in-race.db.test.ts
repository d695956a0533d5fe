import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHasher } from '#src/accounts/passwords.ts';
import { type AuthWorld, authWorld, newEmail, PASSWORD } from './test-support.ts';

const NEW = 'another horse 2!';
const hasher = createHasher({ cost: { memoryCost: 64, timeCost: 1 } });
/** What happens while a password is being looked at. */
let meanwhile: () => Promise<unknown> = async () => undefined;
let isOutdated = false;
let world: AuthWorld;
beforeAll(async () => {
  world = await authWorld({
    hasher: {
      ...hasher,
      verify: async (hashed, password) => {
        const right = await hasher.verify(hashed, password);
        await meanwhile();
        return right;
      },
      isOutdated: () => isOutdated,
    },
  });
});
afterAll(() => world.close());

async function person() {
  meanwhile = async () => undefined;
  isOutdated = false;
  const email = newEmail();
  const { data } = await world.client().auth.signUp({ email, password: PASSWORD });
  return { email, id: data.user!.id };
}
const left = async (id: string) => {
  const { rows } = await world.database.admin.query<{
    sessions: number;
    events: number;
    hash: string | null;
  }>(
    `select (select count(*)::int from sessions where user_id = $1) as sessions,
            (select count(*)::int from account_events where user_id = $1) as events,
            (select password_hash from users where id = $1) as hash`,
    [id],
  );
  return rows[0]!;
};
const signIn = (email: string, password: string) =>
  world.client().auth.signInWithPassword({ email, password });

it.each([false, true])(
  'lets nobody in by a password that is changed meanwhile, nor brings it back (hash outdated: %s)',
  async (outdated) => {
    const { email, id } = await person();
    const before = await left(id);
    isOutdated = outdated;
    const changed = await hasher.hash(NEW);
    meanwhile = () =>
      world.database.admin.query('update users set password_hash = $2 where id = $1', [id, changed]);
    expect((await signIn(email, PASSWORD)).error).toMatchObject({ code: 'invalid_credentials' });
    expect(await left(id)).toEqual({ ...before, hash: changed });
    meanwhile = async () => undefined;
    isOutdated = false;
    expect((await signIn(email, NEW)).error).toBeNull();
  },
);

it('lets nobody in who is banned or deleted meanwhile', async () => {
  const banned = await person();
  meanwhile = () =>
    world.database.admin.query(`update users set banned_until = now() + interval '1 day' where id = $1`, [
      banned.id,
    ]);
  const before = await left(banned.id);
  expect((await signIn(banned.email, PASSWORD)).error).toMatchObject({ code: 'invalid_credentials' });
  expect(await left(banned.id)).toEqual(before);

  const deleted = await person();
  meanwhile = () => world.database.admin.query('delete from users where id = $1', [deleted.id]);
  expect((await signIn(deleted.email, PASSWORD)).error).toMatchObject({ code: 'invalid_credentials' });
  expect(await left(deleted.id)).toEqual({ sessions: 0, events: 0, hash: null });
});
