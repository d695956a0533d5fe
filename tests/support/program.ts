import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { memoryFolder } from './memory-folder.ts';

export type RunningProgram = {
  url: string;
  process: ChildProcess;
  output: () => string;
  /** Resolves with the exit code (null after a signal). */
  exited: Promise<number | null>;
};

/** What a test's program is told; everything else has its default. */
export type ProgramEnv = Record<string, string>;

/** A folder for one program's data, and its database when the run is on a given server. */
export async function programHome(): Promise<{
  dataDir: string;
  env: ProgramEnv;
  remove: () => Promise<void>;
}> {
  const dataDir = mkdtempSync(join(memoryFolder(), 'bellwire-run-'));
  // As root the database runs under another user, who has to pass through.
  chmodSync(dataDir, 0o711);
  const server = process.env['TEST_DATABASE_URL'];
  const env: ProgramEnv = { DATA_DIR: dataDir, PORT: '0' };
  if (!server) return { dataDir, env, remove: async () => rmSync(dataDir, { recursive: true, force: true }) };
  const name = `journey_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  env['DATABASE_URL'] = server.replace(/\/[a-z0-9_]+(\?|$)/, `/${name}$1`);
  return {
    dataDir,
    env,
    remove: async () => {
      await client.query(`drop database if exists ${name} with (force)`);
      await client.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts the real program, as `npm start` does after the build, and waits until it says where it is. */
export async function startProgram(
  env: ProgramEnv,
  options: { timeoutMs?: number } = {},
): Promise<RunningProgram> {
  const child = spawnProgram(env);
  const ready = new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => {
      // Nobody else would ever stop it.
      child.process.kill('SIGKILL');
      reject(new Error(`The program was not ready in time:\n${child.output()}`));
    }, options.timeoutMs ?? 120_000);
    child.process.stdout?.on('data', () => {
      const url = /Bellwire runs at (\S+)[\s\S]*Stop {2,}Ctrl-C/.exec(child.output())?.[1];
      if (!url) return;
      clearTimeout(timer);
      resolve(url);
    });
    child.process.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The program ended with ${code}:\n${child.output()}`));
    });
  });
  return { ...child, url: await ready };
}

/** Starts the program without waiting: for starts that are meant to fail. */
export function spawnProgram(
  env: ProgramEnv,
  options: { uid?: number; gid?: number; cwd?: string } = {},
): Omit<RunningProgram, 'url'> {
  let output = '';
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', join(process.cwd(), 'dist/server/main.js')],
    {
      env: { ...inheritedEnv(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
    },
  );
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  // A test that dies takes its program with it.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const exited = new Promise<number | null>((resolve) =>
    child.once('exit', (code) => {
      process.off('exit', kill);
      resolve(code);
    }),
  );
  return { process: child, output: () => output, exited };
}

/** Asks the program to stop, as Ctrl-C does. @returns the exit code and how long it took, in ms */
export async function stopProgram(
  program: Omit<RunningProgram, 'url'>,
): Promise<{ code: number | null; ms: number }> {
  const started = performance.now();
  program.process.kill('SIGTERM');
  const code = await program.exited;
  return { code, ms: performance.now() - started };
}

/** What a program of a test gets of the surroundings; nothing else may reach it, and it reaches no exchange. */
export const inheritedEnv = (): ProgramEnv => {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, FEEDS: 'simulated', ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) };
};
