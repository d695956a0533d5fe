import { inspect } from 'node:util';
import { prepareAll } from './prepared.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { BLOCK, drill, drillBlocks } from './drill.ts';

/** So many blocks run side by side, each lane in a database of its own: they wait for the database, half of the time. */
const LANES = drill(1, 2);
/** A database that grows gets slower. */
const PER_DATABASE = 2_000;

/** A database that serves many sequences, and is replaced when it has grown. */
export type Room = { open: () => Promise<TestDatabase>; use: () => void };

function createRoom(): Room & { close: () => Promise<void> } {
  let db: TestDatabase | null = null;
  let used = 0;
  return {
    open: async () => {
      if (db && used >= PER_DATABASE) {
        await db.drop();
        db = null;
        used = 0;
      }
      if (!db) {
        db = await testDatabase();
        prepareAll(db.app);
        prepareAll(db.system);
      }
      return db;
    },
    use: () => void (used += 1),
    close: async () => db?.drop(),
  };
}

export type Block = { seed: number; numRuns: number };

/**
 * Runs numbered blocks of random sequences, in the drill all that it is told to, in the test run one. A block's number is
 * its seed. A block that fails doesn't end the others: one failure would hide the next.
 * @param runs how many sequences in all
 * @param summary what there was so far, for the drill's log
 * @returns the failed blocks, each with the settings that run it again
 */
export async function runBlocks(
  runs: number,
  runBlock: (room: Room, block: Block) => Promise<void>,
  summary: () => string,
): Promise<string[]> {
  const blocks = drillBlocks(runs);
  const numRuns = Math.min(BLOCK, runs);
  const failed: string[] = [];
  let next = blocks.first;
  const log = (text: string): void => {
    if (drill(false, true)) console.log(text);
  };
  const lane = async (): Promise<void> => {
    const room = createRoom();
    try {
      while (next < blocks.end && !blocks.isOver()) {
        const seed = next;
        next += 1;
        try {
          await runBlock(room, { seed, numRuns });
        } catch (error) {
          failed.push(`DRILL_SEED=${seed} DRILL_COUNT=${numRuns}: ${inspect(error, { depth: 6 })}`);
          log(failed.at(-1) ?? '');
        }
        log(`block ${seed} of ${blocks.first} to ${blocks.end - 1}, ${failed.length} failed`);
        if (seed % 10 === 0) log(summary());
      }
    } finally {
      await room.close();
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  log(`blocks ${blocks.first} to ${next - 1}, ${failed.length} failed: ${summary()}`);
  return failed;
}
