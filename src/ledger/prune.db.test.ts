import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { HoldForm } from '#src/shared/ledger-keeping.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { approved, chain, NOW, readAll, settle, settledTo, someLedger, verify } from './ledger.fixture.ts';
import { appendEntry } from './append.ts';
import { keepBytes } from './bytes.ts';
import { liftHold, placeHold } from './holds.ts';
import { pruneChain, pruneLedger, setRetention } from './prune.ts';

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

  const nothing = { entries: 0, through: null, heldThrough: null };
  expect(await pruneLedger(db.admin, workspaceId, NOW)).toEqual(nothing);
  await setRetention(db.admin, workspaceId, { years: 3, held: true, now: NOW });
  expect(await pruneLedger(db.admin, workspaceId, NOW)).toEqual({ ...nothing, heldThrough: 4 });
  await setRetention(db.admin, workspaceId, { held: false, now: NOW });
  expect(await pruneLedger(db.admin, workspaceId, NOW)).toEqual({
    entries: 4,
    through: 4,
    heldThrough: null,
  });
  expect(await pruneLedger(db.admin, workspaceId, NOW)).toEqual(nothing);

  // Content, rendition, picture and list of both that went.
  expect(await keptIn(workspaceId)).toBe((before ?? 0) - 8);
  const records = await readAll(db, workspaceId);
  expect(verify(records)).toMatchObject({ first: 5, entries: 7, deliveries: 7, unapproved: 0, problems: [] });
  expect(verify(records).pruned).toEqual({ through: 4, at: NOW.toISOString() });
  const said = records.flatMap((each) =>
    each.record === 'entry' && each.kind === 'pruned' ? [JSON.parse(each.body) as object] : [],
  );
  expect(said).toMatchObject([
    { by: null, entries: 4, through: 4, oldest: YEARS_AGO.toISOString(), newest: YEARS_AGO.toISOString() },
  ]);
  const unexplained = records.filter((each) => each.record !== 'entry' || each.kind !== 'pruned');
  expect(verify(unexplained).problems).toContain('Entries 1 to 4 are missing, and no pruning is on record.');
});

/** An owner, who may prune. */
const actor = { userId: newId(), name: 'Ada Byron', email: 'ada@x.example' };

it('keeps what a hold covers, and prunes what comes before it', async () => {
  const { workspaceId } = await newWorkspace(db);
  const { rows } = await db.admin.query<{ id: string }>('select id from brands where workspace_id = $1', [
    workspaceId,
  ]);
  const old = await someLedger(db, workspaceId, 3, YEARS_AGO);
  await chain(db, new Date(YEARS_AGO.getTime() + 7_200_000));
  await setRetention(db.admin, workspaceId, { years: 3, now: NOW });
  const held = async (form: HoldForm) => {
    const placed = await withTenant(db.app, workspaceId, (tx) =>
      placeHold(tx, { workspaceId, actor, at: NOW }, form),
    );
    const done = await withTenant(db.app, workspaceId, (tx) =>
      pruneChain(tx, { workspaceId, actor, now: NOW }),
    );
    return { placed, done };
  };
  const lift = (id: string) =>
    withTenant(db.app, workspaceId, (tx) =>
      liftHold(tx, { workspaceId, actor, at: NOW }, { id, reason: 'closed' }),
    );
  const nothing = { entries: 0, through: null, heldThrough: 6 };
  const reason = 'Inquiry 26-114';
  // Alerts that are there no longer: of which brand and symbol they were can't be told, so they count as held.
  const ofBrand = await held({ scope: 'brand', target: rows[0]?.id ?? '', reason });
  expect(ofBrand.done).toEqual(nothing);
  const ofPeriod = await held({ scope: 'ledger', from: '2022-01-10', to: '2022-01-10', reason });
  await lift(ofBrand.placed);
  expect(
    await withTenant(db.app, workspaceId, (tx) => pruneChain(tx, { workspaceId, actor, now: NOW })),
  ).toEqual(nothing);
  await expect(lift(ofBrand.placed)).rejects.toMatchObject({ code: 'hold_lifted' });
  await expect(held({ scope: 'alert', target: newId(), reason })).rejects.toMatchObject({
    code: 'not_found',
  });
  await lift(ofPeriod.placed);
  // An alert that isn't of the first entries: those go, its own and later ones stay.
  await db.admin.query(
    `insert into ledger_holds (workspace_id, id, scope, target, reason, placed_by, placed_at)
     values ($1, $2, 'alert', $3, $4, $5, $6)`,
    [workspaceId, newId(), old[1]?.alertId, reason, actor.userId, NOW],
  );
  expect(await pruneLedger(db.admin, workspaceId, NOW)).toEqual({ entries: 2, through: 2, heldThrough: 6 });
  const records = await readAll(db, workspaceId);
  expect(verify(records)).toMatchObject({ first: 3, deliveries: 12, problems: [] });
  expect(records.filter((each) => each.record === 'entry' && each.kind === 'hold')).toHaveLength(4);
});

it('can’t be shortened by the role that serves requests, which can’t change a hold either', async () => {
  const { workspaceId } = await newWorkspace(db);
  await someLedger(db, workspaceId, 1, new Date(Date.now() - 2 * 365 * 86_400_000));
  await db.admin.query(
    `insert into ledger_holds (workspace_id, id, scope, reason, placed_by, placed_at)
     values ($1, $2, 'ledger', 'x', $2, now())`,
    [workspaceId, newId()],
  );
  const asked = (query: string) =>
    withTenant(db.app, workspaceId, (tx) => tx.execute(sql.raw(query))).then(
      ({ rowCount }) => rowCount,
      (error: { cause?: { code?: string } }) => error.cause?.code,
    );
  expect(await asked('select set_ledger_retention(1)')).toBe('23514');
  expect(await asked('select set_ledger_retention(3)')).toBe(1);
  // A moment of the future is none: the database's clock counts.
  expect(await asked(`select * from prune_ledger(now() + interval '9 years')`)).toBe(0);
  expect(await asked('delete from ledger_entries')).toBe('42501');
  expect(await asked('delete from ledger_holds')).toBe('42501');
  expect(await asked(`update ledger_holds set to_at = now()`)).toBe('42501');
  expect(await asked('update ledger_chains set retention_years = 3')).toBe('42501');
});

it('prunes beside people who append: nothing that an entry needs is lost', async () => {
  const { workspaceId } = await newWorkspace(db);
  await someLedger(db, workspaceId, 2, YEARS_AGO);
  await setRetention(db.admin, workspaceId, { years: 3, now: NOW });
  // What is kept again was kept years ago, and only entries that go need it.
  const words = Buffer.from('Send me alerts.');
  const again = (tx: Tx) => keepBytes(tx, words, 'text/plain');
  await withTenant(db.app, workspaceId, again);
  await db.admin.query('update ledger_bytes set kept_at = $2 where workspace_id = $1', [
    workspaceId,
    YEARS_AGO,
  ]);
  await Promise.all([
    ...Array.from({ length: 12 }, (_, n) =>
      withTenant(db.app, workspaceId, async (tx) => {
        const hash = await again(tx);
        const body = { n, wording: hash, bytes: [hash] };
        await appendEntry(tx, { kind: 'consent', subject: newId(), at: NOW, body });
      }),
    ),
    ...Array.from({ length: 3 }, () =>
      withTenant(db.app, workspaceId, (tx) => pruneChain(tx, { workspaceId, actor: null, now: NOW })),
    ),
  ]);
  await chain(db, new Date(NOW.getTime() + 60_000));
  expect(verify(await readAll(db, workspaceId))).toMatchObject({ first: 5, entries: 14, problems: [] });
});
