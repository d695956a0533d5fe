import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openPool } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { withTenant } from '#src/db/tenant.ts';
import { sql } from 'drizzle-orm';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { appendEntry } from './append.ts';
import { approved, chain, NOW, readAll, settledTo, verify } from './ledger.fixture.ts';
import { recordWindow } from './window.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

/** The same numbers in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

it('is one unbroken chain of what was committed, whoever wrote, rolled back or was killed', async () => {
  const { workspaceId } = await newWorkspace(db);
  const alert = await approved(db, workspaceId);
  const committed = { entries: 1, windows: 0 };
  const processes = [1, 2, 3, 4].map(() =>
    openPool({ url: db.urls.app, name: 'ledger drill', max: 3, onError: () => undefined }),
  );

  const write = async (app: Database, random: () => number): Promise<void> => {
    const [how, kind] = [random(), random()];
    try {
      await withTenant(app, workspaceId, async (tx) => {
        if (kind < 0.4) {
          const deliveries = [settledTo(alert.rendition, { person: newId(), address: 'x@x.example' })];
          await recordWindow(tx, { ...alert, at: NOW, about: {}, deliveries });
        } else await appendEntry(tx, { kind: 'consent', subject: newId(), at: NOW, body: { n: kind } });
        if (how < 0.2) throw new Error('rolled back');
        // A process that is killed takes its connection with it, with the end of the chain locked.
        if (how < 0.3) await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
      });
      if (kind < 0.4) committed.windows += 1;
      else committed.entries += 1;
    } catch (error) {
      // Rolled back, or killed.
      if (how >= 0.3) throw error;
    }
  };
  const lane = async (app: Database, seed: number): Promise<void> => {
    const random = numbers(seed);
    for (let n = 0; n < 20; n += 1) await write(app, random);
  };
  const stop = new AbortController();
  const writer = async (): Promise<void> => {
    while (!stop.signal.aborted) await chain(db);
  };
  const writers = [writer(), writer()];
  await Promise.all(processes.flatMap((app, p) => [lane(app, 11 + p), lane(app, 101 + p)]));
  stop.abort();
  await Promise.all(writers);
  await chain(db, new Date(NOW.getTime() + 60_000));
  await Promise.all(processes.map((app) => app.$client.end()));

  const report = verify(await readAll(db, workspaceId));
  expect(committed.windows).toBeGreaterThan(20);
  expect(report).toMatchObject({
    entries: committed.entries + committed.windows,
    deliveries: committed.windows,
    unapproved: 0,
    signed: { through: committed.entries + committed.windows },
    problems: [],
  });
});
