import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { drill, drillLimit } from '#tests/support/drill.ts';
import { drain, type Home, newHome, newWorld, policy, step, take } from './approval-sequences.fixture.ts';

/*
 * In any order of edits, decisions, two reviewers at once, price moves, waits, sends and crashes: only what was approved is
 * sent, exactly as it was approved, by as many people as the policy asks for and no one it excludes, and every alert
 * reaches an end. The test keeps its own account of approvals, from what people did.
 */
const RUNS = drill(8, 100_000);
/** So many sequences run side by side, each lane in a database of its own: they wait for the database, most of the time. */
const LANES = drill(1, 4);
const PER_WORKSPACE = 100;
/** So many policies a workspace may have. */
const POLICIES_MAX = 50;
/** A database that grows gets slower. */
const PER_DATABASE = 2_000;
/** The drill says how far it is. */
const PROGRESS = 500;

type Done = Map<string, number>;

/** One sequence after the other, in a workspace that serves many. */
async function runLane(lane: number, count: () => void, done: Done): Promise<void> {
  let db = await testDatabase();
  let home: Home | null = null;
  let inDatabase = 0;
  const readyHome = async (): Promise<Home> => {
    if (home && home.sequences < PER_WORKSPACE && home.policies.size < POLICIES_MAX) return home;
    if (inDatabase >= PER_DATABASE) {
      await db.drop();
      db = await testDatabase();
      inDatabase = 0;
    }
    home = await newHome(db);
    return home;
  };
  try {
    await fc.assert(
      fc.asyncProperty(policy, fc.array(step, { minLength: 8, maxLength: 20 }), async (asks, steps) => {
        const world = await newWorld(await readyHome(), asks);
        inDatabase += 1;
        // After a failure the next one, which is shorter, begins in a workspace of its own.
        home = null;
        await take(world, { do: 'event' });
        for (const each of steps) await take(world, each);
        await drain(world);
        expect(world.wrong).toEqual([]);
        home = world.home;
        for (const [what, times] of Object.entries(world.done)) done.set(what, (done.get(what) ?? 0) + times);
        count();
      }),
      {
        numRuns: Math.ceil(RUNS / LANES),
        ...drillLimit(),
        seed: drill(20_261_126, Date.now() + lane * 1_000_003),
      },
    );
  } finally {
    await db.drop();
  }
}

it('sends nothing but what was approved as it reads, and every alert ends', async () => {
  let sequences = 0;
  const done: Done = new Map();
  const count = (): void => {
    sequences += 1;
    if (sequences % PROGRESS === 0)
      console.log(`${sequences} sequences: ${JSON.stringify(Object.fromEntries(done))}`);
  };
  await Promise.all(Array.from({ length: LANES }, (_, lane) => runLane(lane, count, done)));
  if (RUNS > 100) console.log(`${sequences} sequences: ${JSON.stringify(Object.fromEntries(done))}`);
  // Otherwise nothing was shown.
  for (const what of ['edits', 'approvals', 'refusals', 'sends'])
    expect(done.get(what) ?? 0, what).toBeGreaterThan(0);
  expect(sequences).toBeGreaterThan(0);
});
