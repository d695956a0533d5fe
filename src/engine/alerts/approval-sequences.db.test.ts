import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Block, type Room, runBlocks } from '#tests/support/blocks.ts';
import { drill } from '#tests/support/drill.ts';
import {
  type Done,
  drain,
  type Home,
  newHome,
  newWorld,
  policy,
  step,
  take,
  wakeDead,
} from './approval-sequences.fixture.ts';

/*
 * In any order of edits, decisions, two reviewers at once, price moves, waits, sends and crashes: only what was approved is
 * sent, exactly as it was approved, by as many people as the policy asks for and no one it excludes, and every alert
 * reaches an end. The test keeps its own account of approvals, from what people did.
 */
const RUNS = drill(8, 100_000);
/** So many policies a workspace may have. */
const POLICIES_MAX = 50;
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

/** One block of sequences, one after the other, in a workspace that serves many. */
async function runBlock(room: Room, block: Block, sum: Sum) {
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
      await wakeDead(world);
      expect(world.wrong).toEqual([]);
      home = world.home;
      add(sum, world.done);
    }),
    block,
  );
}

it('sends nothing but what was approved as it reads, and every alert ends', async () => {
  const sum = newSum();
  const failed = await runBlocks(
    RUNS,
    (room, block) => runBlock(room, block, sum),
    () => summed(sum),
  );
  expect(failed).toEqual([]);
  // Otherwise nothing was shown.
  for (const what of ['edits', 'approvals', 'sends'])
    expect(sum.counts.get(what) ?? 0, what).toBeGreaterThan(0);
  expect(sum.refused.size).toBeGreaterThan(0);
});
