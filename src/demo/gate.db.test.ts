import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { createDemo } from './gate.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

it('is not shut for others by somebody who asks without end', async () => {
  const clock = () => new Date();
  const demo = createDemo({
    app: db.app,
    clock,
    key: randomBytes(32),
    limits: { db: db.app, clock, hashKey: randomBytes(32) },
    log: { error: () => undefined },
  });
  let refused = 0;
  for (let n = 0; n < 400; n += 1) await demo.admit('203.0.113.9').catch(() => (refused += 1));
  expect(refused).toBe(100);
  const { rows } = await db.admin.query<{ used: number }>(
    `select used from limits where key like 'demo-reads all %'`,
  );
  // What was refused has taken nothing from the others.
  expect(rows).toEqual([{ used: 300 }]);
  await expect(demo.admit('198.51.100.1')).resolves.toBeUndefined();
});
