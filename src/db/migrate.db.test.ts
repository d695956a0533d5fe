import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { StartError } from '#src/config.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { migrate, type Migration, readMigrations } from './migrate.ts';
import { openDatabase, serverTooOld, shown } from './open.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const open = (ownerUrl: string) =>
  openDatabase({
    ownerUrl,
    appUrl: null,
    systemUrl: null,
    fallbackSecret: 'test',
    afterMigrations: async () => undefined,
    onError: () => undefined,
  });

it('does nothing on a database that is up to date', async () => {
  expect(await migrate(db.admin, await readMigrations())).toEqual([]);
});

it('refuses a database that is newer than the program', async () => {
  const known = await readMigrations();
  await expect(migrate(db.admin, known.slice(0, -1))).rejects.toThrow(
    `The database is newer than this program: it has migration ${known.at(-1)?.name}`,
  );
});

it('refuses a migration that changed after it ran', async () => {
  const changed = (await readMigrations()).map((each, index) =>
    index === 1 ? { ...each, checksum: 'other' } : each,
  );
  await expect(migrate(db.admin, changed)).rejects.toThrow(/0002_workspaces\.sql is not the one that ran/);
});

it('takes a migration that fails back whole and says which', async () => {
  const known = await readMigrations();
  const broken: Migration = {
    version: 9999,
    name: '9999_broken.sql',
    sql: 'create table half (id int); select nonsense',
    checksum: 'x',
  };
  await expect(migrate(db.admin, [...known, broken])).rejects.toThrow(StartError);
  expect((await db.admin.query(`select to_regclass('half') as there`)).rows).toEqual([{ there: null }]);
  const { rows } = await db.admin.query('select count(*)::int as count from schema_migrations');
  expect(rows).toEqual([{ count: known.length }]);
});

it('says what to do where a program of before uses the tables, and takes everything back', async () => {
  const known = await readMigrations();
  const next: Migration = {
    version: 9997,
    name: '9997_in_use.sql',
    sql: 'create table half (id int); alter table contacts add column half int',
    checksum: 'x',
  };
  const older = new pg.Client({ connectionString: db.urls.owner });
  await older.connect();
  await older.query('begin; select from contacts limit 1');
  await expect(migrate(db.admin, [...known, next], 50)).rejects.toThrow(
    /^The migration 9997_in_use\.sql failed and was taken back: .* Stop all programs of the earlier version, then start again\.$/,
  );
  await older.end();
  expect((await db.admin.query(`select to_regclass('half') as there`)).rows).toEqual([{ there: null }]);
});

it('says what to do about a full disk and a login that doesn’t own the tables', async () => {
  const known = await readMigrations();
  const failing = (state: string): Migration => ({
    version: 9996,
    name: '9996_failing.sql',
    sql: `create table half (id int); do $$ begin raise exception 'no' using errcode = '${state}'; end $$`,
    checksum: 'x',
  });
  const failed = 'The migration 9996_failing.sql failed and was taken back: no. ';
  await expect(migrate(db.admin, [...known, failing('53100')])).rejects.toThrow(`${failed}Free disk space`);
  await expect(migrate(db.admin, [...known, failing('42501')])).rejects.toThrow(`${failed}Use the login`);
  expect((await db.admin.query(`select to_regclass('half') as there`)).rows).toEqual([{ there: null }]);
});

it('refuses another installation’s database before it changes anything', async () => {
  const last = (await readMigrations()).at(-1)!;
  await db.admin
    .query(`insert into installation (name, value) values ('encryption key', 'of another') on conflict (name)
    do update set value = excluded.value`);
  await db.admin.query('delete from schema_migrations where version = $1', [last.version]);
  const opening = openDatabase({
    ownerUrl: db.urls.owner,
    appUrl: db.urls.app,
    systemUrl: db.urls.system,
    fallbackSecret: 'test',
    afterMigrations: async () => undefined,
    onError: () => undefined,
  });
  await expect(opening).rejects.toThrow('This database was set up with another encryption key');
  await db.admin.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
    last.version,
    last.name,
    last.checksum,
  ]);
});

it('runs a new migration once when two programs start together', async () => {
  const known = await readMigrations();
  const next: Migration = {
    version: 9998,
    name: '9998_next.sql',
    sql: 'create table next_one (id int)',
    checksum: 'y',
  };
  const second = new pg.Client({ connectionString: db.urls.owner });
  await second.connect();
  const ran = await Promise.all([migrate(db.admin, [...known, next]), migrate(second, [...known, next])]);
  await second.end();
  expect(ran.flat()).toEqual(['9998_next.sql']);
});

it('runs a file whose number is smaller than that of one that has run', async () => {
  const known = await readMigrations();
  const next: Migration = { version: 9998, name: '9998_next.sql', sql: '', checksum: 'y' };
  const late: Migration = {
    version: 9000,
    name: '9000_late.sql',
    sql: 'create table late (id int)',
    checksum: 'z',
  };
  expect(await migrate(db.admin, [...known, late, next])).toEqual(['9000_late.sql']);
  expect(await migrate(db.admin, [...known, late, next])).toEqual([]);
});

it('says in one sentence that a database cannot be reached, and keeps the password to itself', async () => {
  const url = 'postgres://owner:s3cret@127.0.0.1:9/bellwire';
  await expect(open(url)).rejects.toThrow(
    /^The database at postgres:\/\/owner@127\.0\.0\.1:9\/bellwire cannot be reached: .*ECONNREFUSED/,
  );
  await expect(open(url)).rejects.not.toThrow(/s3cret/);
  expect(shown('postgres://a:b@h/d?password=c&x=1')).toBe('postgres://a@h/d?password=…&x=1');
});

it.each([
  [140_020, '14.20', 'PostgreSQL 14.20; Bellwire needs 15 or newer'],
  [90_624, '9.6.24', 'PostgreSQL 9.6.24; Bellwire needs 15 or newer'],
  [150_000, '15.0', null],
  [180_004, '18.4', null],
])('judges the server version %d', (number, version, problem) => {
  expect(serverTooOld(number, version)).toBe(problem);
});

it('says how a percent sign in a password is written', async () => {
  await expect(open('postgres://owner:100%@127.0.0.1:9/bellwire')).rejects.toThrow(/must be written as %25/);
});
