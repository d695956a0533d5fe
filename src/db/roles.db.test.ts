import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { ANON_ROLE, APP_ROLE, assertRolesThere, AUTHENTICATED_ROLE, SYSTEM_ROLE } from './roles.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

it('lets the app role become a visitor, nobody become it by logging in, and the system role not at all', async () => {
  const { rows } = await db.admin.query<{ role: string; login: boolean; app: boolean; system: boolean }>(
    `select rolname as role, rolcanlogin as login, pg_has_role($2, oid, 'MEMBER') as app,
            pg_has_role($3, oid, 'MEMBER') as system
       from pg_roles where rolname = any($1) order by 1`,
    [[ANON_ROLE, AUTHENTICATED_ROLE], APP_ROLE, SYSTEM_ROLE],
  );
  expect(rows).toEqual([
    { role: ANON_ROLE, login: false, app: true, system: false },
    { role: AUTHENTICATED_ROLE, login: false, app: true, system: false },
  ]);
});

it('gives the visitors these rights and no others', async () => {
  const { rows } = await db.admin.query<{ what: string }>(
    `select distinct lower(privilege_type) || ' ' || table_name || ' ' || column_name || ' ' || grantee as what
       from information_schema.column_privileges
      where grantee = any($1)
     union select lower(privilege_type) || ' ' || table_name || ' ' || grantee
       from information_schema.table_privileges where grantee = any($1) order by 1`,
    [[ANON_ROLE, AUTHENTICATED_ROLE]],
  );
  // What the specification offers, and not what a plan costs or who takes the money.
  const offered = [
    'created_at',
    'id',
    'plan',
    'plan_id',
    'status',
    'trial_ends_at',
    'updated_at',
    'user_id',
    'workspace_id',
  ];
  const columns = ['branded_emails', 'company_name', 'contact_email', 'message_volume', 'platforms'];
  expect(rows.map((row) => row.what).sort()).toEqual(
    [
      ...[ANON_ROLE, AUTHENTICATED_ROLE].flatMap((role) =>
        columns.map((column) => `insert leads ${column} ${role}`),
      ),
      ...offered.map((column) => `select subscriptions ${column} ${AUTHENTICATED_ROLE}`),
    ].sort(),
  );
});

it('says which role an administrator has forgotten', async () => {
  await assertRolesThere(db.admin);
  const told = (rows: object[]) =>
    assertRolesThere({ query: async () => ({ rows }) } as unknown as pg.ClientBase);
  await expect(told([{ role: ANON_ROLE, there: false, granted: null }])).rejects.toThrow(
    'The role bellwire_anon is missing in the database. Make it once as an administrator.',
  );
  await expect(told([{ role: ANON_ROLE, there: true, granted: false }])).rejects.toThrow(
    'The role bellwire_app may not become bellwire_anon. Say once as an administrator: grant bellwire_anon to bellwire_app.',
  );
});
