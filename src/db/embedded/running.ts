import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { errorCode } from './errors.ts';
import { isMarkAlive, ownMark } from './processes.ts';

const runningSchema = z.object({
  pid: z.number().int(),
  /** pid and start of the process, since numbers are used again */
  mark: z.string(),
  startedAt: z.string(),
  url: z.string().optional(),
});

/** Who uses a data folder, as written in `<dataDir>/running.json`. Only a description: the lock is in the database. */
export type RunningProgram = z.infer<typeof runningSchema>;

const pathIn = (dataDir: string): string => join(dataDir, 'running.json');

/** What the file says if the program it speaks of is alive, else null (also when it is missing or unreadable). */
export function readRunningProgram(dataDir: string): RunningProgram | null {
  try {
    const running = runningSchema.parse(JSON.parse(readFileSync(pathIn(dataDir), 'utf8')));
    return isMarkAlive(running.mark) ? running : null;
  } catch {
    return null;
  }
}

export function announceProgram(dataDir: string, startedAt: Date): void {
  write(dataDir, { pid: process.pid, mark: ownMark(), startedAt: startedAt.toISOString() });
}

/**
 * Adds the address under which this program answers, so that a second start can name it. Call it once the
 * program listens. Without effect when the folder is not (or no longer) this program's.
 */
export function announceUrl(dataDir: string, url: string): void {
  const running = readRunningProgram(dataDir);
  if (running?.pid === process.pid) write(dataDir, { ...running, url });
}

/** Removes the file if it speaks of this program. */
export function retractProgram(dataDir: string): void {
  if (readRunningProgram(dataDir)?.pid === process.pid) rmSync(pathIn(dataDir), { force: true });
}

function write(dataDir: string, running: RunningProgram): void {
  const temporary = `${pathIn(dataDir)}.${process.pid}`;
  try {
    writeFileSync(temporary, `${JSON.stringify(running, null, 2)}\n`);
    renameSync(temporary, pathIn(dataDir));
  } catch (error) {
    rmSync(temporary, { force: true });
    if (errorCode(error) !== 'ENOENT') throw error; // the folder was removed under us: nothing to describe
  }
}
