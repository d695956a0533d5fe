import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { StartError } from '#src/config.ts';

export type Migration = { version: number; name: string; sql: string; checksum: string };

const FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url));

/** Reads the numbered SQL files, in the order of their numbers. @throws StartError when two have the same number, or one has none */
export async function readMigrations(folder = FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(
    names.map(async (name) => {
      const sql = await readFile(`${folder}/${name}`, 'utf8');
      const checksum = createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
      return { version: Number.parseInt(name, 10), name, sql, checksum };
    }),
  );
  migrations.forEach((migration, index) => {
    // A gap is no fault: numbers are given out before the work is done, and the works end in another order.
    if (!(migration.version > (migrations[index - 1]?.version ?? 0))) {
      throw new StartError(`The migration ${migration.name} needs a number of its own.`);
    }
  });
  return migrations;
}

/**
 * Brings the database to the program's version: each file that has not run, in a transaction of its own, forward only,
 * one program at a time; also one whose number is smaller than that of another that has. The whole set is compared first: a file that changed after it ran, or a database that is
 * further than the program, stops the start and changes nothing.
 * @param locksMs how long a file waits for a table that another program uses, in ms
 * @returns the names of the files that ran
 * @throws StartError
 */
export async function migrate(
  owner: pg.ClientBase,
  migrations: Migration[],
  locksMs = LOCKS_MS,
): Promise<string[]> {
  await owner.query(`select pg_advisory_lock(hashtext('bellwire migrations'))`);
  try {
    await owner.query(
      `create table if not exists schema_migrations (
         version integer primary key, name text not null, checksum text not null,
         applied_at timestamptz not null default now())`,
    );
    const { rows } = await owner.query<{ version: number; name: string; checksum: string }>(
      'select version, name, checksum from schema_migrations order by version',
    );
    for (const done of rows) {
      const ours = migrations.find(({ version }) => version === done.version);
      if (!ours) {
        throw new StartError(
          `The database is newer than this program: it has migration ${done.name}, which this ` +
            `program does not know. Start the newer program; nothing was changed.`,
        );
      }
      if (ours.checksum !== done.checksum) {
        throw new StartError(
          `The migration ${ours.name} is not the one that ran on this database (as ${done.name}). ` +
            'A migration that has run must not change; nothing was changed.',
        );
      }
    }
    const applied: string[] = [];
    const ran = new Set(rows.map(({ version }) => version));
    for (const migration of migrations.filter(({ version }) => !ran.has(version))) {
      await runOne(owner, migration, locksMs);
      applied.push(migration.name);
    }
    return applied;
  } finally {
    await owner.query(`select pg_advisory_unlock(hashtext('bellwire migrations'))`);
  }
}

/** What a program of before may keep locked, in ms: longer than any of its transactions should take. */
const LOCKS_MS = 60_000;

/** What to do about a failure, by its SQLSTATE. */
const ADVICE: Readonly<Record<string, string>> = {
  '55P03':
    'Another program uses the tables that it changes. Stop all programs of the earlier version, then start again.',
  '53100': 'Free disk space for the database, then start again.',
  '42501': 'Use the login that owns the tables of the database.',
};

async function runOne(owner: pg.ClientBase, migration: Migration, locksMs: number): Promise<void> {
  await owner.query('begin');
  try {
    await owner.query(`set local lock_timeout = ${locksMs}`);
    await owner.query(migration.sql);
    await owner.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
      migration.version,
      migration.name,
      migration.checksum,
    ]);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    const why = error instanceof Error ? error.message : String(error);
    const advice = ADVICE[String(error instanceof Error && Reflect.get(error, 'code'))];
    throw new StartError(
      `The migration ${migration.name} failed and was taken back: ${why}${advice ? `. ${advice}` : ''}`,
      { cause: error },
    );
  }
}
