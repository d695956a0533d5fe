import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const BYTES = 16;
/** Random numbers come in blocks: asking for each costs more than the rest of an id. */
const block = new Uint8Array(BYTES * 256);
let used = block.length;
let lastMs = 0;
let sequence = 0;

/** A new id (UUIDv7): sorts by the time it was made, and is made here, not in the database. */
export function newId(): string {
  if (used === block.length) {
    randomFillSync(block);
    used = 0;
  }
  const random = block.subarray(used, (used += BYTES));
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    // Half of the numbers are left for the ids of the same millisecond.
    sequence = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1;
  } else sequence += 1;
  return v7({ random, msecs: lastMs, seq: sequence });
}

/** What every id made at a time or later is greater than or equal to. */
export function firstIdAt(at: Date): string {
  const ms = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-000000000000`;
}
