import { afterAll, beforeAll, expect, it } from 'vitest';
import { someLedger } from '#src/ledger/ledger.fixture.ts';
import { ledgerPageSchema } from '#src/shared/ledger.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const ask = (userId: string, query: string): Promise<Response> =>
  Promise.resolve(
    testApi(db, {}).request(`/ledger?${query}`, { headers: { Authorization: `Bearer ${userId}` } }),
  );

it('shows owners and admins the ledger of their workspace, a page at a time', async () => {
  const { userId, workspaceId } = await newWorkspace(db);
  const other = await newWorkspace(db);
  const [first] = await someLedger(db, workspaceId, 3);
  await someLedger(db, other.workspaceId, 1);
  const page = async (query: string) => ledgerPageSchema.parse(await (await ask(userId, query)).json());

  const newest = await page('limit=4');
  expect(newest.items.map(({ sequence }) => sequence)).toEqual([6, 5, 4, 3]);
  expect(newest).toMatchObject({ next: 3, signed: { sequence: 6, hash: newest.items[0]?.hash } });
  const oldest = await page(`limit=4&before=${newest.next}`);
  expect(oldest.items.map(({ sequence }) => sequence)).toEqual([2, 1]);
  expect(oldest.next).toBeNull();
  expect(newest.items[3]?.previous).toBe(oldest.items[0]?.hash);

  const decisions = await page(`kind=decision&alert=${first?.alertId}`);
  expect(decisions.items).toMatchObject([
    { sequence: 1, subject: first?.alertId, body: { decision: 'approved', revision: first?.revision } },
  ]);
  for (const query of ['kind=gossip', 'before=-1', 'before=x', 'alert=x', 'limit=101'])
    expect((await ask(userId, query)).status).toBe(400);
  expect((await ask(await addMember(db, workspaceId, 'admin'), '')).status).toBe(200);
  for (const role of ['editor', 'approver', 'viewer'] as const)
    expect((await ask(await addMember(db, workspaceId, role), '')).status).toBe(403);
});
