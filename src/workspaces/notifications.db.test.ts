import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { notifyMembers } from '#src/db/queries/notify.ts';
import { withTenant } from '#src/db/tenant.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';
import { keepNotifications } from './notification-upkeep.ts';
import { noteSecurity } from './security-notices.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const announced: string[] = [];
const mailed: { userId: string; kind: string }[] = [];
const poisoned = new Set<string>();
const keep = () =>
  keepNotifications({
    app: db.app,
    system: db.system,
    clock: () => new Date(),
    enqueue: async (_tx, _queue, mail) => {
      if (poisoned.has(mail.userId)) throw new Error('This one cannot be mailed.');
      mailed.push(mail);
    },
    announce: (workspaceId, topic) => void announced.push(`${workspaceId} ${topic}`),
    log: { warn: () => undefined },
  });
const toldOf = async (workspaceId: string) =>
  (
    await db.admin.query<{ kind: string; title: string; user_id: string }>(
      'select kind, title, user_id from notifications where workspace_id = $1 order by created_at, id',
      [workspaceId],
    )
  ).rows;

it('tells of the end of a trial, and its owner by mail: before, when it has come, and when the grace is over', async () => {
  const one = await newWorkspace(db);
  await addMember(db, one.workspaceId, 'viewer');
  const ends = (when: string) =>
    db.admin.query(`update subscriptions set trial_ends_at = now() + $2::interval where workspace_id = $1`, [
      one.workspaceId,
      when,
    ]);
  await ends('4 days');
  expect((await keep()).trials).toBe(0);
  await ends('70 hours');
  const found = await Promise.all([keep(), keep()]);
  expect(found.map(({ trials }) => trials).sort()).toEqual([0, 1]);
  expect((await keep()).trials).toBe(0);
  expect(announced).toEqual([`${one.workspaceId} notifications`]);
  for (const when of ['-1 minute', '-7 days -1 minute']) {
    await ends(when);
    expect((await keep()).trials).toBe(1);
    expect((await keep()).trials).toBe(0);
  }
  expect((await toldOf(one.workspaceId)).filter((told) => told.user_id === one.userId)).toMatchObject([
    { kind: 'trial_ending', title: expect.stringMatching(/^Your trial ends on \d{1,2} \w+ \d{4}$/) },
    { kind: 'trial_ended', title: 'Your trial has ended' },
    { kind: 'workspace_read_only', title: 'Your workspace is read-only' },
  ]);
  expect(mailed).toEqual(
    ['trial_ending', 'trial_ended', 'workspace_read_only'].map((kind) => ({
      userId: one.userId,
      kind,
      details: { workspace: 'Ada Byron' },
    })),
  );
});

it('says nothing of trials that ended long ago, and of plans that are none', async () => {
  const old = await newWorkspace(db);
  const paid = await newWorkspace(db);
  await db.admin.query(
    `update subscriptions set trial_ends_at = now() - interval '22 days' where workspace_id = $1`,
    [old.workspaceId],
  );
  await db.admin.query(
    `update subscriptions set trial_ends_at = now(), status = 'Active' where workspace_id = $1`,
    [paid.workspaceId],
  );
  expect((await keep()).trials).toBe(0);
});

it('deletes what is older than ninety days, read or not, and nothing younger', async () => {
  const one = await newWorkspace(db);
  await db.admin.query(
    `insert into notifications (workspace_id, id, user_id, kind, title, text, link, created_at)
     select $1, gen_random_uuid(), $2, 'alert_failed', 'Day ' || g, '', '/alerts', now() - g * interval '1 day'
       from unnest(array[1, 89, 91, 400]) g`,
    [one.workspaceId, one.userId],
  );
  expect((await keep()).deleted).toBe(2);
  expect((await toldOf(one.workspaceId)).map(({ title }) => title)).toEqual(['Day 89', 'Day 1']);
  // The role that deletes sees no word of any.
  await expect(db.system.$client.query('select title from notifications')).rejects.toMatchObject({
    code: '42501',
  });
});

it('tells of one’s security in every workspace of one’s own, and colleagues nothing', async () => {
  const one = await newWorkspace(db);
  const colleague = await addMember(db, one.workspaceId, 'admin');
  const second = await newWorkspace(db);
  await db.admin.query(`insert into members values ($1, $2, 'viewer', now())`, [
    second.workspaceId,
    colleague,
  ]);
  const at = new Date();
  const told = await db.app.transaction((tx) =>
    noteSecurity(tx, { userId: colleague, kind: 'recovery_code_used', at, codesLeft: 1 }),
  );
  expect(told.toSorted()).toEqual([one.workspaceId, second.workspaceId].toSorted());
  for (const { workspaceId } of [one, second]) {
    expect(await toldOf(workspaceId)).toEqual([
      { kind: 'recovery_code_used', title: 'A recovery code was used to sign in', user_id: colleague },
    ]);
  }
});

it('tells nobody of what is rolled back', async () => {
  const one = await newWorkspace(db);
  const failing = withTenant(db.app, one.workspaceId, async (tx) => {
    await notifyMembers(tx, {
      workspaceId: one.workspaceId,
      kind: 'alert_failed',
      title: 'An alert failed',
      text: '',
      link: `/alerts/${newId()}`,
      at: new Date(),
    });
    throw new Error('undone');
  });
  await expect(failing).rejects.toThrow('undone');
  expect(await toldOf(one.workspaceId)).toEqual([]);
});

it('tells the others of the end of their trial where one cannot be told', async () => {
  const [first, second] = [await newWorkspace(db), await newWorkspace(db)];
  const ends = (workspaceId: string, when: string) =>
    db.admin.query(`update subscriptions set trial_ends_at = now() + $2::interval where workspace_id = $1`, [
      workspaceId,
      when,
    ]);
  await ends(first.workspaceId, '1 day');
  await ends(second.workspaceId, '2 days');
  poisoned.add(first.userId);
  await keep();
  expect((await toldOf(second.workspaceId)).map(({ kind }) => kind)).toEqual(['trial_ending']);
  // Told and mailed together, or not yet.
  expect(await toldOf(first.workspaceId)).toEqual([]);
  poisoned.clear();
  await keep();
  expect(await toldOf(first.workspaceId)).toHaveLength(1);
});
