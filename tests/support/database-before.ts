import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { migrate, readMigrations } from '#src/db/migrate.ts';

/** A database as an earlier version left it: the migrations up to `version` have run, and no others. */
export async function databaseBefore(version: number): Promise<{
  admin: pg.Client;
  url: string;
  /** Runs the rest. @returns the names of the files that ran, and how long they took in ms */
  upgrade: () => Promise<{ ran: string[]; ms: number }>;
  drop: () => Promise<void>;
}> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const server = new pg.Client({ connectionString: inject('serverUrl') });
  await server.connect();
  await server.query(`create database ${name}`);
  const { name: template, owner } = inject('template');
  const url = owner.replace(template, name);
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const all = await readMigrations();
  await migrate(
    admin,
    all.filter((each) => each.version <= version),
  );
  return {
    admin,
    url,
    async upgrade() {
      const began = performance.now();
      const ran = await migrate(admin, all);
      return { ran, ms: performance.now() - began };
    },
    async drop() {
      await admin.end();
      await server.query(`drop database ${name} with (force)`);
      await server.end();
    },
  };
}
