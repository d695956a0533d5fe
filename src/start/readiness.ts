import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** With less than this left, in bytes, the database may be unable to write at any moment. */
const LEAST_FREE = 64 * 1024 * 1024;
const PROBE = Buffer.alloc(4_096);

type NotReady = 'stopping' | 'disk_full' | 'disk_not_writable' | 'database_unavailable';

type ReadinessDeps = {
  query: (text: string) => Promise<unknown>;
  /** The program's data folder. */
  dataDir: string;
  /** Where the embedded database's data is; null where it is another server's. */
  databasePath: string | null;
  instanceId: string;
  stop: AbortSignal;
  /** Bytes that are left on a folder's disk. */
  free?: (folder: string) => Promise<number>;
};

/** Whether requests can be served: the database takes writes, and the disks have room. @returns why not, or null */
export function createReadiness(deps: ReadinessDeps): () => Promise<NotReady | null> {
  const { dataDir, databasePath, free = freeBytes } = deps;
  return async () => {
    if (deps.stop.aborted) return 'stopping';
    for (const folder of databasePath === null ? [dataDir] : [dataDir, databasePath])
      if ((await free(folder).catch(() => LEAST_FREE)) < LEAST_FREE) return 'disk_full';
    if (!(await isWritable(join(dataDir, `.ready-${deps.instanceId}`)))) return 'disk_not_writable';
    try {
      // Refused where nothing can be written: by a standby, or a server that was made read-only.
      await deps.query('select pg_current_xact_id()');
      return null;
    } catch {
      return 'database_unavailable';
    }
  };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

async function isWritable(file: string): Promise<boolean> {
  try {
    await writeFile(file, PROBE, { flush: true });
    return true;
  } catch {
    return false;
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}
