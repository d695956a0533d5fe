import { createHash } from 'node:crypto';
import type { Database } from '#src/db/database.ts';
import { pictureOf } from '#src/db/queries/media.ts';
import { withTenant } from '#src/db/tenant.ts';

/** Pictures that are kept in memory: an alert has two at most, whoever it goes to. */
const MAX = 64;

/** Reads a workspace's pictures, each once for all that it is sent to. */
export function pictureCache(
  app: Database,
): (workspaceId: string, hash: string) => Promise<Uint8Array | null> {
  const kept = new Map<string, Promise<Uint8Array | null>>();
  return (workspaceId, hash) => {
    const key = `${workspaceId} ${hash}`;
    const known = kept.get(key);
    if (known) return known;
    const read = withTenant(app, workspaceId, async (tx) => {
      const bytes = (await pictureOf(tx, hash))?.bytes ?? null;
      // One that was changed where it is stored isn't the one that was approved.
      return bytes && createHash('sha256').update(bytes).digest('hex') === hash ? bytes : null;
    });
    kept.set(key, read);
    const [oldest] = kept.keys();
    if (kept.size > MAX && oldest !== undefined) kept.delete(oldest);
    // What could not be read is read again by the next.
    read.then(
      (bytes) => bytes ?? kept.delete(key),
      () => kept.delete(key),
    );
    return read;
  };
}
