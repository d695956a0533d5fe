import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { createLeasedLimit } from './leased.ts';

let db: TestDatabase;
let now = new Date('2026-11-21T10:00:30Z');
let writes = 0;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

/** One process of several on the database. */
function process() {
  const counting = new Proxy(db.app, {
    get: (target, name) => {
      if (name === 'insert') writes += 1;
      return Reflect.get(target, name);
    },
  });
  return createLeasedLimit(
    { db: counting, clock: () => now, hashKey: Buffer.alloc(32, 7) },
    { scope: 'test', seconds: 60 },
  );
}

it('gives out what the limit has and says what is left, with one write for a tenth of it', async () => {
  const { take } = process();
  writes = 0;
  expect(await take('ada', 100)).toEqual({
    within: true,
    limit: 100,
    remaining: 99,
    seconds: 60,
    windowSeconds: 60,
  });
  for (let n = 2; n <= 10; n += 1) await take('ada', 100);
  expect(writes).toBe(1);
  for (let n = 11; n < 100; n += 1) await take('ada', 100);
  expect(await take('ada', 100)).toMatchObject({ within: true, remaining: 0 });
  expect(writes).toBe(10);
  now = new Date(now.getTime() + 20_000);
  for (let n = 0; n < 500; n += 1)
    expect(await take('ada', 100)).toMatchObject({ within: false, remaining: 0, seconds: 40 });
  // Rejected requests cost the database nothing.
  expect(writes).toBe(10);
  expect(await take('grace', 100)).toMatchObject({ within: true });
  now = new Date(now.getTime() + 40_000);
  expect(await take('ada', 100)).toMatchObject({ within: true, remaining: 99 });
});

it('gives out no more than the limit in several processes at once, and hardly less', async () => {
  const processes = [process(), process(), process()];
  writes = 0;
  const taken = await Promise.all(Array.from({ length: 900 }, (_, n) => processes[n % 3]!.take('many', 300)));
  const within = taken.filter((each) => each.within).length;
  expect(within).toBeLessThanOrEqual(300);
  expect(within).toBeGreaterThanOrEqual(300 - 2 * 30);
  expect(writes).toBeLessThanOrEqual(13);
});

it('gives out nothing of a limit of none, and little of a small one', async () => {
  const { take } = process();
  expect(await take('none', 0)).toMatchObject({ within: false, limit: 0, remaining: 0 });
  const few = [await take('few', 3), await take('few', 3), await take('few', 3), await take('few', 3)];
  expect(few.map(({ within, remaining }) => [within, remaining])).toEqual([
    [true, 2],
    [true, 1],
    [true, 0],
    [false, 0],
  ]);
});

it('takes back what wasn’t used, as long as the window goes on that it was counted in', async () => {
  const { takeUpTo } = process();
  const few = await takeUpTo('back', 10, 8);
  few.giveBack(3);
  // It can’t have more back than it gave out.
  few.giveBack(50);
  expect((await takeUpTo('back', 10, 20)).taken).toBe(10);
  now = new Date(now.getTime() + 60_000);
  const late = await takeUpTo('back', 10, 4);
  now = new Date(now.getTime() + 60_000);
  expect((await takeUpTo('back', 10, 6)).taken).toBe(6);
  late.giveBack(4);
  expect((await takeUpTo('back', 10, 20)).taken).toBe(4);
});

it('ends a window for every process at the same moment', async () => {
  await process().take('short', 1);
  now = new Date(now.getTime() + 59_400);
  const other = process();
  expect(await other.takeUpTo('short', 1, 1)).toMatchObject({ taken: 0, ms: 600 });
  now = new Date(now.getTime() + 600);
  expect((await other.takeUpTo('short', 1, 1)).taken).toBe(1);
});
