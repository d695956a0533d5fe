import { setTimeout as sleep } from 'node:timers/promises';

/** What has become of a send must be written down: the database may be away for a while. In ms. */
const AGAIN_AFTER = [200, 1_000, 2_000, 5_000, 15_000, 30_000, 30_000, 30_000];

/** @throws what the last try throws */
export async function untilWritten(write: () => Promise<void>): Promise<void> {
  for (const wait of AGAIN_AFTER) {
    try {
      return await write();
    } catch {
      await sleep(wait);
    }
  }
  return write();
}
