import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { BLOCK, drill, drillBlocks } from '#tests/support/drill.ts';
import { prepareAll } from '#tests/support/prepared.ts';
import {
  type Done,
  drain,
  type Home,
  newHome,
  newWorld,
  policy,
  step,
  take,
} from './approval-sequences.fixture.ts';

/*
 * In any order of edits, decisions, two reviewers at once, price moves, waits, sends and crashes: only what was approved is
 * sent, exactly as it was approved, by as many people as the policy asks for and no one it excludes, and every alert
 * reaches an end. The test keeps its own account of approvals, from what people did.
 */
const RUNS = drill(8, 100_000);
/** So many sequences run side by side, each lane in a database of its own: they wait for the database, half of the time. */
const LANES = drill(1, 2);
/** So many policies a workspace may have. */
const POLICIES_MAX = 50;
/** A database that grows gets slower. */
const PER_DATABASE = 2_000;

/** Of all sequences: how often each thing was done, refused, and reached. */
type Sum = Record<keyof Done, Map<string, number>> & { sequences: number };
const newSum = (): Sum => ({
  sequences: 0,
  steps: new Map(),
  counts: new Map(),
  refused: new Map(),
  ends: new Map(),
});

function add(sum: Sum, done: Done): void {
  sum.sequences += 1;
  for (const part of ['steps', 'counts', 'refused', 'ends'] as const)
    for (const [what, times] of done[part]) sum[part].set(what, (sum[part].get(what) ?? 0) + times);
}

const summed = ({ sequences, ...parts }: Sum): string =>
  JSON.stringify({
    sequences,
    ...Object.fromEntries(
      Object.entries(parts).map(([part, map]) => [
        part,
        Object.fromEntries([...map].toSorted(([, a], [, b]) => b - a)),
      ]),
    ),
  });

/** A database that serves many sequences, and is replaced when it has grown. */
function createRoom() {
  let db: TestDatabase | null = null;
  let used = 0;
  return {
    open: async (): Promise<TestDatabase> => {
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
    use: () => (used += 1),
    close: async () => db?.drop(),
  };
}

/** One block of sequences, one after the other, in a workspace that serves many. */
async function runBlock(room: ReturnType<typeof createRoom>, seed: number, numRuns: number, sum: Sum) {
  let home: Home | null = null;
  const readyHome = async (): Promise<Home> =>
    home && home.policies.size < POLICIES_MAX ? home : newHome(await room.open());
  await fc.assert(
    fc.asyncProperty(policy, fc.array(step, { minLength: 8, maxLength: 20 }), async (asks, steps) => {
      const world = await newWorld(await readyHome(), asks);
      room.use();
      // After a failure the next one, which is shorter, begins in a workspace of its own.
      home = null;
      await take(world, { do: 'event' });
      for (const each of steps) await take(world, each);
      await drain(world);
      expect(world.wrong).toEqual([]);
      home = world.home;
      add(sum, world.done);
    }),
    { seed, numRuns },
  );
}

it('sends nothing but what was approved as it reads, and every alert ends', async () => {
  const blocks = drillBlocks(RUNS);
  const perBlock = Math.min(BLOCK, RUNS);
  const sum = newSum();
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
          await runBlock(room, seed, perBlock, sum);
        } catch (error) {
          // The others still run: one failure doesn't hide the next.
          failed.push(`DRILL_SEED=${seed} DRILL_COUNT=${perBlock}: ${String(error)}`);
          log(failed.at(-1) ?? '');
        }
        log(`block ${seed} of ${blocks.first} to ${blocks.end - 1}: ${sum.sequences} sequences passed`);
        if (seed % 10 === 0) log(summed(sum));
      }
    } finally {
      await room.close();
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  log(`blocks ${blocks.first} to ${next - 1}, ${failed.length} failed: ${summed(sum)}`);
  expect(failed).toEqual([]);
  // Otherwise nothing was shown.
  for (const what of ['edits', 'approvals', 'sends'])
    expect(sum.counts.get(what) ?? 0, what).toBeGreaterThan(0);
  expect(sum.refused.size).toBeGreaterThan(0);
});
