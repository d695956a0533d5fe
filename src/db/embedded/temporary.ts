import { chmodSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { isMarkAlive, ownMark, readProcess, signal, waitUntil } from './processes.ts';

const PREFIX = 'bellwire-temporary-';

type Options = Parameters<typeof startEmbeddedPostgres>[0];
/** A database server for one test run; `stop` also removes its folder. */
type TemporaryPostgres = EmbeddedPostgres & { dataDir: string };

/**
 * Starts a throw-away server in a folder of its own under `root` (default: the system's temporary folder). Unless it's
 * `durable` it does not wait for the disk, and does not survive a power cut. Servers of runs that were killed are removed.
 */
export async function startTemporaryPostgres(
  options: Partial<Pick<Options, 'durable' | 'restart' | 'log'>> & { root?: string } = {},
): Promise<TemporaryPostgres> {
  const root = options.root ?? tmpdir();
  await removeAbandoned(root);
  const dataDir = mkdtempSync(join(root, `${PREFIX}${ownMark()}.`));
  chmodSync(dataDir, 0o711); // as root, the server's user has to pass through
  const removeFolder = (): Promise<void> => rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  try {
    const { durable = false, restart, log = () => {} } = options;
    const server = await startEmbeddedPostgres({ dataDir, durable, log, ...(restart ? { restart } : {}) });
    const stop = async (): Promise<void> => {
      await server.stop();
      await removeFolder();
    };
    return { ...server, dataDir, stop };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

/** Ends and removes the servers whose test run is dead. What belongs to other users is left to them. */
async function removeAbandoned(root: string): Promise<void> {
  for (const name of readdirSync(root)) {
    if (!name.startsWith(PREFIX)) continue;
    const mark = name.slice(PREFIX.length).split('.')[0] ?? '';
    if (isMarkAlive(mark)) continue;
    const folder = join(root, name);
    try {
      const pid = Number.parseInt(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8'), 10);
      const isUp = (): boolean => readProcess(pid)?.command.includes(`-D ${folder}/postgres `) === true;
      if (isUp() && signal(pid, 'SIGQUIT')) await waitUntil(() => !isUp(), 3000);
    } catch {
      // no server, or not ours
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
}
