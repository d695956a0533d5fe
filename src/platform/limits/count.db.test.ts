import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { count, forgive, isUsedUp, type Limit, takeAll, takeAllIn, UsedUp } from './count.ts';

let db: TestDatabase;
let now = new Date('2026-11-20T10:00:30Z');
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const deps = () => ({ db: db.app, clock: () => now, hashKey: Buffer.alloc(32, 7) });
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const limit = (scope: string, max: number, amount = 1): Limit => ({
  scope,
  key: 'ada',
  max,
  seconds: 60,
  amount,
});

it('takes several limits together or none of them', async () => {
  const wide = limit('wide', 10);
  const narrow = limit('narrow', 1);
  expect(await takeAll(deps(), [wide, narrow])).toBe(0);
  later(10);
  expect(await takeAll(deps(), [wide, narrow])).toBe(50);
  expect(await takeAll(deps(), [{ ...wide, amount: 11 }])).toBe(50);
  expect((await count(deps(), wide)).used).toBe(2);
});

it('takes back what a transaction took that ends badly', async () => {
  const one = limit('one', 1);
  const failing = db.app.transaction(async (tx) => {
    await takeAllIn(tx, deps(), [one]);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await db.app.transaction((tx) => takeAllIn(tx, deps(), [one]));
  await expect(db.app.transaction((tx) => takeAllIn(tx, deps(), [one]))).rejects.toBeInstanceOf(UsedUp);
});

it('begins a window with the first use, and anew when it has ended or was forgiven', async () => {
  const few = limit('few', 2);
  expect(await count(deps(), few)).toMatchObject({ within: true, used: 1, seconds: 60 });
  later(59);
  expect(await count(deps(), { ...few, amount: 2 })).toMatchObject({ within: false, used: 3, seconds: 1 });
  later(1);
  expect(await count(deps(), few)).toMatchObject({ within: true, used: 1, seconds: 60 });
  await forgive(deps(), few);
  expect((await count(deps(), few)).used).toBe(1);
});

it('does not hold anybody to a window that was begun while the clock was ahead', async () => {
  const few = limit('ahead', 1);
  later(3 * 86_400);
  expect((await count(deps(), { ...few, amount: 2 })).within).toBe(false);
  later(-3 * 86_400);
  expect(await isUsedUp(db.app, deps(), few)).toBe(false);
  expect(await count(deps(), few)).toMatchObject({ within: true, used: 1, seconds: 60 });
  expect((await count(deps(), few)).within).toBe(false);
  // Clocks of several processes are a little apart: their windows are one.
  later(-2);
  expect((await count(deps(), few)).used).toBe(3);
  later(2);
});

it('counts one key in two scopes apart, and forgets what has ended', async () => {
  later(3_600);
  await count(deps(), limit('first', 1));
  expect((await count(deps(), limit('second', 1))).used).toBe(1);
  const { rows } = await db.admin.query<{ key: string }>('select key from limits order by key');
  expect(rows.map(({ key }) => key.split(' ')[0])).toEqual(['first', 'second']);
  expect(JSON.stringify(rows)).not.toContain('ada');
});
