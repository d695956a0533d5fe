import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { statementsOf } from '#tests/support/statements.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { openPool, type Tx } from './database.ts';
import { subscriptions } from './schema.ts';
import { asMember, asUser, readTenant, withTenant } from './tenant.ts';

let db: TestDatabase;
let home: { workspaceId: string; userId: string };
beforeAll(async () => {
  db = await testDatabase();
  home = await newWorkspace(db);
});
afterAll(() => db.drop());

const planOf = async (workspaceId: string): Promise<string | undefined> =>
  (await withTenant(db.app, workspaceId, (tx) => tx.select().from(subscriptions)))[0]?.plan;
const rename = (plan: string) => sql`update subscriptions set plan = ${plan}`;

it('begins and enters in one trip, and leaves nothing behind', async () => {
  const asked = await statementsOf(() =>
    withTenant(db.app, home.workspaceId, (tx) => tx.execute(sql`select 1`)),
  );
  expect(asked).toEqual(['begin', "select set_config('app.workspace_id', $1, true)", 'select 1', 'commit']);
  const { rows } = await db.app.execute<{ left: string }>(
    sql`select current_setting('app.workspace_id', true) as left`,
  );
  expect(rows[0]?.left ?? '').toBe('');
});

it('knows who it is', async () => {
  const seen = sql`select current_setting('app.workspace_id', true) as workspace, current_setting('app.user_id', true) as person`;
  const { workspaceId, userId } = home;
  expect((await asMember(db.app, home, (tx) => tx.execute(seen))).rows).toEqual([
    { workspace: workspaceId, person: userId },
  ]);
  const [person] = (await asUser(db.app, userId, (tx) => tx.execute<{ person: string }>(seen))).rows;
  expect(person?.person).toBe(userId);
});

it('reads one moment, and writes nothing', async () => {
  const level = (
    await readTenant(db.app, home.workspaceId, (tx) => tx.execute(sql`show transaction_isolation`))
  ).rows;
  expect(level).toEqual([{ transaction_isolation: 'repeatable read' }]);
  const written = readTenant(db.app, home.workspaceId, (tx) => tx.execute(rename('Never')));
  await expect(written).rejects.toThrow('Failed query');
});

/** Some are no UUID, which the policies of the tables refuse. */
const seenBy = (id: string): Promise<unknown> =>
  withTenant(db.app, id, (tx) => tx.select().from(subscriptions)).catch((error: Error) =>
    String((error.cause as Error).message),
  );
const NO_UUID = expect.stringContaining('invalid input syntax for type uuid');

describe('a workspace id that is none', () => {
  it.each([
    ["'; update subscriptions set plan = 'Taken'; --", NO_UUID],
    ["x', false); commit; update subscriptions set plan = 'Taken'; select set_config('a.b', 'c", NO_UUID],
    ['\\', NO_UUID],
    ["\\'; drop table subscriptions; --", NO_UUID],
    ['$1', NO_UUID],
    ['null', NO_UUID],
    ['', []],
    ['00000000-0000-7000-8000-000000000000', []],
    [`${'a'.repeat(100_000)}'`, NO_UUID],
  ])('stays a value: %.40s', async (id, seen) => {
    const before = await planOf(home.workspaceId);
    const { rows } = await withTenant(db.app, id, (tx) =>
      tx.execute<{ id: string }>(sql`select current_setting('app.workspace_id', true) as id`),
    );
    expect(rows).toEqual([{ id }]);
    expect(await seenBy(id)).toEqual(seen);
    expect(await planOf(home.workspaceId)).toBe(before);
  });

  it('is refused where the database can’t hold it, before any work', async () => {
    let worked = false;
    const entered = withTenant(db.app, 'a\0b', async () => void (worked = true));
    await expect(entered).rejects.toThrow(/invalid byte sequence/);
    expect(worked).toBe(false);
    expect(await planOf(home.workspaceId)).toBeDefined();
  });
});

describe('what fails', () => {
  it.each([
    [
      'a statement',
      (tx: Tx): Promise<never> => tx.execute(sql`select 1 / 0`).then(() => Promise.reject(new Error('no'))),
    ],
    ['its work', () => Promise.reject(new Error('not this'))],
  ])('keeps nothing of it, and its connection serves the next: %s', async (_, fail) => {
    const before = await planOf(home.workspaceId);
    const failed = withTenant(db.app, home.workspaceId, async (tx) => {
      await tx.execute(rename('Never'));
      await fail(tx);
    });
    await expect(failed).rejects.toThrow(/Failed query|not this/);
    expect(await planOf(home.workspaceId)).toBe(before);
  });

  it('keeps what an inner transaction undid apart', async () => {
    await withTenant(db.app, home.workspaceId, async (tx) => {
      await tx.execute(rename('Outer'));
      const inner = tx.transaction(async (own) => {
        await own.execute(rename('Inner'));
        throw new Error('undone');
      });
      await expect(inner).rejects.toThrow('undone');
    });
    expect(await planOf(home.workspaceId)).toBe('Outer');
  });

  it('leaves the pool whole when connections are lost while beginning, working and committing', async () => {
    const pool = openPool({ url: db.urls.app, name: 'lost', max: 1, onError: () => undefined });
    const cut = async (): Promise<void> => {
      await db.admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lost' and datname = current_database()`,
      );
    };
    try {
      for (let round = 0; round < 3; round += 1) {
        const lost = withTenant(pool, home.workspaceId, async (tx) => {
          await tx.execute(rename('Lost'));
          await cut();
          // The next statement, or the commit, finds no connection.
          if (round === 1) await tx.execute(sql`select 1`);
        });
        await expect(lost).rejects.toThrow(/Failed query|terminat|not queryable|EPIPE|ECONNRESET/i);
        const next = withTenant(pool, home.workspaceId, (tx) => tx.select().from(subscriptions));
        expect((await next)[0]?.plan).toBe('Outer');
      }
    } finally {
      await pool.$client.end();
    }
    expect(await planOf(home.workspaceId)).toBe('Outer');
  });
});
