import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openPool } from '#src/db/database.ts';
import { openDatabase, type OpenDatabase } from '#src/db/open.ts';
import { createEnqueue, type Enqueue, openBoss } from '#src/jobs/queues.ts';
import { prepareDatabase } from './prepare-database.ts';

/** What a clone of the template is made from, and how each role opens it. */
export type Template = { name: string } & OpenDatabase['urls'];

export type TestDatabase = Pick<OpenDatabase, 'app' | 'system' | 'urls'> & {
  /** As the owner, who is a superuser on the test server: for looking at what the roles may not see. */
  admin: pg.Client;
  /** Adds jobs in the caller's transaction; nobody works them. */
  enqueue: Enqueue;
  /** Closes everything and drops the database. */
  drop: () => Promise<void>;
};

/** A connection that a test, or the end of one, has cut is no surprise; anything else is. */
const fail = (error: Error) => {
  if ('code' in error && ['57P01', 'EPIPE', 'ECONNRESET'].includes(String(error.code))) return;
  throw error;
};

/**
 * A database of its own for one test file, cloned from the migrated template. Its pools are opened without the checks
 * of a start, which were made of the template.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const template = inject('template');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const server = new pg.Client({ connectionString: inject('serverUrl') });
  await server.connect();
  await cloneTemplate(server, name, template.name);
  const at = (url: string): string => url.replace(template.name, name);
  const urls = { owner: at(template.owner), app: at(template.app), system: at(template.system) };
  const app = openPool({ url: urls.app, name: 'bellwire app', onError: fail });
  const system = openPool({ url: urls.system, name: 'bellwire system', onError: fail });
  const admin = new pg.Client({ connectionString: urls.owner });
  await admin.connect();
  const boss = openBoss({ url: urls.system, onError: () => undefined });
  let started = false;
  const enqueue: Enqueue = async (tx, queue, ...data) => {
    if (!started) await boss.start();
    started = true;
    await createEnqueue(boss)(tx, queue, ...data);
  };
  return {
    app,
    system,
    urls,
    admin,
    enqueue,
    drop: async () => {
      if (started) await boss.stop({ graceful: false });
      await Promise.all([app.$client.end(), system.$client.end(), admin.end()]);
      await untilUnused(server, name);
      await server.query(`drop database ${name} with (force)`);
      await server.end();
    },
  };
}

/** A connection that is still closing would be cut off, and its owner hear of it as an error. */
async function untilUnused(server: pg.Client, name: string): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    const { rows } = await server.query('select 1 from pg_stat_activity where datname = $1', [name]);
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

/** Two files that clone at the same moment disturb each other: the template must have no other user. */
async function cloneTemplate(server: pg.Client, name: string, template: string): Promise<void> {
  await server.query(`select pg_advisory_lock(hashtext('bellwire test template'))`);
  try {
    await server.query(`create database ${name} template ${template}`);
  } finally {
    await server.query(`select pg_advisory_unlock(hashtext('bellwire test template'))`);
  }
}

/** Makes the template once per test run: the migrations, the roles, the queues. */
export async function makeTemplate(serverUrl: string): Promise<Template> {
  const name = `template_${randomBytes(6).toString('hex')}`;
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  await server.query(`create database ${name}`);
  await server.end();
  const url = serverUrl.replace(/\/[a-z0-9_]+(\?|$)/, `/${name}$1`);
  const open = await openDatabase({
    ownerUrl: url,
    appUrl: null,
    systemUrl: null,
    fallbackSecret: 'test',
    afterMigrations: prepareDatabase,
    onError: fail,
  });
  await open.close();
  return { name, ...open.urls };
}

export async function dropTemplate(serverUrl: string, { name }: Template): Promise<void> {
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  await server.query(`drop database if exists ${name} with (force)`);
  await server.end();
}

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string;
    template: Template;
  }
}
