import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from './errors.ts';

/**
 * `start` together with `pid` names one process for ever: process numbers are used again (in a container the
 * program has the same one after every restart), so a number alone proves nothing.
 */
type ProcessInfo = { pid: number; start: string; command: string };

/** The live process with this number, or null. A zombie counts as dead: nobody may ever collect it. */
export function readProcess(pid: number): ProcessInfo | null {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  if (process.platform === 'linux') return readProcFolder(pid);
  return listByPs(['-p', String(pid)])[0] ?? null;
}

export function listProcesses(): ProcessInfo[] {
  if (process.platform !== 'linux') return listByPs(['-ax']);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcFolder(Number(name)))
    .filter((info) => info !== null);
}

/** A short word for the process: its number and when it began. Fit for file names. */
function processMark(info: ProcessInfo): string {
  return `${info.pid}-${info.start}`;
}

/** The mark of this very program. */
export function ownMark(): string {
  const own = readProcess(process.pid);
  return own === null ? `${process.pid}-unknown` : processMark(own);
}

/** Whether the process that a mark was made for is still alive. */
export function isMarkAlive(mark: string): boolean {
  const info = readProcess(Number.parseInt(mark, 10));
  return info !== null && processMark(info) === mark;
}

/** Whether the number is taken, be it by a zombie: what PostgreSQL asks before it believes a postmaster.pid. */
export function isNumberTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Sends a signal; false when the process is gone or belongs to somebody else. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ESRCH' || errorCode(error) === 'EPERM') return false;
    throw error;
  }
}

/** Polls until `condition` holds; false when `limitMs` passed first. */
export async function waitUntil(condition: () => boolean, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    if (condition()) return true;
    if (performance.now() >= deadline) return false;
    await sleep(20);
  }
}

function readProcFolder(pid: number): ProcessInfo | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything, so the fields are counted from its last parenthesis:
    // [0] is the state (field 3 of proc(5)), [19] the start in clock ticks since boot (field 22).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, start] = [fields[0] ?? '', fields[19] ?? ''];
    if (state === 'Z' || state === 'X') return null;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { pid, start: `${start}${bootMark()}`, command };
  } catch {
    return null; // it ended while we looked, or is hidden from us, which then is not ours
  }
}

let boot: string | undefined;

/** Ticks since boot repeat after a reboot; the first letters of the boot's id tell boots apart. */
function bootMark(): string {
  boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
  return `b${boot}`;
}

function listByPs(which: string[]): ProcessInfo[] {
  const result = spawnSync('ps', [...which, '-ww', '-o', 'pid=,stat=,lstart=,command='], {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    maxBuffer: 64 * 1024 * 1024,
  });
  return parsePs(result.stdout ?? '');
}

/** Reads `ps -o pid=,stat=,lstart=,command=`; exported for its test. */
export function parsePs(text: string): ProcessInfo[] {
  return text.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\S+)\s+\w{3}\s+(\w{3})\s+(\d+)\s+(\d\d):(\d\d):(\d\d)\s+(\d{4})\s+(.*)$/.exec(
      line,
    );
    if (match === null) return [];
    const [, pid, state, month, day, hour, minute, second, year, command] = match;
    if (state?.startsWith('Z')) return [];
    const start = `${year}${month}${day?.padStart(2, '0')}${hour}${minute}${second}`;
    return [{ pid: Number(pid), start, command: (command ?? '').trim() }];
  });
}
