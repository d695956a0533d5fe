import { buildServer } from '#scripts/build-server.ts';
import { prepareData } from '#tests/support/prepared-data.ts';
import { PREPARED } from './programs.ts';

/** Prepares once what every program of the run starts on. */
export default async function setup(): Promise<() => Promise<void>> {
  await buildServer();
  const { prepared, remove } = await prepareData();
  process.env[PREPARED] = JSON.stringify(prepared);
  return remove;
}
