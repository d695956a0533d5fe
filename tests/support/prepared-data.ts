import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startTemporaryPostgres } from '#src/db/embedded/temporary.ts';
import { memoryFolder } from './memory-folder.ts';
import { type ProgramEnv, startProgram, stopProgram } from './program.ts';

/** What a first start leaves behind, ready to be copied. It can be handed to other processes as JSON. */
export type PreparedData = {
  /** The server, as its superuser. */
  serverUrl: string;
  /** A migrated database that nobody uses, to be cloned. */
  template: string;
  /** The keys that belong to it, and the other files of a data folder. */
  dataDir: string;
  /** Where Node keeps the program's stripped and compiled modules between starts. */
  compileCache: string;
};

/**
 * Starts the program once on an empty database and stops it again. Tests that need a program of their own start it on a
 * copy, which takes a clone instead of initdb, migrations and the making of keys. One database server serves them all:
 * TEST_DATABASE_URL, else an embedded one that doesn't wait for the disk.
 */
export async function prepareData(
  env: ProgramEnv = { DEMO: 'off' },
): Promise<{ prepared: PreparedData; remove: () => Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL'];
  const own = given ? null : await startTemporaryPostgres({ root: memoryFolder() });
  const prepared: PreparedData = {
    serverUrl: given ?? (own ? addressOf(own.admin) : ''),
    template: `prepared_${randomBytes(6).toString('hex')}`,
    dataDir: newFolder(),
    compileCache: newFolder(),
  };
  const remove = async () => {
    await onServer(prepared, (server) =>
      server.query(`drop database if exists ${prepared.template} with (force)`),
    );
    for (const folder of [prepared.dataDir, prepared.compileCache])
      rmSync(folder, { recursive: true, force: true });
    await own?.stop();
  };
  try {
    await onServer(prepared, (server) => server.query(`create database ${prepared.template}`));
    const program = await startProgram({ ...envOf(prepared, prepared.template, prepared.dataDir), ...env });
    const { code } = await stopProgram(program);
    if (code !== 0) throw new Error(`The program stopped with ${code}:\n${program.output()}`);
    return { prepared, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** A copy for one program: what to tell it, its database as the owner, and how to remove both. */
export async function preparedHome(
  prepared: PreparedData,
): Promise<{ env: ProgramEnv; databaseUrl: string; remove: () => Promise<void> }> {
  const dataDir = newFolder();
  cpSync(prepared.dataDir, dataDir, { recursive: true });
  const name = `copy_${randomBytes(6).toString('hex')}`;
  await onServer(prepared, async (server) => {
    // Of two clones at the same moment one would fail: a template may have no other user.
    await server.query(`select pg_advisory_lock(hashtext('bellwire prepared data'))`);
    await server.query(`create database ${name} template ${prepared.template}`);
  });
  return {
    env: envOf(prepared, name, dataDir),
    databaseUrl: databaseUrl(prepared, name),
    remove: async () => {
      await onServer(prepared, (server) => server.query(`drop database if exists ${name} with (force)`));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function envOf(prepared: PreparedData, database: string, dataDir: string): ProgramEnv {
  return {
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl(prepared, database),
    NODE_COMPILE_CACHE: prepared.compileCache,
  };
}

const databaseUrl = ({ serverUrl }: PreparedData, name: string): string =>
  serverUrl.replace(/\/[a-z0-9_]+(\?|$)/, `/${name}$1`);

async function onServer<T>({ serverUrl }: PreparedData, work: (server: pg.Client) => Promise<T>): Promise<T> {
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  try {
    return await work(server);
  } finally {
    await server.end();
  }
}

function newFolder(): string {
  const folder = mkdtempSync(join(memoryFolder(), 'bellwire-run-'));
  // As root the database runs under another user, who has to pass through.
  chmodSync(folder, 0o711);
  return folder;
}

function addressOf(admin: { host: string; port: number; user: string; password: string }): string {
  const { host, port, user, password } = admin;
  // A socket folder as the host, escaped.
  return `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/postgres`;
}
