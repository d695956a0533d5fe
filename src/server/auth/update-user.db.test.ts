import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthWorld, authWorld, newEmail, PASSWORD } from './test-support.ts';

// Repeated and simultaneous changes to one's account.
let world: AuthWorld;
beforeAll(async () => {
  world = await authWorld();
});
afterAll(() => world.close());

const changeMails = async (id: string): Promise<number> => {
  const { rows } = await world.database.admin.query<{ n: number }>(
    `select count(*)::int as n from pgboss.job
      where data->>'userId' = $1 and data->>'kind' like 'email_change%'`,
    [id],
  );
  return rows[0]!.n;
};

describe('mails for a change of address', () => {
  it('go out once a minute, however many are asked for at the same moment', async () => {
    const { client, id } = await world.person('unconfirmed');
    const asked = await Promise.all(
      Array.from({ length: 8 }, () => client.auth.updateUser({ email: newEmail() })),
    );
    const refused = asked.flatMap(({ error }) => (error ? [error] : []));
    expect(refused).toHaveLength(7);
    expect(refused[0]).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    expect(refused[0]!.message).toMatch(
      /^For security purposes, you can only request this after \d\d seconds\.$/,
    );
    expect(await changeMails(id)).toBe(1);
    world.later(61_000);
    expect((await client.auth.updateUser({ email: newEmail() })).error).toBeNull();
    expect(await changeMails(id)).toBe(2);
  });

  it('go to one address once a minute, across all accounts', async () => {
    const [one, other] = [await world.person('unconfirmed'), await world.person('unconfirmed')];
    const target = newEmail();
    expect((await one.client.auth.updateUser({ email: target })).error).toBeNull();
    const second = await other.client.auth.updateUser({ email: target.toUpperCase() });
    expect(second.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    expect((await world.userOf(other.email))['new_email']).toBeNull();
    expect(await changeMails(other.id)).toBe(0);
  });

  it('are counted together with those that are sent again', async () => {
    const { client, email } = await world.person('unconfirmed');
    expect((await client.auth.updateUser({ email: newEmail() })).error).toBeNull();
    const again = await world.client().auth.resend({ type: 'email_change', email });
    expect(again.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
  });

  it('are not counted where nothing is mailed', async () => {
    const { client, email } = await world.person('unconfirmed');
    const other = await world.person('unconfirmed');
    expect((await client.auth.updateUser({ email })).error).toBeNull();
    expect((await client.auth.updateUser({ email: other.email })).error).toMatchObject({
      code: 'email_exists',
    });
    const both = await client.auth.updateUser({ email: newEmail(), password: PASSWORD });
    expect(both.error).toMatchObject({ code: 'same_password' });
    expect((await client.auth.updateUser({ email: newEmail() })).error).toBeNull();
  });
});

describe('data', () => {
  it('of changes at the same moment is all kept', async () => {
    const { client } = await world.person('unconfirmed');
    const names = Array.from({ length: 8 }, (_, n) => `key_${n}`);
    const changes = await Promise.all(names.map((name) => client.auth.updateUser({ data: { [name]: 1 } })));
    expect(changes.map(({ error }) => error)).toEqual(names.map(() => null));
    const { data } = await client.auth.getUser();
    expect(Object.keys(data.user!.user_metadata)).toEqual(expect.arrayContaining(names));
  });

  it('that is too much only together is refused in part, at the same moment too', async () => {
    const { client } = await world.person('unconfirmed');
    const part = 'x'.repeat(2_500);
    const both = await Promise.all(
      ['a', 'b'].map((name) => client.auth.updateUser({ data: { [name]: part } })),
    );
    const codes = both.map(({ error }) => error?.code);
    expect(codes.toSorted()).toEqual(['validation_failed', undefined]);
  });
});
