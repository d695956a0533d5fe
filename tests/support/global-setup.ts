import type { TestProject } from 'vitest/node';
import { startTemporaryPostgres } from '#src/db/embedded/temporary.ts';
import { dropTemplate, makeTemplate } from './database.ts';

/** One server for the whole run: the one in TEST_DATABASE_URL, else an embedded one that is thrown away. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  const own = given ? null : await ownServer();
  const serverUrl = given ?? own?.url ?? '';
  const templateUrl = await makeTemplate(serverUrl);
  project.provide('serverUrl', serverUrl);
  project.provide('templateUrl', templateUrl);
  return async () => {
    await dropTemplate(serverUrl, templateUrl);
    await own?.stop();
  };
}

async function ownServer() {
  const server = await startTemporaryPostgres();
  const { host, port, user, password } = server.admin;
  const socket = `host=${encodeURIComponent(host)}&port=${port}`;
  return { url: `postgres://${user}:${encodeURIComponent(password)}@/postgres?${socket}`, stop: server.stop };
}
