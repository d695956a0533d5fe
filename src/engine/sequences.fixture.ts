import fc from 'fast-check';
import { suppressAddress } from '#src/db/queries/suppressions.ts';
import { leave } from '#src/db/queries/unsubscriptions.ts';
import { withTenant } from '#src/db/tenant.ts';
import { mergeInto } from '#src/people/merge.ts';
import { CADENCES, cadenceSchema, type QuietHours } from '#src/shared/timing.ts';
import { saveTiming } from '#src/subscribers/timing.ts';
import { fallOf2020 } from '#tests/support/workspace.ts';
import { sweepDeliveries } from './delivery/sweep.ts';
import { sweepDigests } from './digests/sweep-digests.ts';
import { fireRule } from './events/fire-rule.ts';
import { decide, edit, newestWaiting } from './sequences-review.fixture.ts';
import { compose, deliver } from './sequences-sending.fixture.ts';
import { erase, importNewcomers, undoLast } from './sequences-people.fixture.ts';
import {
  type Answer,
  engineDeps,
  idOf,
  NEWCOMERS,
  onTheirWay,
  PEOPLE,
  selfOf,
  type World,
} from './sequences-world.fixture.ts';

const WORDS = [
  'The details are in the table.',
  'The chart below shows the event.',
  'Our desk is watching the S&P 500.',
];

const person = fc.nat({ max: PEOPLE - 1 });
const minute = fc.nat({ max: 1_439 });
const answer = fc.constantFrom<Answer[]>('sent', 'sent', 'sent', 'retry', 'unknown', 'rejected', 'dies');
export const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('event' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('compose' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('deliver' as const),
      processes: fc.integer({ min: 1, max: 2 }),
      answers: fc.array(answer, { minLength: 1, maxLength: 5 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sweep' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 90 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('leave' as const), person, brand: fc.constantFrom(0, 1, null) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('prefer' as const),
      person,
      brand: fc.constantFrom(0, 1),
      cadence: fc.constantFrom(...CADENCES),
      quiet: fc.option(fc.record({ from: minute, to: minute }), { nil: null }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), person }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('suppress' as const), person }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('merge' as const), into: person, other: person }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('erase' as const), person }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('import' as const),
      people: fc.uniqueArray(fc.nat({ max: NEWCOMERS - 1 }), { minLength: 1 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('edit' as const), words: fc.constantFrom(...WORDS) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      approves: fc.constantFrom(true, true, true, false),
      /** Of what they had on their screen before the last edit. */
      stale: fc.constantFrom(false, false, false, true),
    }),
  },
);
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

export const run: { [Do in Step['do']]: (world: World, step: Extract<Step, { do: Do }>) => Promise<void> } = {
  event: async (world) => {
    world.home.events += 1;
    world.mine += 1;
    const { evidence } = fallOf2020;
    const params = { min_pct: 5 + world.home.events / 10_000 };
    const detection = { ...fallOf2020, evidence: { ...evidence, params } };
    await withTenant(world.db.app, world.workspaceId, (tx) =>
      fireRule(tx, async () => undefined, {
        rule: world.rule,
        detection,
        trialRunId: null,
        now: new Date(world.now),
      }),
    );
  },
  compose,
  deliver: async (world, { processes, answers }) => {
    for (const alert of await onTheirWay(world))
      await Promise.all(Array.from({ length: processes }, () => deliver(world, alert, answers)));
  },
  sweep: async (world) => {
    await sweepDeliveries(engineDeps(world));
    await Promise.all([1, 2].map(() => sweepDigests(engineDeps(world))));
    // It asks for drafts that nobody has composed.
    await compose(world);
  },
  wait: async (world, { minutes }) => {
    world.now += minutes * 60_000;
  },
  leave: async (world, { person: n, brand }) => {
    const contactId = idOf(world, n);
    await withTenant(world.db.app, world.workspaceId, (tx) =>
      leave(
        tx,
        { workspaceId: world.workspaceId, contactId },
        {
          brandId: brand === null ? null : (world.brands[brand] ?? ''),
          channel: null,
          topic: null,
          source: 'link',
          at: new Date(world.now),
        },
      ),
    );
    const self = selfOf(world, n);
    world.left.set(self, (world.left.get(self) ?? new Set()).add(brand));
  },
  prefer: async (world, { person: n, brand, cadence, quiet: hours }) => {
    const quiet = hours && hours.from !== hours.to ? hours : null;
    await savePreferences(world, n, { brand, cadence, quiet });
    world.wants.set(`${selfOf(world, n)} ${brand}`, { digest: cadence !== 'instant', quiet });
  },
  delete: async (world, { person: n }) => {
    await world.db.admin.query('update contacts set deleted_at = now() where workspace_id = $1 and id = $2', [
      world.workspaceId,
      idOf(world, n),
    ]);
    for (const each of world.people.keys())
      if (selfOf(world, each) === selfOf(world, n)) world.gone.add(each);
  },
  suppress: async (world, { person: n }) => {
    const { db, workspaceId } = world;
    const address = world.people[n]?.address ?? '';
    await withTenant(db.app, workspaceId, (tx) =>
      suppressAddress(
        tx,
        { workspaceId, channel: 'email', address },
        { cause: 'complaint', detail: 'spam', source: 'reply', at: new Date(world.now) },
      ),
    );
    world.gone.add(n);
  },
  /** Once each: of three who became one, it would matter when. */
  merge: async (world, { into, other }) => {
    const { db, workspaceId, merged, gone, left, wants } = world;
    const taken = new Set([...merged].flatMap(([from, { into: to }]) => [from, to]));
    if (into === other || [into, other].some((n) => taken.has(n) || gone.has(n))) return;
    await withTenant(db.app, workspaceId, (tx) =>
      mergeInto(tx, {
        workspaceId,
        id: idOf(world, into),
        others: [idOf(world, other)],
        now: new Date(world.now),
      }),
    );
    left.set(into, new Set([...(left.get(into) ?? []), ...(left.get(other) ?? [])]));
    for (const brand of world.brands.keys()) {
      const theirs = wants.get(`${other} ${brand}`);
      if (theirs && !wants.has(`${into} ${brand}`)) wants.set(`${into} ${brand}`, theirs);
    }
    merged.set(other, { into, after: world.sends.length });
  },
  edit: (world, { words }) => edit(world, words),
  decide: async (world, how) => {
    const alertId = await newestWaiting(world);
    if (alertId !== undefined) await decide(world, alertId, how);
  },
  erase: (world, { person: n }) => erase(world, n),
  import: (world, { people }) => importNewcomers(world, people),
  undo: undoLast,
};

async function savePreferences(
  world: World,
  n: number,
  { brand, cadence, quiet }: { brand: number; cadence: string; quiet: QuietHours | null },
): Promise<void> {
  const { db, workspaceId, brands, now } = world;
  const contactId = idOf(world, n);
  await withTenant(db.app, workspaceId, async (tx) => {
    const known = { workspaceId, contactId, brandId: brands[brand] ?? '' };
    const wanted = { cadence: cadenceSchema.parse(cadence), digestHour: 8, quiet, timeZone: 'UTC' };
    await saveTiming(
      tx,
      known,
      { ...wanted, quietDays: [], language: null, instruments: null, tracked: true },
      new Date(now),
    );
  });
}
