import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { type Happening, notifyMembers } from '#src/db/queries/notify.ts';
import { withTenant } from '#src/db/tenant.ts';
import { notificationPageSchema, type NotificationPage } from '#src/shared/notifications.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';

let db: TestDatabase;
let api: ReturnType<typeof testApi>;
const announced: string[] = [];
beforeAll(async () => {
  db = await testDatabase();
  api = testApi(db, {
    announce: (workspaceId, topic) => announced.push(`${workspaceId} ${topic}`),
  });
});
afterAll(() => db.drop());

const ask = (token: string, path: string, init: RequestInit = {}) =>
  api.request(path, { ...init, headers: { Authorization: `Bearer ${token}` } });
const list = async (token: string, query = ''): Promise<NotificationPage> => {
  const answer = await ask(token, `/notifications${query}`);
  expect(answer.status).toBe(200);
  return notificationPageSchema.parse(await answer.json());
};
const unread = async (token: string): Promise<number> =>
  (await (await ask(token, '/notifications/unread')).json()).unread;
const read = (token: string, body: unknown) =>
  ask(token, '/notifications/read', { method: 'POST', body: JSON.stringify(body) });
const tell = (workspaceId: string, change: Partial<Happening> = {}) =>
  withTenant(db.app, workspaceId, (tx) =>
    notifyMembers(tx, {
      workspaceId,
      kind: 'alert_failed',
      title: 'An alert failed',
      text: 'SPX falls 5.50%',
      link: '/alerts/1',
      at: new Date(),
      ...change,
    }),
  );

describe('what is told', () => {
  it('reaches every member of the workspace once, and nobody else', async () => {
    const one = await newWorkspace(db);
    const colleague = await addMember(db, one.workspaceId, 'viewer');
    const stranger = await newWorkspace(db);
    expect(await tell(one.workspaceId)).toBe(true);
    for (const person of [one.userId, colleague]) {
      expect((await list(person)).items).toMatchObject([
        { kind: 'alert_failed', title: 'An alert failed', link: '/alerts/1', count: 1, readAt: null },
      ]);
      expect(await unread(person)).toBe(1);
    }
    expect(await list(stranger.userId)).toEqual({ items: [], next: null });
    expect(await unread(stranger.userId)).toBe(0);
  });

  it('is one notification with a count within the hour, unread again, also when much happens at once', async () => {
    const one = await newWorkspace(db);
    const again = { title: '{n} alerts failed', text: 'The latest', link: '/alerts?state=failed' };
    await Promise.all(Array.from({ length: 5 }, () => tell(one.workspaceId, { again })));
    expect((await list(one.userId)).items).toMatchObject([
      { count: 5, title: '5 alerts failed', link: '/alerts?state=failed' },
    ]);
    await read(one.userId, {});
    expect(await unread(one.userId)).toBe(0);
    await tell(one.workspaceId, { again });
    expect((await list(one.userId)).items).toMatchObject([{ count: 6, text: 'The latest', readAt: null }]);
    await tell(one.workspaceId, { again, at: new Date(Date.now() + 3_600_001) });
    expect((await list(one.userId)).items).toMatchObject([{ count: 1 }, { count: 6 }]);
    // Another kind is another matter.
    await tell(one.workspaceId, { again, kind: 'alert_unknown' });
    expect((await list(one.userId)).items).toHaveLength(3);
  });

  it('is told once where once is enough, to one where it is one’s own', async () => {
    const one = await newWorkspace(db);
    const colleague = await addMember(db, one.workspaceId, 'admin');
    const first = { kind: 'first_alert_sent', once: true } as const;
    const told = await Promise.all([1, 2, 3].map(() => tell(one.workspaceId, first)));
    expect(told.filter(Boolean)).toHaveLength(1);
    await tell(one.workspaceId, { kind: 'password_changed', onlyTo: colleague, title: '🔔'.repeat(300) });
    expect((await list(one.userId)).items).toHaveLength(1);
    expect((await list(colleague)).items).toHaveLength(2);
    expect(await tell(one.workspaceId, { onlyTo: newId() })).toBe(false);
  });

  it('goes with the membership', async () => {
    const one = await newWorkspace(db);
    const colleague = await addMember(db, one.workspaceId, 'editor');
    await tell(one.workspaceId);
    await db.admin.query('delete from members where user_id = $1', [colleague]);
    const { rows } = await db.admin.query('select user_id from notifications where workspace_id = $1', [
      one.workspaceId,
    ]);
    expect(rows).toEqual([{ user_id: one.userId }]);
  });
});

describe('marking as read', () => {
  it('marks one, or all of one’s own, and tells the other tabs', async () => {
    const one = await newWorkspace(db);
    for (const kind of ['alert_failed', 'alert_unknown', 'trial_ended'] as const)
      await tell(one.workspaceId, { kind });
    const [newest] = (await list(one.userId)).items;
    announced.length = 0;
    expect((await read(one.userId, { ids: [newest!.id] })).status).toBe(204);
    expect(announced).toEqual([`${one.workspaceId} notifications`]);
    expect(await unread(one.userId)).toBe(2);
    const stamp = (await list(one.userId)).items[0]!.readAt;
    expect(stamp).toBeTypeOf('string');
    expect((await read(one.userId, {})).status).toBe(204);
    const { items } = await list(one.userId);
    expect(items.every(({ readAt }) => readAt !== null)).toBe(true);
    // What was read before keeps its time.
    expect(items[0]!.readAt).toBe(stamp);
  });

  it('touches nobody else’s: not a colleague’s, not a stranger’s', async () => {
    const one = await newWorkspace(db);
    const colleague = await addMember(db, one.workspaceId, 'owner');
    const stranger = await newWorkspace(db);
    await tell(one.workspaceId);
    const [mine] = (await list(one.userId)).items;
    for (const thief of [colleague, stranger.userId]) {
      expect((await read(thief, { ids: [mine!.id] })).status).toBe(204);
      expect((await read(thief, {})).status).toBe(204);
    }
    expect((await list(one.userId)).items).toEqual([mine]);
    expect(await unread(one.userId)).toBe(1);
    expect(await unread(colleague)).toBe(0);
  });

  it.each([
    ['[]'],
    ['{'],
    ['{"ids":["x"]}'],
    ['{"ids":"all"}'],
    [JSON.stringify({ ids: Array.from({ length: 101 }, newId) })],
  ])('refuses %s', async (body) => {
    const one = await newWorkspace(db);
    expect((await ask(one.userId, '/notifications/read', { method: 'POST', body })).status).toBe(400);
  });
});

describe('a long list', () => {
  it('is walked by pages without a gap, from its index, and counted no further than the bell says', async () => {
    const one = await newWorkspace(db);
    const colleague = await addMember(db, one.workspaceId, 'viewer');
    await db.admin.query(
      `insert into notifications (workspace_id, id, user_id, kind, title, text, link, created_at, read_at)
       select $1, gen_random_uuid(), person, 'alert_failed', 'Number ' || g, '', '/alerts',
              date_trunc('second', now()) - (g / 3) * interval '1 second', case when g > 9000 then now() end
         from generate_series(1, 10000) g, unnest($2::uuid[]) person`,
      [one.workspaceId, [one.userId, colleague]],
    );
    await db.admin.query('analyze notifications');
    expect(await unread(one.userId)).toBe(100);
    const seen = new Set<string>();
    let next: string | null = '';
    let pages = 0;
    while (next !== null) {
      const page: NotificationPage = await list(one.userId, `?limit=100${next && `&cursor=${next}`}`);
      for (const { id } of page.items) seen.add(id);
      next = page.next;
      pages += 1;
    }
    expect([seen.size, pages]).toEqual([10_000, 100]);
    const plan = await withTenant(db.app, one.workspaceId, async (tx) => {
      const { rows } = await tx.execute(`explain select * from notifications
        where workspace_id = '${one.workspaceId}' and user_id = '${one.userId}' order by created_at desc, id desc limit 51`);
      return JSON.stringify(rows);
    });
    expect(plan).toContain('notifications_list');
    expect(plan).not.toContain('Sort');
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'cursor='])('refuses %s', async (query) => {
    const one = await newWorkspace(db);
    expect((await ask(one.userId, `/notifications?${query}`)).status).toBe(400);
  });
});
