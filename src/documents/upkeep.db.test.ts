import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeUser } from '#src/accounts/remove-account.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { documentsApi } from '#tests/support/documents.ts';
import { ordinaryDatabase } from '#tests/support/ordinary-database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { keepDocuments } from './upkeep.ts';

let db: TestDatabase;
let it_: Awaited<ReturnType<typeof documentsApi>>;
beforeAll(async () => {
  db = await testDatabase();
  it_ = await documentsApi(db);
});
afterAll(async () => {
  await it_.close();
  await db.drop();
});

const said: object[] = [];
const log = { error: (context: object) => void said.push(context) };
const keep = () => keepDocuments({ ...db, store: it_.store, announce: () => undefined, log });
const past = (seconds: string) => `now() - interval '${seconds}'`;

it('takes away for good what was deleted thirty days ago, and nothing younger', async () => {
  const { userId, workspaceId } = await newWorkspace(db);
  const old = (await it_.upload(userId, 'old.txt', 'old')).body.id;
  const young = (await it_.upload(userId, 'young.txt', 'young')).body.id;
  await it_.upload(userId, 'kept.txt', 'kept');
  for (const id of [old, young]) await it_.ask(userId, 'DELETE', `/documents/${id}`);
  await db.admin.query(`update documents set deleted_at = ${past('30 days 1 minute')} where id = $1`, [old]);
  await db.admin.query(`update documents set deleted_at = ${past('29 days 23 hours')} where id = $1`, [
    young,
  ]);

  expect(await keep()).toEqual({ erased: 1, removed: 1 });
  expect(await keep()).toEqual({ erased: 0, removed: 0 });
  expect((await it_.ask(userId, 'GET', `/documents/${old}`)).status).toBe(404);
  expect((await it_.ask(userId, 'POST', `/documents/${young}/restore`)).status).toBe(200);
  expect((await it_.ask(userId, 'GET', `/documents/${young}/content`)).bytes.toString()).toBe('young');
  expect((await it_.ask(userId, 'GET', '/documents/storage')).body.usedBytes).toBe(
    'young'.length + 'kept'.length,
  );
  expect(await it_.files()).toHaveLength(2);
  expect(workspaceId).toBeTruthy();
});

it('sweeps what a process left that was killed while somebody uploaded', async () => {
  const { userId, workspaceId } = await newWorkspace(db);
  const before = (await it_.files()).length;
  const stalled = Promise.withResolvers<void>();
  const never = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from('the first half')),
    pull: () => stalled.promise,
  });
  // The process stands still for ever, as a killed one does.
  void it_.ask(userId, 'POST', '/documents?name=half.txt', never).catch(() => undefined);
  await expect.poll(async () => (await it_.files()).length).toBe(before + 1);
  // A living upload is left alone.
  expect((await keep()).removed).toBe(0);
  await db.admin.query(
    `update document_objects set doomed_at = ${past('1 second')} where workspace_id = $1`,
    [workspaceId],
  );
  expect((await keep()).removed).toBe(1);
  expect((await it_.files()).length).toBe(before);
  expect((await it_.ask(userId, 'GET', '/documents')).body.items).toEqual([]);
  stalled.resolve();
});

it('makes no document of an upload that came too late: its bytes may be gone', async () => {
  const { userId, workspaceId } = await newWorkspace(db);
  const rest = Promise.withResolvers<void>();
  let sent = false;
  const slow = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      if (sent) {
        await rest.promise;
        controller.close();
      } else {
        sent = true;
        controller.enqueue(Buffer.from('slow'));
      }
    },
  });
  const answer = it_.ask(userId, 'POST', '/documents?name=slow.txt', slow);
  const announced = async () =>
    (await db.admin.query('select 1 from document_objects where workspace_id = $1', [workspaceId])).rowCount;
  await expect.poll(announced).toBe(1);
  await db.admin.query(
    `update document_objects set doomed_at = ${past('1 second')} where workspace_id = $1`,
    [workspaceId],
  );
  await keep();
  rest.resolve();
  expect((await answer).body.code).not.toBeUndefined();
  expect((await it_.ask(userId, 'GET', '/documents')).body.items).toEqual([]);
  expect((await it_.ask(userId, 'GET', '/documents/storage')).body.usedBytes).toBe(0);
});

it('takes the bytes of a workspace that has gone', async () => {
  const { userId, workspaceId } = await newWorkspace(db);
  const before = (await it_.files()).length;
  await it_.upload(userId, 'a.txt', 'x');
  await db.admin.query('delete from workspaces where id = $1', [workspaceId]);
  expect((await keep()).removed).toBe(1);
  expect((await it_.files()).length).toBe(before);
});

it('removes them too if row security applies to the database’s owner', async () => {
  const ordinary = await ordinaryDatabase(db);
  const there = await documentsApi({ ...db, ...ordinary });
  try {
    const gone = await newWorkspace({ ...db, ...ordinary });
    const stays = await newWorkspace({ ...db, ...ordinary });
    await there.upload(gone.userId, 'a.txt', 'gone');
    await there.upload(stays.userId, 'a.txt', 'stays');
    await ordinary.app.transaction((tx) => removeUser(tx, gone.userId, new Date()));
    const kept = await keepDocuments({ ...ordinary, store: there.store, announce: () => undefined, log });
    expect(kept).toEqual({ erased: 0, removed: 1 });
    expect(await there.files()).toHaveLength(1);
    expect((await there.ask(stays.userId, 'GET', '/documents/storage')).body.usedBytes).toBe('stays'.length);
  } finally {
    await there.close();
    await ordinary.drop();
  }
});

it('goes on where one row or one file fails, says so, and tries that again', async () => {
  const { userId } = await newWorkspace(db);
  const before = (await it_.files()).length;
  for (const name of ['stuck.txt', 'other.txt', 'third.txt']) {
    const { id } = (await it_.upload(userId, name, name)).body;
    await it_.ask(userId, 'DELETE', `/documents/${id}`);
    await db.admin.query(`update documents set deleted_at = ${past('31 days')} where id = $1`, [id]);
  }
  await db.admin.query(
    `create function stuck() returns trigger language plpgsql as $$ begin raise 'stuck'; end $$;
     create trigger stuck before delete on documents for each row when (old.name = 'stuck.txt') execute function stuck()`,
  );
  let refused = '';
  const store = {
    ...it_.store,
    // The first that comes.
    delete: (key: string) => {
      refused ||= key;
      return key === refused ? Promise.reject(new Error('the disk')) : it_.store.delete(key);
    },
  };
  said.length = 0;
  const kept = await keepDocuments({ ...db, store, announce: () => undefined, log });
  expect(kept).toEqual({ erased: 2, removed: 1 });
  expect(said).toHaveLength(2);
  await db.admin.query('drop trigger stuck on documents');
  expect(await keep()).toEqual({ erased: 1, removed: 2 });
  expect(await it_.files()).toHaveLength(before);
});
