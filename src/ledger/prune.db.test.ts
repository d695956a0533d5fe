import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { approved, chain, NOW, readAll, settle, settledTo, someLedger, verify } from './ledger.fixture.ts';
import { pruneLedger, setRetention } from './prune.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const YEARS_AGO = new Date('2022-01-10T12:00:00.000Z');
const keptIn = async (workspaceId: string) =>
  (await db.admin.query('select 1 from ledger_bytes where workspace_id = $1', [workspaceId])).rowCount;

it('prunes what is older than it is kept, and the rest still verifies', async () => {
  const { workspaceId } = await newWorkspace(db);
  await someLedger(db, workspaceId, 2, YEARS_AGO);
  // Approved long ago, sent now: the approval stays, and everything after it.
  const late = await approved(db, workspaceId, { at: YEARS_AGO });
  await chain(db, new Date(YEARS_AGO.getTime() + 8_000_000));
  await settle(db, late, [settledTo(late.rendition, { person: newId(), address: 'a@x.example' })]);
  await someLedger(db, workspaceId, 1);
  await db.admin.query('update ledger_bytes set kept_at = $2 where workspace_id = $1', [
    workspaceId,
    YEARS_AGO,
  ]);
  const before = await keptIn(workspaceId);

  expect(await pruneLedger(db.admin, workspaceId, NOW)).toBe('nothing');
  await setRetention(db.admin, workspaceId, { years: 3, held: true, now: NOW });
  expect(await pruneLedger(db.admin, workspaceId, NOW)).toBe('held');
  await setRetention(db.admin, workspaceId, { held: false, now: NOW });
  expect(await pruneLedger(db.admin, workspaceId, NOW)).toEqual({ through: 4, entries: 4 });
  expect(await pruneLedger(db.admin, workspaceId, NOW)).toBe('nothing');

  // Content, rendition, picture and list of both that went.
  expect(await keptIn(workspaceId)).toBe((before ?? 0) - 8);
  const records = await readAll(db, workspaceId);
  expect(verify(records)).toMatchObject({ first: 5, entries: 7, deliveries: 7, unapproved: 0, problems: [] });
  const unexplained = records.filter((each) => each.record !== 'entry' || each.kind !== 'pruned');
  expect(verify(unexplained).problems).toContain('Entries 1 to 4 are missing, and no pruning is on record.');
});
