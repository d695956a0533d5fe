import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCommandLine } from './command-line.ts';
import type { Command } from './command.ts';
import type { Io } from './output.ts';
import { replayCommand } from './replay.ts';

const MAIN = join(import.meta.dirname, 'main.ts');

export type Ran = { code: number | null; stdout: string; stderr: string };

/** Runs the real program. Its standard error holds only what the program writes. */
export const runCli = async (...args: string[]): Promise<Ran> => {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = new Promise<number | null>((resolve, reject) =>
    child.on('close', resolve).on('error', reject),
  );
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, stdout, stderr };
};

/** Runs the real program, reads its first chunk and goes away, as `head` does. */
export const runCliAndLeave = async (...args: string[]): Promise<Ran> => {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = new Promise<number | null>((resolve, reject) =>
    child.on('close', resolve).on('error', reject),
  );
  let stdout = '';
  child.stdout.once('data', (chunk: Buffer) => {
    stdout = chunk.toString();
    child.stdout.destroy();
  });
  const [stderr, code] = await Promise.all([text(child.stderr), closed]);
  return { code, stdout, stderr };
};

/** Runs `work` with streams that are read, within this process, where starting the program would only cost time. */
const called = async (work: (io: Io) => Promise<number>): Promise<Ran> => {
  const [out, err] = [new PassThrough(), new PassThrough()];
  const texts = Promise.all([text(out), text(err)]);
  const code = await work({ stdout: out, stderr: err });
  out.end();
  err.end();
  const [stdout, stderr] = await texts;
  return { code, stdout, stderr };
};

/** The whole command line, as the program reads it. */
export const callCli = (...args: string[]): Promise<Ran> => called((io) => runCommandLine(args, io));
export const callCommand = (command: Command, ...args: string[]): Promise<Ran> =>
  called((io) => command.run(args, io));
export const callReplay = (...args: string[]): Promise<Ran> => callCommand(replayCommand, ...args);
