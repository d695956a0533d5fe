import { readdirSync, readFileSync } from 'node:fs';

/** µs of CPU since it began. */
export type Cpu = { program: number; database: number };

/** /proc counts in hundredths of a second. */
const TICK_US = 10_000;

type Stat = { parent: number; us: number };

/** As `man 5 proc` says: after the name in brackets, field 4 is the parent, 14 to 17 are what it and its children used. */
function statOf(pid: number): Stat | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
    return { parent: fields[1] ?? 0, us: ticks * TICK_US };
  } catch {
    // It has ended meanwhile, or this isn't Linux.
    return null;
  }
}

/** What this program and a database server have used, by one of the server's sessions. The server's part is 0 where there is no /proc. */
export function cpuOf(session: number): Cpu {
  const { user, system } = process.cpuUsage();
  const server = statOf(session)?.parent;
  const database =
    server === undefined
      ? 0
      : readdirSync('/proc').reduce((sum, name) => {
          const stat = /^\d+$/.test(name) ? statOf(Number(name)) : null;
          const isOfServer = stat && (stat.parent === server || Number(name) === server);
          return sum + (isOfServer ? stat.us : 0);
        }, 0);
  return { program: user + system, database };
}
