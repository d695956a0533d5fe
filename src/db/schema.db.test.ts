import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import * as schema from './schema.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const tables = Object.values<unknown>(schema).filter((value): value is PgTable => is(value, PgTable));

it.each(tables.map((table) => [getTableName(table), table] as const))(
  'the queries and the migrations agree on %s',
  async (name, table) => {
    const { rows } = await db.admin.query<{
      name: string;
      type: string;
      nullable: boolean;
      default: boolean;
    }>(
      `select attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as nullable,
              atthasdef or attidentity <> '' as default
         from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [`public.${name}`],
    );
    const inDatabase = rows.map(
      (row) =>
        `${row.name} ${row.type} ${row.nullable ? 'null' : 'not null'}${row.default ? ' default' : ''}`,
    );
    const inCode = Object.values(getTableColumns(table)).map(
      (column) =>
        `${column.name} ${column.getSQLType()} ${column.notNull ? 'not null' : 'null'}${column.hasDefault || column.generated ? ' default' : ''}`,
    );
    expect(inCode.sort()).toEqual(inDatabase.sort());
  },
);
