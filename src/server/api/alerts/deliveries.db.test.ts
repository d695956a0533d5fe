import type { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { fillWithAlerts } from '#tests/support/many-alerts.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';

let db: TestDatabase;
let api: Hono;
let owner: string;
let viewer: string;
beforeAll(async () => {
  db = await testDatabase();
  api = testApi(db) as unknown as Hono;
  const made = await newWorkspace(db);
  owner = made.userId;
  viewer = await addMember(db, made.workspaceId, 'viewer');
  await fillWithAlerts(db.admin, { workspaceId: made.workspaceId, count: 200, until: new Date() });
  await db.admin.query(
    `update deliveries set reason = 'filled@readers.example is unknown' where state = 'rejected'`,
  );
});
afterAll(() => db.drop());

// oxlint-disable-next-line typescript/no-explicit-any -- answers are checked by what is expected of them
async function get(path: string, as: string): Promise<{ status: number; body: any }> {
  const answer = await api.request(path, { headers: { Authorization: `Bearer ${as}` } });
  return { status: answer.status, body: await answer.json() };
}

it('lists every delivery once, newest first, and those in some states', async () => {
  const seen: string[] = [];
  let cursor = '';
  do {
    const { body } = await get(`/deliveries?limit=90${cursor}`, owner);
    seen.push(...body.items.map(({ id }: { id: string }) => id));
    cursor = body.next ? `&cursor=${body.next}` : '';
  } while (cursor !== '');
  expect(seen).toEqual(seen.toSorted().toReversed());
  const { rows } = await db.admin.query<{ state: string; n: number }>(
    'select state, count(*)::int as n from deliveries group by state',
  );
  expect(seen).toHaveLength(rows.reduce((sum, { n }) => sum + n, 0));
  for (const { state, n } of rows)
    expect((await get(`/deliveries?limit=200&state=${state}`, owner)).body.items).toHaveLength(n);
  expect(rows.length).toBeGreaterThan(1);
  const both = await get('/deliveries?limit=200&state=sent&state=rejected', owner);
  expect(both.body.items).toHaveLength(200);
  expect((await get('/deliveries?state=sending', owner)).status).toBe(400);
});

it('hides addresses from those who may not read contacts, wherever they appear', async () => {
  const failed = (await get('/deliveries?state=rejected&limit=1', owner)).body.items[0];
  expect(failed.address).toBe('filled@readers.example');
  const paths = [
    '/deliveries?limit=200',
    `/alerts/${failed.alert.id}/deliveries`,
    `/alerts/${failed.alert.id}/record`,
    '/alerts?limit=200',
    '/alerts/recent',
  ];
  for (const path of paths)
    expect(JSON.stringify((await get(path, viewer)).body), path).not.toContain('filled@');
  const { items } = (await get(`/alerts/${failed.alert.id}/deliveries`, viewer)).body;
  expect(items[0]).toMatchObject({
    address: 'f•••@readers.example',
    reason: 'f•••@readers.example is unknown',
  });
  expect((await get(`/alerts/${failed.alert.id}/deliveries`, owner)).body.items[0].address).toBe(
    'filled@readers.example',
  );
});
