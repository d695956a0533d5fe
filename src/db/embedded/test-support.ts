import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { test as base } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import type { Admin } from './lock.ts';
import { listProcesses, signal, waitUntil } from './processes.ts';

/**
 * `sandbox` is a folder everybody may enter, removed after the test with every process that works in it. `made` is a
 * data folder in it whose server was started and stopped once: a copy, because initdb takes most of a second.
 */
export const test = base.extend<{ sandbox: string; made: string; original: string }>({
  original: [
    // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bw-test-')));
      chmodSync(folder, 0o755);
      const dataDir = join(folder, 'data');
      const server = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} });
      await server.stop();
      await use(dataDir);
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
    { scope: 'worker' },
  ],
  made: async ({ sandbox, original }, use) => {
    const dataDir = join(sandbox, 'data');
    // With its owners and modes, which the server insists on.
    execFileSync('cp', ['-Rp', original, dataDir]);
    await use(dataDir);
  },
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures a fixture needs from this pattern
  sandbox: async ({}, use) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bw-test-')));
    chmodSync(folder, 0o755);
    await use(folder);
    for (const pid of processesIn(folder)) signal(pid, 'SIGKILL');
    await waitUntil(() => processesIn(folder).length === 0, 3000);
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  },
});

/** Processes that name the folder in their command line: programs, initdb, servers (not the server's children). */
export function processesIn(folder: string): number[] {
  return listProcesses()
    .filter((info) => info.pid !== process.pid && info.command.includes(folder))
    .map((info) => info.pid);
}

export type Event = {
  event: 'up' | 'refused' | 'ended';
  admin: Admin;
  origin: string;
  pid: number;
  dataPath: string;
  notice: string | null;
  kind: string;
  message: string;
};

export type Program = {
  pid: number;
  /** the line that says how the start came out; 'ended' when the program ended without one */
  outcome: Promise<Event>;
  ended: Promise<void>;
  kill(name: NodeJS.Signals): Promise<void>;
};

type Setting = { uid?: number; gid?: number; env?: Record<string, string> };

const SCRIPT = join(import.meta.dirname, 'test-program.ts');

/** Starts test-program.ts as a process of its own. */
export function startProgram(options: object, setting: Setting = {}, script = SCRIPT): Program {
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/bin:/bin' },
    cwd: '/',
    ...setting,
  });
  const outcome = Promise.withResolvers<Event>();
  const ended = Promise.withResolvers<void>();
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const event = JSON.parse(line) as Event;
    if (typeof event.event === 'string') outcome.resolve(event);
  });
  child.once('close', () => {
    outcome.resolve({ event: 'ended', message: errors } as Event);
    ended.resolve();
  });
  const kill = async (name: NodeJS.Signals): Promise<void> => {
    child.kill(name);
    await ended.promise;
  };
  return { pid: child.pid ?? 0, outcome: outcome.promise, ended: ended.promise, kill };
}

/** A numeric property of a process as ps knows it. */
export function processField(pid: number, field: 'uid' | 'pgid'): number {
  return Number(execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' }));
}

/** Runs one statement on its own connection and gives the rows. */
export async function query(admin: Admin, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ ...admin, database: 'postgres', ssl: false });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows as Record<string, unknown>[];
  } finally {
    await client.end().catch(() => {});
  }
}
