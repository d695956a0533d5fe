import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { withTenant } from '#src/db/tenant.ts';
import { ordinaryDatabase } from '#tests/support/ordinary-database.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { appendEntry } from './append.ts';
import { keepBytes, readBytes } from './bytes.ts';
import { approved, chain, NOW, readAll, settle, settledTo, someLedger, verify } from './ledger.fixture.ts';
import { erasePerson } from './people.ts';

let db: TestDatabase;
let workspaceId: string;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  ({ workspaceId } = await newWorkspace(db));
});

const refused = (code: string) => ({ cause: { code } });

describe('the chain', () => {
  it('holds approvals and settled windows, signed, and every delivery can be rebuilt from it', async () => {
    const [first] = await someLedger(db, workspaceId);
    const report = verify(await readAll(db, workspaceId));
    expect(report).toMatchObject({
      first: 1,
      last: 6,
      entries: 6,
      deliveries: 18,
      rebuilt: 18,
      unapproved: 0,
      signed: { through: 6 },
      problems: [],
    });
    expect(report.rebuiltDeliveries[0]).toMatchObject({
      alert: first?.alertId,
      revision: first?.revision,
      delivery: { purpose: 'first', outcome: 'sent', attempt: 1 },
      rendition: { hash: first?.rendition, prepared: { title: 'SPX falls 11.98 %' } },
      recipient: { own: null },
      decision: { entry: 1, by: { policy: 'auto 1' }, decision: 'approved' },
    });
  });

  it('opens what is a person’s own with their key, and never again once they are erased', async () => {
    const alert = await approved(db, workspaceId, {
      by: { userId: newId(), name: 'Ada Byron', email: 'ada@x.example', entity: 'Byron Ltd' },
    });
    const [gone, stays] = [newId(), newId()];
    const window = [
      settledTo(alert.rendition, { person: gone, address: 'gone@x.example' }),
      settledTo(alert.rendition, { person: stays, address: 'stays@x.example' }),
      settledTo(alert.rendition, { person: null, address: '@channel' }),
    ];
    await settle(db, alert, window);
    await chain(db);
    const namesIn = async () =>
      verify(await readAll(db, workspaceId, { people: true })).rebuiltDeliveries.map(
        ({ recipient }) => (recipient.own as { to: string } | null)?.to ?? null,
      );
    expect(await namesIn()).toEqual(['gone@x.example', 'stays@x.example', '@channel']);
    await withTenant(db.app, workspaceId, (tx) => erasePerson(tx, gone, NOW));
    // What was settled before and not chained yet, too.
    await settle(db, alert, window);
    await chain(db);
    expect(await namesIn()).toEqual([
      null,
      'stays@x.example',
      '@channel',
      null,
      'stays@x.example',
      '@channel',
    ]);
    expect(verify(await readAll(db, workspaceId)).problems).toEqual([]);
    const { rows } = await db.admin.query<{ text: string }>(
      `select string_agg(body, '') || coalesce((select string_agg(convert_from(bytes, 'UTF8'), '') from ledger_bytes
         where workspace_id = $1), '') as text from ledger_entries where workspace_id = $1`,
      [workspaceId],
    );
    expect(rows[0]?.text).not.toMatch(/gone@|stays@|Ada|Byron/);
  });

  it('takes an entry back with its transaction, and begins at the same place again', async () => {
    const failing = withTenant(db.app, workspaceId, async (tx) => {
      await appendEntry(tx, { kind: 'consent', subject: 'x', at: NOW, body: {} });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    const place = await withTenant(db.app, workspaceId, (tx) =>
      appendEntry(tx, { kind: 'consent', subject: 'x', at: NOW, body: { said: 'half \u00e9 "quoted"\n' } }),
    );
    expect(place.sequence).toBe(1);
    const report = verify(await readAll(db, workspaceId));
    expect([report.entries, report.problems]).toEqual([1, []]);
  });

  it('keeps the same bytes once', async () => {
    const kept = await withTenant(db.app, workspaceId, async (tx) => {
      const hash = await keepBytes(tx, Buffer.from('chart'), 'image/png');
      expect(await keepBytes(tx, Buffer.from('chart'), 'image/png')).toBe(hash);
      return readBytes(tx, [hash]);
    });
    expect([...kept.values()]).toEqual([{ type: 'image/png', bytes: Buffer.from('chart') }]);
  });

  it('outlives the workspace', async () => {
    await someLedger(db, workspaceId, 1);
    await db.admin.query('delete from workspaces where id = $1', [workspaceId]);
    expect(verify(await readAll(db, workspaceId))).toMatchObject({ entries: 2, problems: [] });
  });

  it('reads what was cut within a surrogate pair', async () => {
    const alert = await approved(db, workspaceId);
    const delivery = settledTo(alert.rendition, { person: null, address: 'x' });
    await settle(db, alert, [{ ...delivery, own: { ...delivery.own, reason: 'cut \ud83d' } }]);
    expect(await chain(db)).toBe(1);
    expect(verify(await readAll(db, workspaceId)).problems).toEqual([]);
  });
});

describe('the app role', () => {
  const TABLES = ['ledger_entries', 'ledger_chains', 'ledger_bytes', 'ledger_heads', 'ledger_keys'];

  it.each(TABLES)('changes and deletes nothing of %s', async (table) => {
    await someLedger(db, workspaceId, 1);
    const run = (text: string) => withTenant(db.app, workspaceId, (tx) => tx.execute(sql.raw(text)));
    const statements = [
      `update ${table} set workspace_id = workspace_id`,
      `delete from ${table}`,
      `truncate ${table}`,
      // A key is made before the person appears.
      ...(table === 'ledger_keys' ? [] : [`insert into ${table} select * from ${table}`]),
    ];
    for (const each of statements) await expect(run(each)).rejects.toMatchObject(refused('42501'));
  });

  it('reads and appends in its own workspace only', async () => {
    const other = await newWorkspace(db);
    await someLedger(db, other.workspaceId, 1);
    await withTenant(db.app, workspaceId, async (tx) => {
      for (const table of [...TABLES, 'ledger_windows'])
        expect((await tx.execute(sql.raw(`select 1 from ${table}`))).rows).toEqual([]);
      await appendEntry(tx, { kind: 'consent', subject: 'x', at: NOW, body: {} });
      await tx.execute(sql`select destroy_ledger_key(person) from ledger_keys`);
    });
    const head = await withTenant(db.app, workspaceId, (tx) =>
      tx.execute<{ kept: boolean }>(
        sql`select keep_ledger_head(2, ${Buffer.alloc(32)}, now(), ${Buffer.alloc(32)}, ${Buffer.alloc(64)}) as kept`,
      ),
    );
    expect(head.rows).toEqual([{ kept: false }]);
    expect(verify(await readAll(db, other.workspaceId))).toMatchObject({ entries: 2, problems: [] });
    const keys = await db.admin.query('select 1 from ledger_keys where workspace_id = $1 and key is null', [
      other.workspaceId,
    ]);
    expect(keys.rowCount).toBe(0);
    const steal = withTenant(db.app, workspaceId, (tx) =>
      tx.execute(sql`insert into ledger_windows (workspace_id, id, at, alert_id, body)
        values (${other.workspaceId}, ${newId()}, now(), ${newId()}, '{}')`),
    );
    await expect(steal).rejects.toMatchObject(refused('42501'));
  });

  it('appends nothing outside of a workspace, nor does a visitor', async () => {
    const call = `select append_to_ledger('consent', 'x', now(), '{}')`;
    await expect(db.app.$client.query(call)).rejects.toMatchObject({ code: '42501' });
    await expect(db.system.$client.query(call)).rejects.toMatchObject({ code: '42501' });
    await expect(db.system.$client.query('select body from ledger_windows')).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('works where the owner is no superuser', async () => {
    const plain = await ordinaryDatabase(db);
    try {
      const place = await withTenant(plain.app, workspaceId, (tx) =>
        appendEntry(tx, { kind: 'consent', subject: 'x', at: NOW, body: {} }),
      );
      expect(place.sequence).toBe(1);
    } finally {
      await plain.drop();
    }
  });
});
