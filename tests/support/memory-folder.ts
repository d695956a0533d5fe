import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const SHARED_MEMORY = '/dev/shm';
/** A run takes less than two. */
const ENOUGH_BYTES = 6 * 2 ** 30;

/**
 * Where servers of a test run keep their data: in memory where the machine has enough, else in the temporary folder. A
 * clone of the prepared database is two thousand files, which takes a disk ten times as long.
 */
export const memoryFolder = (): string => (isFit() ? SHARED_MEMORY : tmpdir());

function isFit(): boolean {
  try {
    accessSync(SHARED_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    // PostgreSQL may have to be copied there, and run.
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .findLast((line) => line.split(' ')[1] === SHARED_MEMORY);
    const options = mount?.split(' ')[3]?.split(',') ?? ['noexec'];
    return bavail * bsize >= ENOUGH_BYTES && !options.includes('noexec');
  } catch {
    return false;
  }
}
