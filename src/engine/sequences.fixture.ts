import fc from 'fast-check';
import { newId } from '#src/db/ids.ts';
import { suppressAddress } from '#src/db/queries/suppressions.ts';
import { leave } from '#src/db/queries/unsubscriptions.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { mergeInto } from '#src/people/merge.ts';
import { fallOf2020, newWorkspace, paced, starterRule } from '#tests/support/workspace.ts';
import { composeAlert } from './alerts/compose.ts';
import { decideAlert } from './alerts/decide.ts';
import { editAlert } from './alerts/edit/edit-alert.ts';
import { newestRevision } from './alerts/review.ts';
import { contentSchema } from '#src/shared/content/content.ts';
import { plain } from '#src/shared/content/text.ts';
import { AppError } from '#src/shared/errors.ts';
import { CADENCES, cadenceSchema, type QuietHours } from '#src/shared/timing.ts';
import type { SendOutcome } from './channels/channel.ts';
import type { ClaimedDelivery } from './delivery/claimed.ts';
import { deliverAlert } from './delivery/deliver.ts';
import { sweepDeliveries } from './delivery/sweep.ts';
import { saveTiming } from '#src/subscribers/timing.ts';
import { sweepDigests } from './digests/sweep-digests.ts';
import { fireRule } from './events/fire-rule.ts';

const PEOPLE = 6;
/** Two brands and three overlapping audiences: the first brand has two routes, and alerts of the second are reviewed. */
const ROUTES = [
  { brand: 0, people: [0, 1, 2, 3] },
  { brand: 1, people: [1, 2, 3, 4] },
  { brand: 0, people: [2, 3, 4, 5] },
];

const APPROVAL = ['auto', 'human'] as const;
const WORDS = [
  'The details are in the table.',
  'The chart below shows the event.',
  'Our desk is watching the S&P 500.',
];

const person = fc.nat({ max: PEOPLE - 1 });
const minute = fc.nat({ max: 1_439 });
const answer = fc.constantFrom('sent', 'sent', 'sent', 'retry', 'unknown', 'rejected', 'dies');
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
type Answer = typeof answer extends fc.Arbitrary<infer A> ? A : never;

/** A workspace in which many sequences run, one after the other. */
export async function newHome(db: TestDatabase) {
  const { workspaceId, userId } = await newWorkspace(db);
  await db.admin.query(
    `insert into brands (workspace_id, id, name, color, created_at) values ($1, $2, 'Second', '#112233', now())`,
    [workspaceId, newId()],
  );
  // No month is used up, and no rule is suspended, by the sequences before.
  await db.admin.query(
    `with plan as (
       update subscriptions set plan_id = 'enterprise', status = 'Active', trial_ends_at = null where workspace_id = $1)
     insert into flapping_limits (workspace_id, most, minutes) values ($1, null, 10)`,
    [workspaceId],
  );
  const { rows: brands } = await db.admin.query<{ id: string }>(
    `select id from brands where workspace_id = $1 order by is_default desc`,
    [workspaceId],
  );
  const rule = await starterRule(db, workspaceId);
  const audiences = ROUTES.map(() => newId());
  for (const [position, { brand }] of ROUTES.entries())
    await db.admin.query(
      `with audience as (insert into audiences (workspace_id, id, name, kind, created_at, updated_at)
                         values ($1, $2::uuid, $2::text, 'list', now(), now())),
            route as (insert into routes (workspace_id, id, rule_id, position, brand_id, approval, created_at, updated_at)
                      values ($1, $2, $3, $4, $5, $6, now(), now()))
       insert into route_targets (workspace_id, id, route_id, audience_id) values ($1, $2, $2, $2)`,
      [workspaceId, audiences[position], rule.id, position, brands[brand]?.id, APPROVAL[brand]],
    );
  return { db, workspaceId, userId, rule, brands: brands.map(({ id }) => id), audiences, events: 0 };
}
export type Home = Awaited<ReturnType<typeof newHome>>;

/** One sequence, with people of its own. Those of the sequence before are on no list any more. */
export async function newWorld(home: Home) {
  const { db, workspaceId, audiences } = home;
  const people = Array.from({ length: PEOPLE }, newId).map((id) => ({
    id,
    address: `${id}@readers.example`,
  }));
  await db.admin.query('delete from audience_contacts where workspace_id = $1', [workspaceId]);
  await db.admin.query(
    `with given as (select * from unnest($2::uuid[], $3::text[]) as g (id, address)),
          person as (insert into contacts (workspace_id, id, created_at, updated_at)
                     select $1, id, now(), now() from given)
     insert into addresses (workspace_id, id, contact_id, channel, address, confirmed_at, created_at, updated_at)
     select $1, id, id, 'email', address, now(), now(), now() from given`,
    [workspaceId, people.map(({ id }) => id), people.map(({ address }) => address)],
  );
  await db.admin.query(
    `insert into audience_contacts (workspace_id, audience_id, contact_id, added_at)
     select $1, audience_id, contact_id, now() from unnest($2::uuid[], $3::uuid[]) as m (audience_id, contact_id)`,
    [
      workspaceId,
      ROUTES.flatMap((route, n) => route.people.map(() => audiences[n])),
      ROUTES.flatMap((route) => route.people.map((n) => people[n]?.id)),
    ],
  );
  return {
    ...home,
    home,
    people,
    /** What has a smaller id is of a sequence before. */
    since: newId(),
    now: Date.now(),
    mine: 0,
    dead: new Set<string>(),
    /** Resolved when the sequence has ended: then the sends of dead processes answer after all. */
    late: Promise.withResolvers<void>(),
    asleep: [] as Promise<void>[],
    /** By person: the brands that they have left; null is everything. */
    left: new Map<number, Set<number | null>>(),
    /** By person and brand: whether they want digests, and when nothing may come. */
    wants: new Map<string, { digest: boolean; quiet: QuietHours | null }>(),
    gone: new Set<number>(),
    /** By revision: the words of an edit. By alert: the revision that was approved. */
    words: new Map<string, string>(),
    approved: new Map<string, string>(),
    /** By who became part of another: that other, and how much was sent by then. */
    merged: new Map<number, { into: number; after: number }>(),
    sends: [] as { alertId: string; digest: boolean; brand: number; person: number; answer: Answer }[],
    wrong: [] as string[],
  };
}
export type World = Awaited<ReturnType<typeof newWorld>>;

/** Who a person is by now. */
const selfOf = ({ merged }: World, n: number): number => merged.get(n)?.into ?? n;
const idOf = (world: World, n: number): string => world.people[selfOf(world, n)]?.id ?? '';

const clockOf = (world: World) => () => new Date(world.now);
const engineDeps = (world: World) => ({
  app: world.db.app,
  system: world.db.system,
  enqueue: async () => undefined,
  announce: () => undefined,
  clock: clockOf(world),
  publicUrl: 'http://localhost:3000',
  isDead: async (id: string) => world.dead.has(id),
  log: { warn: () => undefined },
});

const alertsOf = async ({ db, workspaceId, since }: World, states: readonly string[]) =>
  (
    await db.admin.query<{ id: string; state: string; brand_id: string }>(
      `select id, state, brand_id from alerts where workspace_id = $1 and id > $2 and state = any($3)
        order by created_at, id`,
      [workspaceId, since, states],
    )
  ).rows;

/** Those on their way, and digests. */
async function onTheirWay(world: World): Promise<{ id: string; brand_id: string }[]> {
  const { rows } = await world.db.admin.query<{ id: string; brand_id: string }>(
    `select id, brand_id from digests where workspace_id = $1 and id > $2 and state = 'sending' order by id`,
    [world.workspaceId, world.since],
  );
  return [...(await alertsOf(world, ['approved', 'sending', 'unknown', 'partly_sent', 'failed'])), ...rows];
}

async function compose(world: World): Promise<void> {
  for (const { id } of await alertsOf(world, ['drafted']))
    await composeAlert(engineDeps(world), { workspaceId: world.workspaceId, alertId: id });
}

const newestWaiting = async (world: World) => (await alertsOf(world, ['pending_review'])).at(-1)?.id;

/** Nothing of the second brand goes out that wasn't approved, and no other revision than that. */
function checkApproved(
  { approved, words, wrong }: World,
  { brand, delivery }: { brand: number; delivery: ClaimedDelivery },
): void {
  if (APPROVAL[brand] === 'auto') return;
  const revision = approved.get(delivery.alertId);
  const said = words.get(revision ?? '');
  if (revision === undefined) wrong.push(`${delivery.alertId} was not approved`);
  else if (revision !== delivery.rendition.revision)
    wrong.push(`${delivery.alertId} was approved as another`);
  else if (said && !delivery.prepared.text.replaceAll(/\s+/g, ' ').includes(said))
    wrong.push(`${delivery.alertId} doesn't say “${said}”`);
}

/** What is refused changes nothing. */
async function tried(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

const BY = { name: 'Ada Byron', email: 'ada@desk.example' };

async function decide(
  world: World,
  alertId: string,
  { approves, stale }: { approves: boolean; stale: boolean },
): Promise<void> {
  const { db, workspaceId, userId } = world;
  await tried(() =>
    withTenant(db.app, workspaceId, async (tx) => {
      const revision = stale ? 'a'.repeat(64) : ((await newestRevision(tx, alertId))?.hash ?? '');
      const state = await decideAlert(tx, async () => undefined, {
        workspaceId,
        alertId,
        decision: approves ? 'approve' : 'reject',
        ...(!approves && { reason: 'Not now.' }),
        revision,
        askedAgainAt: null,
        by: { userId, ...BY },
        actor: { kind: 'member', userId, name: BY.name },
        way: 'account area',
        now: new Date(world.now),
      });
      if (approves && state !== 'pending_review') world.approved.set(alertId, revision);
    }),
  );
}

/** No one gets anything after leaving, at another time than they want, or unapproved. */
function checkWanted(
  world: World,
  { brand, person, delivery }: { brand: number; person: number; delivery: ClaimedDelivery },
): void {
  const self = selfOf(world, person);
  const left = world.left.get(self);
  if (left?.has(null) || left?.has(brand)) world.wrong.push(`${delivery.address} had left`);
  if (world.gone.has(person)) world.wrong.push(`${delivery.address} was gone`);
  const wants = world.wants.get(`${self} ${brand}`);
  const digest = delivery.purpose === 'digest';
  if (wants?.digest && !digest && delivery.attempt === 1)
    world.wrong.push(`${delivery.address} wants digests`);
  if (!digest) checkApproved(world, { brand, delivery });
  const clock = Math.floor(world.now / 60_000) % 1_440;
  const { from, to } = wants?.quiet ?? { from: 0, to: 0 };
  if (from < to ? clock >= from && clock < to : from > to && (clock >= from || clock < to))
    world.wrong.push(`${delivery.address} had quiet hours`);
}

/** One process that works on one alert until it ends, or dies at an answer. */
async function deliver(
  world: World,
  alert: { id: string; brand_id: string },
  answers: Answer[],
): Promise<void> {
  const instanceId = newId();
  const brand = world.brands.indexOf(alert.brand_id);
  const stopped = new AbortController();
  const { promise: died, resolve: die } = Promise.withResolvers<void>();
  let isDead = false;
  let n = 0;
  const send = async (delivery: ClaimedDelivery): Promise<SendOutcome> => {
    const person = world.people.findIndex(({ address }) => address === delivery.address);
    const digest = delivery.purpose === 'digest';
    // What it had claimed when it died reaches no one, whatever they do meanwhile.
    if (!isDead) checkWanted(world, { brand, person, delivery });
    const said = isDead ? 'dies' : (answers[n % answers.length] ?? 'sent');
    n += 1;
    world.sends.push({ alertId: alert.id, digest, brand, person, answer: said });
    if (said === 'dies') {
      isDead = true;
      world.dead.add(instanceId);
      // It claims no more when it wakes.
      stopped.abort();
      die();
      await world.late.promise;
      return { outcome: 'unknown', reason: 'dies' };
    }
    if (said === 'sent') return { outcome: 'sent', providerMessageId: delivery.id };
    if (said === 'retry') return { outcome: 'retry', at: world.now + 600_000, reason: 'later' };
    return { outcome: said, reason: said };
  };
  const deps = { ...engineDeps(world), instanceId, pace: paced(3), send, stop: stopped.signal };
  const whole = deliverAlert(deps, { workspaceId: world.workspaceId, alertId: alert.id });
  await Promise.race([whole, died]);
  if (stopped.signal.aborted) world.asleep.push(whole);
}

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
  edit: async (world, { words }) => {
    const { db, workspaceId, userId } = world;
    const alertId = await newestWaiting(world);
    if (alertId === undefined) return;
    const revision = await withTenant(db.app, workspaceId, (tx) => newestRevision(tx, alertId));
    const [document] = contentSchema.parse(revision?.content).documents;
    await tried(async () => {
      const { revision: made } = await editAlert(
        { ...engineDeps(world), recordedBars: () => null },
        {
          workspaceId,
          alertId,
          form: {
            revision: revision?.hash ?? '',
            texts: [{ language: 'en', headline: plain(document?.headline ?? []), summary: words }],
            vouched: true,
          },
          by: { userId, ...BY },
          actor: { kind: 'member', userId, name: BY.name },
        },
      );
      world.words.set(made.hash, words);
    });
  },
  decide: async (world, how) => {
    const alertId = await newestWaiting(world);
    if (alertId !== undefined) await decide(world, alertId, how);
  },
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

const IN_THE_AIR = ['drafted', 'pending_review', 'approved', 'scheduled', 'sending'];

/** When something is due that quiet hours or a digest hold, in ms; 0 for nothing. */
async function nextMoment({ db, workspaceId }: World): Promise<number> {
  const { rows } = await db.admin.query<{ at: Date | null }>(
    `select least((select min(next_attempt_at) from deliveries where workspace_id = $1 and state = 'held'),
                  (select min(due_at) from digest_items where workspace_id = $1 and digest_id is null and ended is null)
                    + interval '1 minute') as at`,
    [workspaceId],
  );
  return rows[0]?.at?.getTime() ?? 0;
}

/** Lets everything come to its end, with providers that work. */
export async function drain(world: World): Promise<void> {
  for (let round = 0; round < 16; round += 1) {
    await compose(world);
    for (const { id } of await alertsOf(world, ['pending_review']))
      await decide(world, id, { approves: true, stale: false });
    for (const alert of await onTheirWay(world)) await deliver(world, alert, ['sent']);
    world.now = Math.max(world.now + 31 * 60_000, await nextMoment(world));
    await sweepDeliveries(engineDeps(world));
    await sweepDigests(engineDeps(world));
    const { rows } = await world.db.admin.query(
      `select 1 from deliveries where workspace_id = $1 and state in ('pending', 'held', 'sending', 'retry')
       union all select 1 from fan_outs where workspace_id = $1 and state = 'open'
       union all select 1 from digest_items where workspace_id = $1 and digest_id is null and ended is null
       union all select 1 from digests where workspace_id = $1 and state = 'drafted'`,
      [world.workspaceId],
    );
    if (rows.length === 0 && (await alertsOf(world, IN_THE_AIR)).length === 0) return;
  }
  throw new Error(`Something never ends: ${JSON.stringify(await alertsOf(world, IN_THE_AIR))}`);
}

/** Two who became one may each have got it before that. What one of them didn't accept, the other may get. */
function isTwice(
  { merged }: World,
  self: readonly number[],
  arrived: readonly { at: number; person: number; answer: Answer }[],
): boolean {
  const after = Math.max(0, ...self.map((n) => merged.get(n)?.after ?? 0));
  const earlier = arrived.filter(({ at }) => at < after);
  const later = arrived.length - earlier.length;
  return (
    self.some((n) => earlier.filter(({ person: who }) => who === n).length > 1) ||
    later > (earlier.some(({ answer: said }) => said !== 'rejected') ? 0 : 1)
  );
}

/** @returns what is wrong, in words */
export async function faultsOf(world: World): Promise<string[]> {
  const wrong = [...world.wrong];
  const { db, workspaceId, since, people } = world;
  const { rows: alerts } = await db.admin.query<{
    id: string;
    event_id: string;
    brand_id: string;
    state: string;
  }>(`select id, event_id, brand_id, state from alerts where workspace_id = $1 and id > $2`, [
    workspaceId,
    since,
  ]);
  if (alerts.length !== world.mine * 2) wrong.push(`${world.mine} events became ${alerts.length} alerts`);
  const { rows: items } = await db.admin.query<{
    alert_id: string;
    contact_id: string;
    digest_id: string | null;
  }>('select alert_id, contact_id, digest_id from digest_items where workspace_id = $1 and alert_id > $2', [
    workspaceId,
    since,
  ]);
  const { rows } = await db.admin.query<{ alert_id: string; address: string; state: string }>(
    `select d.alert_id, a.address, d.state from deliveries d
       join addresses a on a.workspace_id = d.workspace_id and a.id = d.target_id where d.workspace_id = $1 and d.alert_id > $2`,
    [workspaceId, since],
  );
  for (const alert of alerts) {
    const brand = world.brands.indexOf(alert.brand_id);
    const meant = new Set(ROUTES.filter((route) => route.brand === brand).flatMap((route) => route.people));
    for (const [n, { address }] of people.entries()) {
      if (world.merged.has(n)) continue;
      const self = [...people.keys()].filter((each) => selfOf(world, each) === n);
      const item = items.filter(
        (each) => each.alert_id === alert.id && self.some((one) => people[one]?.id === each.contact_id),
      );
      const isTheirs = (send: World['sends'][number]) => self.includes(send.person);
      const isListing = (send: World['sends'][number]) =>
        send.alertId === alert.id || item.some((each) => each.digest_id === send.alertId);
      const sends = world.sends.filter((send) => send.alertId === alert.id && isTheirs(send));
      const arrived = world.sends
        .map((send, at) => ({ ...send, at }))
        .filter((send) => isTheirs(send) && isListing(send) && send.answer !== 'retry');
      const left = world.left.get(n);
      const isGone = self.some((each) => world.gone.has(each));
      const stayed = !isGone && !left?.has(null) && !left?.has(brand);
      const isMeant = self.some((each) => meant.has(each));
      const faults = [
        isTwice(world, self, arrived) && 'got it twice',
        !isMeant && sends.length > 0 && 'was not meant',
        isMeant && stayed && alert.state !== 'rejected' && arrived.length === 0 && 'was forgotten',
        ...self.map((each) => {
          const mine = rows.filter(
            (row) => row.alert_id === alert.id && row.address === people[each]?.address,
          );
          const last = arrived.find((send) => send.person === each);
          if (mine.length > 1) return 'has two deliveries';
          return (
            last &&
            !last.digest &&
            mine[0]?.state !== (last.answer === 'dies' ? 'unknown' : last.answer) &&
            'is recorded wrongly'
          );
        }),
      ].filter((fault) => typeof fault === 'string');
      if (faults.length > 0)
        wrong.push(
          `${address} in brand ${brand} ${faults.join(', ')}: ${JSON.stringify({ state: alert.state, self, sends, arrived, item })}`,
        );
    }
  }
  const { rows: miscounted } = await db.admin.query(
    `select c.fan_out_id, c.channel from fan_out_counts c
       left join lateral (
         select count(*) filter (where state = 'sent') as sent, count(*) filter (where state = 'unknown') as unknown,
                count(*) filter (where state = 'rejected') as rejected,
                count(*) filter (where state in ('pending', 'held', 'sending', 'retry')) as open
           from deliveries d
          where d.workspace_id = c.workspace_id and d.fan_out_id = c.fan_out_id and d.channel = c.channel) n on true
      where c.workspace_id = $1 and c.alert_id > $2 and (n.sent <> c.sent or n.unknown <> c.unknown or n.rejected <> c.rejected
        or n.open <> c.pending + c.held + c.sending + c.retry)`,
    [workspaceId, since],
  );
  return [...wrong, ...miscounted.map((row) => `miscounted: ${JSON.stringify(row)}`)];
}

/**
 * The processes that have died turn out to have been frozen: they hear their answers, write down what they know, and end
 * without an error. @returns whether there were any
 */
export async function wakeDead({ late, asleep }: World): Promise<boolean> {
  late.resolve();
  await Promise.all(asleep);
  return asleep.length > 0;
}
