import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace, starterRule } from '#tests/support/workspace.ts';
import { openDatabase } from './open.ts';
import { membershipsOf } from './queries/membership.ts';
import { APP_ROLE, assertHeldByRowSecurity, ensureRoles, SYSTEM_ROLE } from './roles.ts';
import { brands, events, rules } from './schema.ts';
import { withTenant } from './tenant.ts';
import { newId } from './ids.ts';

let db: TestDatabase;
let one: { workspaceId: string; userId: string };
let two: { workspaceId: string; userId: string };
beforeAll(async () => {
  db = await testDatabase();
  one = await newWorkspace(db);
  two = await newWorkspace(db);
});
afterAll(() => db.drop());

async function tenantTables(): Promise<string[]> {
  const { rows } = await db.admin.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  );
  return rows.map((row) => row.name);
}

describe('row security', () => {
  it('is forced on every table that carries a workspace', async () => {
    const tables = [...(await tenantTables()), 'workspaces'];
    expect(tables.length).toBeGreaterThan(10);
    const { rows } = await db.admin.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace
         and relrowsecurity and relforcerowsecurity order by 1`,
    );
    expect(rows.map((row) => row.name).sort()).toEqual(tables.sort());
  });

  it('keys every tenant table by its workspace, so that no foreign key can point into another', async () => {
    const { rows } = await db.admin.query<{ table: string; definition: string }>(
      `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint
        where contype = 'f' and connamespace = 'public'::regnamespace`,
    );
    const tables = new Set(await tenantTables());
    const loose = rows.filter(({ table, definition }) => {
      const target = /REFERENCES (\w+)/.exec(definition)?.[1] ?? '';
      return tables.has(table) && tables.has(target) && !definition.startsWith('FOREIGN KEY (workspace_id, ');
    });
    expect(loose).toEqual([]);
  });

  it('lets a workspace be deleted in one statement: what a reference holds goes with it at once', async () => {
    const { rows } = await db.admin.query<{ name: string }>(
      `select distinct f.conrelid::regclass::text as name from pg_constraint f join pg_class t on t.oid = f.confrelid
        where f.contype = 'f' and f.confdeltype = 'a' and f.conparentid = 0 and t.relnamespace = 'public'::regnamespace
          and exists (select from pg_attribute where attrelid = t.oid and attname = 'workspace_id')
          -- Some of the ledger refers to nothing, and stays when its workspace goes.
          and exists (select from pg_constraint o where o.conrelid = t.oid and o.contype = 'f')
          and exists (select from pg_attribute where attrelid = f.conrelid and attname = 'workspace_id')
          and not exists (select from pg_constraint w where w.conrelid = f.conrelid and w.contype = 'f'
                             and w.confrelid = 'workspaces'::regclass and w.confdeltype = 'c')`,
    );
    expect(rows).toEqual([]);
  });

  it('shows no row of any tenant table to a query without a workspace', async () => {
    const filled = [];
    for (const table of [...(await tenantTables()), 'workspaces']) {
      const owned = await db.admin.query(`select 1 from ${table} limit 1`);
      const seen = await db.app.$client.query(`select 1 from ${table} limit 1`).then(
        ({ rowCount }) => rowCount,
        // Some it may not read at all.
        (error: Error) => error.message,
      );
      expect([0, `permission denied for table ${table}`]).toContain(seen);
      if (owned.rowCount) filled.push(table);
    }
    // Not because there was nothing to see.
    expect(filled).toEqual(
      expect.arrayContaining(['brands', 'rules', 'members', 'contacts', 'addresses', 'workspaces']),
    );
  });

  it('shows a workspace its own rows only, and changes no others', async () => {
    const rule = await starterRule(db, two.workspaceId);
    await withTenant(db.app, one.workspaceId, async (tx) => {
      const seen = await tx.select().from(rules);
      expect(seen.map((each) => each.workspaceId)).toEqual([one.workspaceId]);
      const changed = await tx.update(rules).set({ name: 'mine now' }).returning();
      expect(changed).toHaveLength(1);
    });
    expect((await starterRule(db, two.workspaceId)).name).toBe(rule.name);
  });

  it('refuses to write into another workspace', async () => {
    const write = withTenant(db.app, one.workspaceId, (tx) =>
      tx.insert(brands).values({
        workspaceId: two.workspaceId,
        id: newId(),
        name: 'x',
        color: '#000000',
        createdAt: new Date(),
      }),
    );
    await expect(write).rejects.toMatchObject({ cause: { code: '42501' } });
  });

  it('carries no workspace over to the next user of a connection', async () => {
    for (let round = 0; round < 20; round += 1) {
      await withTenant(db.app, one.workspaceId, (tx) => tx.select().from(rules));
      expect((await db.app.$client.query('select 1 from rules')).rowCount).toBe(0);
    }
  });

  it('lets a person see their own memberships before a workspace is chosen, and no one else’s', async () => {
    expect(await membershipsOf(db.app, one.userId)).toEqual([
      { workspaceId: one.workspaceId, role: 'owner' },
    ]);
    expect(await membershipsOf(db.app, newId())).toEqual([]);
  });

  it('gives the system role its named questions and nothing else', async () => {
    await expect(db.system.select().from(events)).rejects.toMatchObject({ cause: { code: '42501' } });
    await expect(db.system.$client.query('select 1 from users')).rejects.toMatchObject({ code: '42501' });
    await expect(db.system.$client.query(`update rules set name = 'x'`)).rejects.toMatchObject({
      code: '42501',
    });
    // The starter rules are paused: the engine does not even see them.
    expect(await db.system.select().from(rules)).toEqual([]);
  });

  it('does not let the app role read what other workspaces’ jobs carry', async () => {
    await withTenant(db.app, one.workspaceId, (tx) =>
      db.enqueue(tx, 'compose-alert', { workspaceId: one.workspaceId, alertId: newId() }),
    );
    const { rows } = await db.admin.query('select 1 from pgboss.job');
    expect(rows.length).toBeGreaterThan(0);
    await expect(db.app.$client.query('select data from pgboss.job')).rejects.toMatchObject({
      code: '42501',
    });
    await expect(db.app.$client.query('delete from pgboss.job')).rejects.toMatchObject({ code: '42501' });
  });

  it('keeps what happened as it happened', async () => {
    for (const table of ['events', 'alert_transitions', 'attempts', 'revisions', 'renditions']) {
      await expect(db.app.$client.query(`delete from ${table}`)).rejects.toMatchObject({ code: '42501' });
    }
  });
});

describe('the guard at start', () => {
  const login = async (name: string, attributes: string, grants: string[] = []) => {
    await db.admin.query(`drop role if exists ${name}`);
    await db.admin.query(`create role ${name} login ${attributes} password 'guard'`);
    for (const grant of grants) await db.admin.query(`grant ${grant} to ${name}`);
    const url = db.urls.app.replace(/\/\/[^@]*@/, `//${name}:guard@`);
    const pool = new pg.Pool({ connectionString: url, max: 1, pipeline: true });
    return {
      url,
      pool,
      drop: async () => (await pool.end(), void (await db.admin.query(`drop role ${name}`))),
    };
  };

  it.each([
    ['guard_superuser', 'superuser', [], /guard_superuser is a role that row security does not hold/],
    ['guard_bypass', 'bypassrls', [], /guard_bypass is a role that row security does not hold/],
    ['guard_maker', 'createrole', [], /guard_maker is a role that row security does not hold/],
    ['guard_copier', 'replication', [], /guard_copier is a role that row security does not hold/],
    [
      'guard_both',
      '',
      [APP_ROLE, SYSTEM_ROLE],
      /guard_both is a member of both bellwire_app and bellwire_system/,
    ],
    ['guard_stranger', '', [], /guard_stranger is not a member of bellwire_app/],
  ])('refuses %s', async (name, attributes, grants, sentence) => {
    const { pool, drop } = await login(name, attributes, grants);
    await expect(assertHeldByRowSecurity(pool, APP_ROLE)).rejects.toThrow(sentence);
    await drop();
  });

  it('refuses a login that can become one', async () => {
    await db.admin.query(`drop role if exists guard_power`);
    await db.admin.query(`create role guard_power nologin bypassrls`);
    const { pool, drop } = await login('guard_member', '', [APP_ROLE, 'guard_power']);
    await expect(assertHeldByRowSecurity(pool, APP_ROLE)).rejects.toThrow(/can become guard_power/);
    await drop();
    await db.admin.query('drop role guard_power');
  });

  it('lets a plain member of the serving role in', async () => {
    const { pool, drop } = await login('guard_plain', '', [APP_ROLE]);
    await expect(assertHeldByRowSecurity(pool, APP_ROLE)).resolves.toBeUndefined();
    await drop();
    await expect(assertHeldByRowSecurity(db.app.$client, APP_ROLE)).resolves.toBeUndefined();
    await expect(assertHeldByRowSecurity(db.system.$client, SYSTEM_ROLE)).resolves.toBeUndefined();
  });

  it('refuses a role of another installation, and changes nothing of it', async () => {
    const asked: string[] = [];
    const ensure = ensureRoles(db.admin, {
      roles: [APP_ROLE],
      secret: 'another owner',
      installation: 'another',
      fits: async (role) => (asked.push(role), false),
    });
    await expect(ensure).rejects.toThrow(/bellwire_app of this database server is not this installation/);
    expect(asked).toEqual([APP_ROLE]);
    const pool = new pg.Pool({ connectionString: db.urls.app, max: 1, pipeline: true });
    await expect(pool.query('select 1')).resolves.toMatchObject({ rowCount: 1 });
    await pool.end();
  });

  it('refuses a process with another encryption key', async () => {
    const open = openDatabase({
      ownerUrl: db.urls.owner,
      appUrl: null,
      systemUrl: null,
      fallbackSecret: 'another key',
      afterMigrations: async () => undefined,
      onError: () => undefined,
    });
    await expect(open).rejects.toThrow(/^This database was set up with another encryption key/);
  });

  it('stops the whole start when the address for serving is a superuser’s', async () => {
    const open = openDatabase({
      ownerUrl: db.urls.owner,
      appUrl: db.urls.owner,
      systemUrl: db.urls.system,
      fallbackSecret: 'test',
      afterMigrations: async () => undefined,
      onError: () => undefined,
    });
    await expect(open).rejects.toThrow(/^Refusing to serve: the database login/);
  });
});
