import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newId } from './ids.ts';
import { createAnnouncer, listenForHints } from './live.ts';
import { proveLife } from './liveness.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

/** Cuts the connections of that name, and waits until the server has let go of them. */
async function cut(name: string): Promise<void> {
  const { rows } = await db.admin.query<{ pid: number }>(
    `select pid, pg_terminate_backend(pid) from pg_stat_activity
      where application_name = $1 and datname = current_database()`,
    [name],
  );
  const pids = rows.map(({ pid }) => pid);
  const left = () => db.admin.query('select 1 from pg_stat_activity where pid = any($1::int[])', [pids]);
  await expect.poll(async () => (await left()).rowCount, { timeout: 10_000, interval: 5 }).toBe(0);
}
const onError = () => undefined;

const prove = (instanceId: string, now?: () => number) =>
  proveLife({ url: db.urls.system, db: db.system, instanceId, onError, ...(now ? { now } : {}) });

it('knows a process for dead when its connection is gone, and never itself', async () => {
  const [me, other] = [newId(), newId()];
  const mine = await prove(me);
  expect(await mine.isDead(other)).toBe(true);
  const its = await prove(other);
  expect(await mine.isDead(other)).toBe(false);
  await its.end();
  await expect.poll(() => mine.isDead(other)).toBe(true);
  await mine.end();
  expect(await mine.isDead(me)).toBe(false);
});

it('calls nobody dead after the database was away, until all have had time to come back', async () => {
  const [me, other] = [newId(), newId()];
  let time = 0;
  const mine = await prove(me, () => time);
  const its = await prove(other);
  await cut('bellwire alive');
  const held = async () => {
    const { rows } = await db.admin.query<{ n: number }>(
      `select count(*)::int as n from pg_locks l join pg_stat_activity a using (pid)
        where l.locktype = 'advisory' and a.application_name = 'bellwire alive' and a.datname = current_database()`,
    );
    return rows[0]!.n;
  };
  do expect(await mine.isDead(other)).toBe(false);
  while ((await held()) < 2);
  await its.end();
  await expect.poll(held).toBe(1);
  expect(await mine.isDead(other)).toBe(false);
  await expect.poll(() => ((time += 4_000), mine.isDead(other))).toBe(true);
  await mine.end();
});

it('hears hints again after its connection was cut, and says that some may have been missed', async () => {
  const heard: string[] = [];
  const end = await listenForHints({
    url: db.urls.app,
    onHint: (hint) => heard.push(hint.topic),
    onResync: () => heard.push('resync'),
    onError,
  });
  const announce = createAnnouncer(db.app, onError);
  announce(newId(), 'alerts');
  await expect.poll(() => heard).toEqual(['alerts']);
  await cut('bellwire live');
  await expect.poll(() => heard, { timeout: 5_000 }).toEqual(['alerts', 'resync']);
  announce(newId(), 'account');
  await expect.poll(() => heard).toEqual(['alerts', 'resync', 'account']);
  await end();
});
