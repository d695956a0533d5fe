import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Block, type Room, runBlocks } from '#tests/support/blocks.ts';
import { drill } from '#tests/support/drill.ts';
import {
  drain,
  faultsOf,
  type Home,
  newHome,
  newWorld,
  run,
  type Step,
  step,
  wakeDead,
  type World,
} from './sequences.fixture.ts';

/*
 * Whatever order events, edits, decisions, processes that die, people who leave, change their preferences or become one
 * contact, and providers that fail come in: no one gets the same alert twice, in two revisions, at once or in a digest; no one
 * gets anything after leaving, in quiet hours, or without approval; and every event is accounted for.
 */
const RUNS = drill(16, 100_000);

type Sum = { sequences: number; sends: number; steps: Map<Step['do'], number> };

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
      for (const each of steps) sum.steps.set(each.do, (sum.steps.get(each.do) ?? 0) + 1);
    }),
    block,
  );
}

it('no one gets an alert twice, unapproved or after leaving, and every event is accounted for', async () => {
  const sum: Sum = { sequences: 0, sends: 0, steps: new Map() };
  const failed = await runBlocks(
    RUNS,
    (room, block) => runBlock(room, block, sum),
    () => JSON.stringify({ ...sum, steps: Object.fromEntries(sum.steps) }),
  );
  expect(failed).toEqual([]);
  // Otherwise nothing was shown.
  expect(sum.sends).toBeGreaterThan(0);
});
