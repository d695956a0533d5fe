import type { TestProject } from 'vitest/node';
import { dropTemplate, makeTemplate } from './database.ts';

/** One server for the whole run: the one in TEST_DATABASE_URL, else an embedded one in a temporary folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';
  const templateUrl = await makeTemplate(serverUrl);
  project.provide('serverUrl', serverUrl);
  project.provide('templateUrl', templateUrl);
  return async () => {
    await dropTemplate(serverUrl, templateUrl);
  };
}
