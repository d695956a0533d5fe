import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, vi } from 'vitest';
import { programHome, type RunningProgram } from '#tests/support/program.ts';

type Home = Awaited<ReturnType<typeof programHome>>;

/** Makes data folders that are removed after each test of the file. */
export function homesOfTest(): () => Promise<Home> {
  const homes: Home[] = [];
  afterEach(async () => {
    for (const home of homes.splice(0)) await home.remove();
  });
  return async () => {
    const home = await programHome();
    homes.push(home);
    return home;
  };
}

/** Every process whose command line names the folder. */
export function processesOf(folder: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return command.includes(folder) ? [command] : [];
      } catch {
        return [];
      }
    });
}

type Starting = Pick<RunningProgram, 'output' | 'process'>;

/**
 * Moments of a first start, known by what it has done and not by a clock, so that they are the same on a slow
 * machine: it has just begun, has its keys, makes the database, has made it, runs the server, is ready.
 */
export const MOMENTS: readonly ((program: Starting, dataDir: string) => Promise<void>)[] = [
  async () => undefined,
  once((dataDir) => existsSync(join(dataDir, 'secrets'))),
  once((dataDir) => readdirSync(dataDir).some((name) => name.startsWith('postgres.init-'))),
  once((dataDir) => existsSync(join(dataDir, 'postgres', 'PG_VERSION'))),
  once((dataDir) => existsSync(join(dataDir, 'postgres', 'postmaster.pid'))),
  once(() => false),
];

/** Waits for a moment, but not beyond the start: on a given server there are fewer of them. */
function once(isThere: (dataDir: string) => boolean): (program: Starting, dataDir: string) => Promise<void> {
  return async ({ output, process }, dataDir) => {
    const isOver = (): boolean => output().includes('Ctrl-C') || process.exitCode !== null;
    await vi.waitUntil(() => isThere(dataDir) || isOver(), { timeout: 60_000, interval: 5 });
  };
}
