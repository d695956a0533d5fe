import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Block, type Room, runBlocks } from '#tests/support/blocks.ts';
import { drill } from '#tests/support/drill.ts';
import { ledgerFaults } from './sequences-erased.fixture.ts';
import { faultsOf } from './sequences-faults.fixture.ts';
import { drain, wakeDead } from './sequences-sending.fixture.ts';
import { type Home, newHome, newWorld, type World } from './sequences-world.fixture.ts';
import { run, type Step, step } from './sequences.fixture.ts';

/*
 * Whatever order events, edits, decisions, processes that die, people who leave, change their preferences or become one
 * contact or are erased, imports that are undone, and providers that fail come in: no one gets the same alert twice, in two
 * revisions, at once or in a digest; no one gets anything after leaving, in quiet hours, or without approval; nothing is left
 * of who was erased; every event is accounted for; and the ledger verifies.
 */
const RUNS = drill(16, 100_000);

type Sum = {
  sequences: number;
  sends: number;
  toNewcomers: number;
  erased: number;
  steps: Map<Step['do'], number>;
};

/** One block of sequences, one after the other, in a workspace that serves many. */
async function runBlock(room: Room, block: Block, sum: Sum): Promise<void> {
  let home: Home | null = null;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      const world = await newWorld(home ?? (await newHome(await room.open())));
      room.use();
      // After a failure the next one, which is shorter, begins in a workspace of its own.
      home = null;
      for (const each of steps)
        await (run[each.do] as (world: World, step: Step) => Promise<void>)(world, each);
      await drain(world);
      // What they knew is written now, and a retry among it goes out.
      if (await wakeDead(world)) await drain(world);
      expect(await faultsOf(world)).toEqual([]);
      home = world.home;
      sum.sequences += 1;
      sum.sends += world.sends.length;
      sum.toNewcomers += world.toNewcomers.length;
      sum.erased += world.erased.size;
      for (const each of steps) sum.steps.set(each.do, (sum.steps.get(each.do) ?? 0) + 1);
    }),
    block,
  );
  expect(home ? await ledgerFaults(home) : []).toEqual([]);
}

it('no one gets an alert twice, unapproved or after leaving, and every event is accounted for', async () => {
  const sum: Sum = { sequences: 0, sends: 0, toNewcomers: 0, erased: 0, steps: new Map() };
  const failed = await runBlocks(
    RUNS,
    (room, block) => runBlock(room, block, sum),
    () => JSON.stringify({ ...sum, steps: Object.fromEntries(sum.steps) }),
  );
  expect(failed).toEqual([]);
  // Otherwise nothing was shown.
  expect(sum.sends).toBeGreaterThan(0);
  // So few sequences may not have every step.
  if (RUNS < 1_000) return;
  expect(sum.toNewcomers).toBeGreaterThan(0);
  expect(sum.erased).toBeGreaterThan(0);
  expect(Object.keys(run).filter((each) => !sum.steps.has(each as Step['do']))).toEqual([]);
});
