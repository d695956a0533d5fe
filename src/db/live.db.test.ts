import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newId } from './ids.ts';
import { createAnnouncer, listenForHints } from './live.ts';
import { isDead, proveLife } from './liveness.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const cut = (name: string) =>
  db.admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()`,
    [name],
  );
const onError = () => undefined;

it('knows a process for dead when its connection is gone, and for alive when it has come back', async () => {
  const instanceId = newId();
  expect(await isDead(db.system, instanceId)).toBe(true);
  const end = await proveLife({ url: db.urls.system, instanceId, onError });
  expect(await isDead(db.system, instanceId)).toBe(false);
  await cut('bellwire alive');
  await expect.poll(() => isDead(db.system, instanceId), { timeout: 5_000 }).toBe(true);
  await expect.poll(() => isDead(db.system, instanceId), { timeout: 5_000 }).toBe(false);
  await end();
  await expect.poll(() => isDead(db.system, instanceId)).toBe(true);
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
