import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askerOf, buy, testBilling } from '#tests/support/billing.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';
import { withTenant } from '#src/db/tenant.ts';
import { contacts } from '#src/db/schema.ts';
import { approved, chain, NOW, readAll, settle, settledTo, verify } from '#src/ledger/ledger.fixture.ts';
import { removeUser } from './remove-account.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

it('leaves no paid plan behind that goes on charging: it is canceled first', async () => {
  const at = new Date('2026-01-31T12:00:00Z');
  const shop = testBilling(db, at);
  const who = await newWorkspace(db);
  await buy(shop, who, 'pro');
  const remove = () => db.app.transaction((tx) => removeUser(tx, who.userId, at));
  await expect(remove()).rejects.toMatchObject({
    code: 'paid_plan_runs',
    message: expect.stringContaining('Cancel the plan under Plans first'),
  });
  const left = async () =>
    (await db.admin.query('select 1 from workspaces where id = $1', [who.workspaceId])).rowCount;
  expect(await left()).toBe(1);
  await shop.billing.cancel(askerOf(who));
  await remove();
  expect(await left()).toBe(0);
});

describe('the ledger after an account is deleted', () => {
  /** An alert that the person approved, and that reached them as a member. */
  async function reached(workspaceId: string, userId: string) {
    const [contact] = await withTenant(db.app, workspaceId, (tx) =>
      tx.select().from(contacts).where(eq(contacts.userId, userId)),
    );
    const by = { userId, name: 'Ada Byron', email: 'ada@x.example', entity: 'Byron Ltd' };
    const alert = await approved(db, workspaceId, { by });
    const to = { person: contact!.id, address: 'ada@x.example' };
    await settle(db, alert, [settledTo(alert.rendition, to)]);
    await chain(db, NOW);
  }
  const told = async (workspaceId: string) => {
    const report = verify(await readAll(db, workspaceId, { people: true }));
    const [delivery] = report.rebuiltDeliveries;
    const records = await readAll(db, workspaceId);
    return {
      problems: report.problems,
      to: delivery?.recipient.own ?? null,
      by: delivery?.decision?.by,
      kinds: records.flatMap((each) => (each.record === 'entry' ? each.kind : [])),
    };
  };

  it('verifies, says that a person was erased, and leads to them no more; who approved stays', async () => {
    const { workspaceId, userId } = await newWorkspace(db);
    await addMember(db, workspaceId, 'owner');
    await reached(workspaceId, userId);
    expect(await told(workspaceId)).toMatchObject({ to: { to: 'ada@x.example' } });
    await db.app.transaction((tx) => removeUser(tx, userId, NOW));
    expect(await told(workspaceId)).toMatchObject({
      problems: [],
      to: null,
      by: { own: { name: 'Ada Byron', entity: 'Byron Ltd' } },
      kinds: ['decision', 'deliveries', 'erasure'],
    });
  });

  it('does so where the workspace goes with its only member', async () => {
    const { workspaceId, userId } = await newWorkspace(db);
    await reached(workspaceId, userId);
    await db.app.transaction((tx) => removeUser(tx, userId, NOW));
    const { problems, to, kinds } = await told(workspaceId);
    expect({ problems, to, kinds }).toEqual({
      problems: [],
      to: null,
      kinds: ['decision', 'deliveries', 'erasure'],
    });
    // Nothing was ever recorded of this one: no ledger begins with an erasure.
    const other = await newWorkspace(db);
    await db.app.transaction((tx) => removeUser(tx, other.userId, NOW));
    expect((await told(other.workspaceId)).kinds).toEqual([]);
  });
});
