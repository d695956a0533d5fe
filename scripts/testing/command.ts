import { spawn } from 'node:child_process';

export type Command = { command: string; args: readonly string[]; env?: Record<string, string> };
export type Ended = { ok: boolean; ms: number };

/** Runs a command whose output goes straight to the terminal. */
export const runLive = (command: Command): Promise<Ended> =>
  run(command, 'inherit', (message) => process.stderr.write(message));

/** Runs a command beside others: its output is printed as a whole, under a heading, when it has ended. */
export async function runBeside(name: string, command: Command): Promise<Ended> {
  const output: Buffer[] = [];
  const ended = await run(command, 'pipe', (chunk) => output.push(chunk));
  heading(name);
  process.stdout.write(Buffer.concat(output));
  return ended;
}

export function heading(name: string): void {
  process.stdout.write(`\n── ${name} ──\n`);
}

function run(
  { command, args, env = {} }: Command,
  output: 'inherit' | 'pipe',
  onData: (chunk: Buffer) => void,
): Promise<Ended> {
  const started = performance.now();
  const child = spawn(command, args, { stdio: ['inherit', output, output], env: { ...process.env, ...env } });
  child.stdout?.on('data', onData);
  child.stderr?.on('data', onData);
  return new Promise((resolve) => {
    const end = (ok: boolean): void => resolve({ ok, ms: performance.now() - started });
    child.once('error', (error) => {
      onData(Buffer.from(`${error.message}\n`));
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}
