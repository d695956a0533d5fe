import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { openBoss } from './queues.ts';
import { workQueue } from './work.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

it('works a backlog of one transaction with one worker, without a poll between its jobs', async () => {
  const boss = openBoss({ url: db.urls.system, onError: () => undefined });
  await boss.start();
  const done: string[] = [];
  const logged: object[] = [];
  await workQueue(
    boss,
    'contact-mail',
    async ({ messageId }) => {
      done.push(messageId);
      if (messageId === '3') throw new Error('no');
    },
    { error: (context) => void logged.push(context) },
    1,
  );
  const names = Array.from({ length: 12 }, (_, index) => String(index));
  await db.app.transaction(async (tx) => {
    for (const messageId of names) await db.enqueue(tx, 'contact-mail', { messageId });
  });
  // With a poll of five seconds after each it would be a minute.
  await vi.waitFor(() => expect(new Set(done)).toEqual(new Set(names)), { timeout: 20_000 });
  expect(logged).toHaveLength(1);
  // The failed one is due again.
  await vi.waitFor(
    async () => {
      const { rows } = await db.admin.query<{ state: string }>(
        `select state::text from pgboss.job where name = 'contact-mail' and data->>'messageId' = '3'`,
      );
      expect(rows).toEqual([{ state: 'retry' }]);
    },
    { timeout: 10_000, interval: 20 },
  );
  await boss.stop({ graceful: false });
}, 30_000);
