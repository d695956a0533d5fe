import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openDatabase, type OpenDatabase } from '#src/db/open.ts';
import type { TestDatabase } from './database.ts';

/**
 * A database whose owner is what a DATABASE_URL usually names: not a superuser, so row security applies to it too.
 * It has no job queues; the serving roles are those of `db`, on whose server it lies.
 */
export async function ordinaryDatabase(
  db: TestDatabase,
): Promise<OpenDatabase & { drop: () => Promise<void> }> {
  const name = `ordinary_${randomBytes(6).toString('hex')}`;
  const server = new pg.Client({ connectionString: db.urls.owner });
  await server.connect();
  await server.query(`create role ${name} login nosuperuser nobypassrls password 'ordinary'`);
  await server.query(`create database ${name} owner ${name}`);
  const there = (url: string): string => url.replace(/\/[a-z0-9_]+(\?|$)/, `/${name}$1`);
  const open = await openDatabase({
    ownerUrl: there(db.urls.owner).replace(/^(\w+:\/\/)([^@/]*@)?/, `$1${name}:ordinary@`),
    appUrl: there(db.urls.app),
    systemUrl: there(db.urls.system),
    fallbackSecret: 'test',
    afterMigrations: async () => undefined,
    onError: (error) => {
      if (!('code' in error && error.code === '57P01')) throw error;
    },
  });
  return {
    ...open,
    drop: async () => {
      await open.close();
      await server.query(`drop database ${name} with (force)`);
      await server.query(`drop role ${name}`);
      await server.end();
    },
  };
}
