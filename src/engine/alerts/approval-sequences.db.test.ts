import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { alerts, revisions } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { policyContentSchema } from '#src/shared/approval.ts';
import { contentSchema } from '#src/shared/content/content.ts';
import { plain } from '#src/shared/content/text.ts';
import { AppError } from '#src/shared/errors.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { drill, drillLimit } from '#tests/support/drill.ts';
import {
  addMember,
  addReaders,
  fallOf2020,
  newWorkspace,
  paced,
  sendToReaders,
  SPX_ID,
  starterRule,
} from '#tests/support/workspace.ts';
import { storedAssessment } from '../approval/policies/assessments.ts';
import { createPolicies } from '../approval/policies/stored-policies.ts';
import type { SendOutcome } from '../channels/channel.ts';
import type { ClaimedDelivery } from '../delivery/claimed.ts';
import { deliverAlert } from '../delivery/deliver.ts';
import { sweepDeliveries } from '../delivery/sweep.ts';
import { fireRule } from '../events/fire-rule.ts';
import { composeAlert } from './compose.ts';
import { decideAlert } from './decide.ts';
import { editAlert } from './edit/edit-alert.ts';
import { assertFresh } from './freshen.ts';
import { lapseReviews } from './lapse-reviews.ts';
import { newestRevision } from './review.ts';

/*
 * In any order of edits, decisions, two reviewers at once, price moves, waits, sends and crashes: only what was approved is
 * sent, exactly as it was approved, by as many people as the policy asks for and no one it excludes, and every alert
 * reaches an end. The test keeps its own account of approvals, from what people did.
 */
const RUNS = drill(8, 100_000);
/** The drill says how far it is. */
const PROGRESS = 100;
/** What the alert says of its price is 2386.13: the last is more than 2 % from it. */
const PRICES = [2_390, 2_420, 2_500];
const WORDS = [
  'The details are in the table.',
  'The chart below shows the event.',
  'Our desk is watching the S&P 500.',
];
/** The owner has changed the rule last. */
const PEOPLE = ['owner', 'first', 'second', 'viewer'] as const;
type Who = (typeof PEOPLE)[number];

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const policy = fc.record({
  needs: fc.constantFrom(1, 2),
  notAuthor: fc.boolean(),
  unanswered: fc.constantFrom('expire', 'release', 'escalate'),
  waitsMinutes: fc.constantFrom(10, 30),
  moved: fc.constantFrom('off', 'lapse', 'ask'),
});
type Policy = typeof policy extends fc.Arbitrary<infer P> ? P : never;

const who = fc.constantFrom(...PEOPLE);
const answer = fc.constantFrom('sent', 'sent', 'retry', 'unknown', 'dies');
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('event' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('edit' as const), who, words: fc.constantFrom(...WORDS) }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      /** At once. */
      people: fc.array(who, { minLength: 1, maxLength: 2 }),
      approves: fc.oneof(
        { weight: 4, arbitrary: fc.constant(true) },
        { weight: 1, arbitrary: fc.constant(false) },
      ),
      stale: fc.oneof(
        { weight: 2, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) },
      ),
      dies: fc.oneof(
        { weight: 4, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) },
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('price' as const), to: fc.constantFrom(...PRICES) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 20 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('lapse' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      answers: fc.array(answer, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sweep' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Answer = typeof answer extends fc.Arbitrary<infer A> ? A : never;

async function newWorld(asks: Policy) {
  const { workspaceId, userId: owner } = await newWorkspace(db);
  const ids: Record<Who, string> = {
    owner,
    first: await addMember(db, workspaceId, 'approver'),
    second: await addMember(db, workspaceId, 'admin'),
    viewer: await addMember(db, workspaceId, 'viewer'),
  };
  const { needs, notAuthor, unanswered, waitsMinutes, moved } = asks;
  const { id } = await createPolicies({ app: db.app, clock: () => new Date() }).make(
    { workspaceId, actor: { kind: 'member', userId: owner, name: 'Ada Byron' } },
    {
      name: 'Drilled',
      content: policyContentSchema.parse({
        mode: 'human',
        needs,
        notAuthor,
        unanswered,
        waitsMinutes,
        ...(moved !== 'off' && { freshness: { movedPercent: 2, action: moved } }),
      }),
    },
  );
  await db.admin.query('update rules set approval = $2, changed_by = $3 where workspace_id = $1', [
    workspaceId,
    id,
    owner,
  ]);
  await addReaders(db.admin, workspaceId, ['reader@readers.example']);
  await sendToReaders(db, workspaceId);
  await db.admin.query('delete from bars where instrument_id = $1', [SPX_ID]);
  return {
    workspaceId,
    ids,
    asks,
    rule: await starterRule(db, workspaceId),
    now: Date.now(),
    events: 0,
    dead: new Set<string>(),
    /** By alert: who has approved which revision, and when an approval was asked for again, which ends all before. */
    said: new Map<string, { who: Who; hash: string; asked: number }[]>(),
    asked: new Map<string, number>(),
    rejected: new Set<string>(),
    /** By alert: who has edited it, and by revision: what they wrote. */
    edited: new Map<string, Set<Who>>(),
    words: new Map<string, string>(),
    /** By alert: since when it waits. */
    since: new Map<string, number>(),
    done: { edits: 0, approvals: 0, refusals: 0, crashes: 0, asked: 0, sends: 0 },
    wrong: [] as string[],
  };
}
type World = Awaited<ReturnType<typeof newWorld>>;

const deps = (world: World) => ({
  app: db.app,
  system: db.system,
  enqueue: async () => undefined,
  announce: () => undefined,
  clock: () => new Date(world.now),
  publicUrl: 'http://localhost:3000',
  isDead: async (id: string) => world.dead.has(id),
  log: { warn: () => undefined },
});
const inside = <T>(world: World, work: Parameters<typeof withTenant<T>>[2]): Promise<T> =>
  withTenant(db.app, world.workspaceId, work);
const alertsIn = async ({ workspaceId }: World, states: readonly string[]): Promise<string[]> =>
  (
    await db.admin.query<{ id: string }>(
      'select id from alerts where workspace_id = $1 and state = any($2) order by created_at, id',
      [workspaceId, states],
    )
  ).rows.map(({ id }) => id);
const newestWaiting = async (world: World) => (await alertsIn(world, ['pending_review'])).at(-1);

class Crash extends Error {}
/** What is refused changes nothing, and a crash neither. */
async function tried({ done }: World, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof AppError || error instanceof Crash)) throw error;
    done[error instanceof Crash ? 'crashes' : 'refusals'] += 1;
  }
}

async function decide(
  world: World,
  alertId: string,
  {
    by,
    approves,
    hash,
    seen,
    dies,
  }: { by: Who; approves: boolean; hash: string; seen: Date | null; dies: boolean },
): Promise<void> {
  const { workspaceId, ids } = world;
  if (approves) await assertFresh(deps(world), { workspaceId, alertId });
  const state = await inside(world, async (tx) => {
    const decided = await decideAlert(tx, deps(world).enqueue, {
      workspaceId,
      alertId,
      decision: approves ? 'approve' : 'reject',
      ...(!approves && { reason: 'Not now.' }),
      revision: hash,
      askedAgainAt: seen?.toISOString() ?? null,
      by: { userId: ids[by], name: by, email: `${by}@desk.example` },
      actor: { kind: 'member', userId: ids[by], name: by },
      way: 'account area',
      now: new Date(world.now),
    });
    if (dies) throw new Crash();
    return decided;
  });
  if (state === 'sending' || state === 'approved') world.done.approvals += 1;
  if (approves)
    world.said.set(alertId, [
      ...(world.said.get(alertId) ?? []),
      { who: by, hash, asked: seen?.getTime() ?? 0 },
    ]);
  else if (state === 'rejected') world.rejected.add(alertId);
}

/** One process that sends an alert until it ends, or dies at an answer. */
async function send(world: World, alertId: string, answers: readonly Answer[]): Promise<void> {
  const instanceId = newId();
  let die = (): void => undefined;
  const died = new Promise<void>((resolve) => (die = resolve));
  let n = 0;
  const over = async (delivery: ClaimedDelivery): Promise<SendOutcome> => {
    await checkBytes(world, delivery);
    const said = answers[n % answers.length] ?? 'sent';
    n += 1;
    world.done.sends += 1;
    if (said === 'dies') {
      world.dead.add(instanceId);
      die();
      return new Promise(() => undefined);
    }
    if (said === 'sent') return { outcome: 'sent', providerMessageId: delivery.id };
    if (said === 'retry') return { outcome: 'retry', at: world.now + 600_000, reason: 'later' };
    return { outcome: said, reason: said };
  };
  const all = { ...deps(world), instanceId, pace: paced(2), send: over };
  await Promise.race([deliverAlert(all, { workspaceId: world.workspaceId, alertId }), died]);
}

/** Exactly the approved bytes go out, with the words of the last edit. */
async function checkBytes(world: World, { alertId, prepared }: ClaimedDelivery): Promise<void> {
  const { rows } = await db.admin.query<{ hash: string; state: string; is_same: boolean }>(
    `select v.hash, a.state, r.prepared = $2::jsonb as is_same from alerts a
       join revisions v on v.workspace_id = a.workspace_id and v.alert_id = a.id and v.hash = a.approved_hash
       join renditions r on r.workspace_id = v.workspace_id and r.revision_id = v.id and r.channel = 'email'
      where a.id = $1`,
    [alertId, JSON.stringify(prepared)],
  );
  const sent = rows.find(({ is_same: isSame }) => isSame);
  if (!sent) world.wrong.push(`${alertId} was sent in a form that nobody approved`);
  else if (!isApproved(world, alertId, sent.hash)) world.wrong.push(`${alertId} was sent without approval`);
  const words = sent && world.words.get(sent.hash);
  if (words && !prepared.text.replaceAll(/\s+/g, ' ').includes(words))
    world.wrong.push(`${alertId} was sent without “${words}”`);
  if (world.rejected.has(alertId)) world.wrong.push(`${alertId} was sent after it was rejected`);
}

/** As people did it, or as the policy sends what nobody decided on. */
function isApproved(world: World, alertId: string, hash: string): boolean {
  const { asks, said, edited, since, now } = world;
  const waited = now - (since.get(alertId) ?? now);
  if (asks.unanswered === 'release' && waited >= asks.waitsMinutes * 60_000) return true;
  const authors = new Set<Who>(['owner', ...(edited.get(alertId) ?? [])]);
  const counted = new Set(
    (said.get(alertId) ?? [])
      .filter((each) => each.hash === hash && each.who !== 'viewer')
      .filter((each) => each.asked === (world.asked.get(alertId) ?? 0))
      .filter((each) => !asks.notAuthor || !authors.has(each.who))
      .map((each) => each.who),
  );
  return counted.size >= asks.needs;
}

const run: { [Do in Step['do']]: (world: World, step: Extract<Step, { do: Do }>) => Promise<void> } = {
  event: async (world) => {
    world.events += 1;
    const evidence = { ...fallOf2020.evidence, params: { min_pct: 5 + world.events / 100 } };
    const now = new Date(world.now);
    await inside(world, (tx) =>
      fireRule(tx, async () => undefined, {
        rule: world.rule,
        detection: { ...fallOf2020, evidence },
        trialRunId: null,
        now,
      }),
    );
    for (const alertId of await alertsIn(world, ['drafted'])) {
      await composeAlert(deps(world), { workspaceId: world.workspaceId, alertId });
      world.since.set(alertId, world.now);
    }
  },
  edit: async (world, { who: by, words }) => {
    const { workspaceId, ids } = world;
    const alertId = await newestWaiting(world);
    // The route lets nobody edit who may not approve.
    if (alertId === undefined || by === 'viewer') return;
    const revision = await inside(world, (tx) => newestRevision(tx, alertId));
    const [document] = contentSchema.parse(revision?.content).documents;
    await tried(world, async () => {
      const { revision: made } = await editAlert(
        { ...deps(world), recordedBars: () => null },
        {
          workspaceId,
          alertId,
          form: {
            revision: revision?.hash ?? '',
            texts: [{ language: 'en', headline: plain(document?.headline ?? []), summary: words }],
            vouched: true,
          },
          by: { userId: ids[by], name: by, email: `${by}@desk.example` },
          actor: { kind: 'member', userId: ids[by], name: by },
        },
      );
      world.done.edits += 1;
      world.words.set(made.hash, words);
      world.edited.set(alertId, (world.edited.get(alertId) ?? new Set<Who>()).add(by));
    });
  },
  decide: async (world, { people, approves, stale, dies }) => {
    const alertId = await newestWaiting(world);
    if (alertId === undefined) return;
    const newest = await inside(world, (tx) => newestRevision(tx, alertId));
    const hash = stale ? 'a'.repeat(64) : (newest?.hash ?? '');
    // What all of them have on their screens.
    const judged = await inside(world, (tx) => storedAssessment(tx, alertId));
    const seen = judged?.askedAgainAt ?? null;
    await Promise.all(
      people.map((by) => tried(world, () => decide(world, alertId, { by, approves, hash, seen, dies }))),
    );
  },
  price: async (world, { to }) => {
    await db.admin.query(
      `insert into bars (instrument_id, timeframe, ts, open, high, low, close, volume)
       values ($1, '5m', $2::timestamptz - interval '5 minutes', $3, $3, $3, $3, 1)
       on conflict (instrument_id, timeframe, ts) do update set close = excluded.close`,
      [SPX_ID, new Date(world.now).toISOString(), to],
    );
  },
  wait: async (world, { minutes }) => {
    world.now += minutes * 60_000;
  },
  lapse: (world) => lapseReviews(deps(world)),
  send: async (world, { answers }) => {
    for (const alertId of await alertsIn(world, ['approved', 'sending', 'unknown', 'partly_sent', 'failed']))
      await send(world, alertId, answers);
  },
  sweep: async (world) => {
    await sweepDeliveries(deps(world));
  },
};

/** No alert is further than its approval, and what was asked again isn't approved by what was said before. */
async function check(world: World, after: string): Promise<void> {
  const rows = await inside(world, (tx) => tx.select().from(alerts));
  const known = await inside(world, (tx) => tx.select({ hash: revisions.hash }).from(revisions));
  const { rows: opened } = await db.admin.query<{ alert_id: string }>(
    'select alert_id from fan_outs where workspace_id = $1',
    [world.workspaceId],
  );
  const { rows: asked } = await db.admin.query<{ alert_id: string; at: Date }>(
    `select alert_id, asked_again_at as at from alert_assessments
      where workspace_id = $1 and asked_again_at is not null`,
    [world.workspaceId],
  );
  for (const { alert_id: id, at } of asked) {
    if (world.asked.get(id) === at.getTime()) continue;
    world.asked.set(id, at.getTime());
    world.done.asked += 1;
  }
  for (const { id, state, approvedHash } of rows) {
    const isOpened = opened.some(({ alert_id: alertId }) => alertId === id);
    const isOut = !['drafted', 'pending_review', 'rejected', 'expired', 'withheld'].includes(state);
    const said = `${id} is ${state} after ${after}`;
    if (isOut && (approvedHash === null || !isApproved(world, id, approvedHash)))
      world.wrong.push(`${said} and was not approved`);
    if (isOut && !known.some(({ hash }) => hash === approvedHash))
      world.wrong.push(`${said} as nothing known`);
    if (['drafted', 'pending_review', 'rejected'].includes(state) && isOpened)
      world.wrong.push(`${said} and on its way`);
    if (world.rejected.has(id) !== (state === 'rejected'))
      world.wrong.push(`${said}, against what was decided`);
  }
}

/** Lets everything come to its end: nobody decides anymore, and what is approved is sent. */
async function drain(world: World): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    await run.send(world, { do: 'send', answers: ['sent'] });
    world.now += 31 * 60_000;
    await lapseReviews(deps(world));
    await sweepDeliveries(deps(world));
    const open = ['drafted', 'pending_review', 'approved', 'scheduled', 'sending'];
    if ((await alertsIn(world, open)).length === 0) return;
  }
  world.wrong.push('an alert never ends');
}

it('sends nothing but what was approved as it reads, and every alert ends', async () => {
  let sequences = 0;
  const done: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(policy, fc.array(step, { minLength: 8, maxLength: 20 }), async (asks, steps) => {
      const world = await newWorld(asks);
      await run.event(world, { do: 'event' });
      for (const each of steps) {
        await (run[each.do] as (world: World, step: Step) => Promise<void>)(world, each);
        await check(world, each.do);
      }
      await drain(world);
      await check(world, 'the end');
      expect(world.wrong).toEqual([]);
      for (const [what, count] of Object.entries(world.done)) done[what] = (done[what] ?? 0) + count;
      await db.admin.query('delete from workspaces where id = $1', [world.workspaceId]);
      sequences += 1;
      if (sequences % PROGRESS === 0) console.log(`${sequences} sequences: ${JSON.stringify(done)}`);
    }),
    { numRuns: RUNS, ...drillLimit(), seed: drill(20_261_126, Date.now()) },
  );
  // Otherwise nothing was shown.
  for (const what of ['edits', 'approvals', 'refusals', 'sends']) expect(done[what], what).toBeGreaterThan(0);
  expect(sequences).toBeGreaterThan(0);
});
