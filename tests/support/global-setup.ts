import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { buildServer } from '#scripts/build-server.ts';
import { startTemporaryPostgres } from '#src/db/embedded/temporary.ts';
import { dropTemplate, makeTemplate } from './database.ts';
import { memoryFolder } from './memory-folder.ts';

/** One server for the whole run: the one in TEST_DATABASE_URL, else an embedded one that is thrown away. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Some start the program.
  await buildServer();
  const given = process.env['TEST_DATABASE_URL'];
  const own = given ? null : await ownServer();
  const serverUrl = given ?? own?.url ?? '';
  const template = await makeTemplate(serverUrl);
  project.provide('serverUrl', serverUrl);
  project.provide('template', template);
  return async () => {
    await dropTemplate(serverUrl, template);
    await own?.stop();
  };
}

async function ownServer() {
  const server = await startTemporaryPostgres({ root: memoryFolder() });
  const { host, port, user, password } = server.admin;
  await skipUpkeep(server.admin);
  const socket = `host=${encodeURIComponent(host)}&port=${port}`;
  return { url: `postgres://${user}:${encodeURIComponent(password)}@/postgres?${socket}`, stop: server.stop };
}

/** Databases that live for seconds need neither vacuum nor checkpoints on the way. */
async function skipUpkeep(admin: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(admin);
  await client.connect();
  for (const setting of ['autovacuum = off', 'jit = off', "checkpoint_timeout = '1h'"])
    await client.query(`alter system set ${setting}`);
  await client.query('select pg_reload_conf()');
  await client.end();
}
