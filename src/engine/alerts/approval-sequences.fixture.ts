import fc from 'fast-check';
import { newId } from '#src/db/ids.ts';
import { withTenant } from '#src/db/tenant.ts';
import { policyContentSchema } from '#src/shared/approval.ts';
import { contentSchema } from '#src/shared/content/content.ts';
import { plain } from '#src/shared/content/text.ts';
import { AppError } from '#src/shared/errors.ts';
import type { TestDatabase } from '#tests/support/database.ts';
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

export const policy = fc.record({
  needs: fc.constantFrom(1, 2),
  notAuthor: fc.boolean(),
  unanswered: fc.constantFrom('expire', 'release', 'escalate'),
  waitsMinutes: fc.constantFrom(10, 30),
  moved: fc.constantFrom('off', 'lapse', 'ask'),
});
type Policy = typeof policy extends fc.Arbitrary<infer P> ? P : never;

const who = fc.constantFrom(...PEOPLE);
const answer = fc.constantFrom('sent', 'sent', 'retry', 'unknown', 'dies');
export const step = fc.oneof(
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

/** A workspace in which many sequences run, one after the other. */
export async function newHome(db: TestDatabase) {
  const { workspaceId, userId: owner } = await newWorkspace(db);
  const ids: Record<Who, string> = {
    owner,
    first: await addMember(db, workspaceId, 'approver'),
    second: await addMember(db, workspaceId, 'admin'),
    viewer: await addMember(db, workspaceId, 'viewer'),
  };
  // No month is used up, and no rule is suspended, by the sequences before.
  await db.admin.query(
    `with plan as (
       update subscriptions set plan_id = 'enterprise', status = 'Active', trial_ends_at = null where workspace_id = $1)
     insert into flapping_limits (workspace_id, most, minutes) values ($1, null, 10)`,
    [workspaceId],
  );
  await addReaders(db.admin, workspaceId, ['reader@readers.example']);
  await sendToReaders(db, workspaceId);
  await db.admin.query('update rules set changed_by = $2 where workspace_id = $1', [workspaceId, owner]);
  return {
    db,
    workspaceId,
    ids,
    rule: await starterRule(db, workspaceId),
    /** By what they ask for. */
    policies: new Map<string, string>(),
    events: 0,
    priced: true,
  };
}
export type Home = Awaited<ReturnType<typeof newHome>>;

async function policyIn(home: Home, asks: Policy): Promise<string> {
  const key = JSON.stringify(asks);
  const known = home.policies.get(key);
  if (known !== undefined) return known;
  const { workspaceId, ids } = home;
  const { needs, notAuthor, unanswered, waitsMinutes, moved } = asks;
  const { id } = await createPolicies({ app: home.db.app, clock: () => new Date() }).make(
    { workspaceId, actor: { kind: 'member', userId: ids.owner, name: 'Ada Byron' } },
    {
      name: `Drilled ${home.policies.size}`,
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
  home.policies.set(key, id);
  return id;
}

/** An alert as it's stored after a step. */
type Stored = {
  id: string;
  state: string;
  approved_hash: string | null;
  newest: string | null;
  asked: Date | null;
  /** It has a fan-out, and what is approved is one of its revisions. */
  opened: boolean;
  known: boolean;
  /** Sending found something other than what was approved. */
  refused: boolean;
};

/** How many times each kind of step was taken, what came of it, why it was refused, and the states that alerts ended in. */
export type Done = Record<'steps' | 'counts' | 'refused' | 'ends', Map<string, number>>;
const count = (into: Map<string, number>, what: string): unknown => into.set(what, (into.get(what) ?? 0) + 1);

/** One sequence. What ran in the workspace before has ended, and is none of its business. */
export async function newWorld(home: Home, asks: Policy) {
  const approval = await policyIn(home, asks);
  const { workspaceId, db } = home;
  await db.admin.query(
    `with of_routes as (update routes set approval = $2 where workspace_id = $1)
     update rules set approval = $2 where workspace_id = $1`,
    [workspaceId, approval],
  );
  if (home.priced) await db.admin.query('delete from bars where instrument_id = $1', [SPX_ID]);
  home.priced = false;
  return {
    ...home,
    home,
    asks,
    now: Date.now(),
    stored: [] as Stored[],
    mine: [] as string[],
    dead: new Set<string>(),
    /** Resolved when the sequence has ended: then the sends of dead processes answer after all. */
    late: Promise.withResolvers<void>(),
    asleep: [] as Promise<void>[],
    /** By alert: who has approved which revision, and when an approval was asked for again, which ends all before. */
    said: new Map<string, { who: Who; hash: string; asked: number }[]>(),
    asked: new Map<string, number>(),
    rejected: new Set<string>(),
    /** By alert: who has edited it, and by revision: what they wrote. */
    edited: new Map<string, Set<Who>>(),
    words: new Map<string, string>(),
    /** By alert: since when it waits. */
    since: new Map<string, number>(),
    done: { steps: new Map(), counts: new Map(), refused: new Map(), ends: new Map() } as Done,
    wrong: [] as string[],
  };
}
export type World = Awaited<ReturnType<typeof newWorld>>;

const deps = (world: World) => ({
  app: world.db.app,
  system: world.db.system,
  enqueue: async () => undefined,
  announce: () => undefined,
  clock: () => new Date(world.now),
  publicUrl: 'http://localhost:3000',
  isDead: async (id: string) => world.dead.has(id),
  log: { warn: () => undefined },
});
const inside = <T>(world: World, work: Parameters<typeof withTenant<T>>[2]): Promise<T> =>
  withTenant(world.db.app, world.workspaceId, work);
const alertsIn = ({ stored }: World, states: readonly string[]): Stored[] =>
  stored.filter(({ state }) => states.includes(state));
const newestWaiting = (world: World) => alertsIn(world, ['pending_review']).at(-1);

class Crash extends Error {}
/** What is refused changes nothing, and a crash neither. */
async function tried({ done }: World, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof AppError || error instanceof Crash)) throw error;
    if (error instanceof Crash) count(done.counts, 'crashes');
    else count(done.refused, error.code);
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
  if (state === 'sending' || state === 'approved') count(world.done.counts, 'approvals');
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
  const stopped = new AbortController();
  const { promise: died, resolve: die } = Promise.withResolvers<void>();
  let n = 0;
  const over = async (delivery: ClaimedDelivery): Promise<SendOutcome> => {
    await checkBytes(world, delivery);
    const said = answers[n % answers.length] ?? 'sent';
    n += 1;
    count(world.done.counts, 'sends');
    if (said === 'dies') {
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
  const all = { ...deps(world), instanceId, pace: paced(2), send: over, stop: stopped.signal };
  const whole = deliverAlert(all, { workspaceId: world.workspaceId, alertId });
  await Promise.race([whole, died]);
  if (stopped.signal.aborted) world.asleep.push(whole);
}

/** Exactly the approved bytes go out, with the words of the last edit. */
async function checkBytes(world: World, { alertId, prepared }: ClaimedDelivery): Promise<void> {
  const { rows } = await world.db.admin.query<{ hash: string; state: string; is_same: boolean }>(
    `select v.hash, a.state, r.prepared = $2::jsonb as is_same from alerts a
       join revisions v on v.workspace_id = a.workspace_id and v.alert_id = a.id and v.hash = a.approved_hash
       join renditions r on r.workspace_id = v.workspace_id and r.revision_id = v.id and r.channel = 'email'
      where a.workspace_id = $3 and a.id = $1`,
    [alertId, JSON.stringify(prepared), world.workspaceId],
  );
  const sent = rows.find(({ is_same: isSame }) => isSame);
  if (!sent) world.wrong.push(`${alertId} was sent in a form without approval`);
  else if (!isApproved(world, alertId, sent.hash)) world.wrong.push(`${alertId} was sent without approval`);
  const words = sent && world.words.get(sent.hash);
  if (words && !prepared.text.replaceAll(/\s+/g, ' ').includes(words))
    world.wrong.push(`${alertId} was sent without “${words}”`);
  if (world.rejected.has(alertId)) world.wrong.push(`${alertId} was sent after it was rejected`);
}

/** By people, or by a policy that releases alerts without a decision. */
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

/** @returns whether it may have changed an alert */
type Run<S> = (world: World, step: S) => Promise<boolean>;
const run: { [Do in Step['do']]: Run<Extract<Step, { do: Do }>> } = {
  event: async (world) => {
    const { home, workspaceId } = world;
    home.events += 1;
    const evidence = { ...fallOf2020.evidence, params: { min_pct: 5 + home.events / 10_000 } };
    const now = new Date(world.now);
    const alertId = await inside(world, (tx) =>
      fireRule(tx, async () => undefined, {
        rule: world.rule,
        detection: { ...fallOf2020, evidence },
        trialRunId: null,
        now,
      }),
    );
    if (alertId === null) throw new Error('The rule made no alert.');
    world.mine.push(alertId);
    await composeAlert(deps(world), { workspaceId, alertId });
    world.since.set(alertId, world.now);
    return true;
  },
  edit: async (world, { who: by, words }) => {
    const { workspaceId, ids } = world;
    const alertId = newestWaiting(world)?.id;
    // Members who can't approve can't edit either: the route checks that.
    if (alertId === undefined || by === 'viewer') return false;
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
      count(world.done.counts, 'edits');
      world.words.set(made.hash, words);
      world.edited.set(alertId, (world.edited.get(alertId) ?? new Set<Who>()).add(by));
    });
    return true;
  },
  decide: async (world, { people, approves, stale, dies }) => {
    const alert = newestWaiting(world);
    if (alert === undefined) return false;
    // What all of them have on their screens.
    const hash = stale ? 'a'.repeat(64) : (alert.newest ?? '');
    const seen = alert.asked;
    await Promise.all(
      people.map((by) => tried(world, () => decide(world, alert.id, { by, approves, hash, seen, dies }))),
    );
    return true;
  },
  price: async (world, { to }) => {
    world.home.priced = true;
    await world.db.admin.query(
      `insert into bars (instrument_id, timeframe, ts, open, high, low, close, volume)
       values ($1, '5m', $2::timestamptz - interval '5 minutes', $3, $3, $3, $3, 1)
       on conflict (instrument_id, timeframe, ts) do update set close = excluded.close`,
      [SPX_ID, new Date(world.now).toISOString(), to],
    );
    return false;
  },
  wait: async (world, { minutes }) => {
    world.now += minutes * 60_000;
    return false;
  },
  lapse: async (world) => {
    await lapseReviews(deps(world));
    return true;
  },
  send: async (world, { answers }) => {
    const open = alertsIn(world, ['approved', 'sending', 'unknown', 'partly_sent', 'failed']);
    for (const { id } of open) await send(world, id, answers);
    return open.length > 0;
  },
  sweep: async (world) => {
    await sweepDeliveries(deps(world));
    return true;
  },
};

/** Does a step, and reads what became of the alerts, unless it can't have changed them. */
export async function take(world: World, each: Step): Promise<void> {
  count(world.done.steps, each.do);
  const changed = await (run[each.do] as Run<Step>)(world, each);
  if (changed) await check(world, each.do);
}

const STORED = `
  select a.id, a.state, a.approved_hash, s.asked_again_at as asked,
         (select v.hash from revisions v where v.workspace_id = a.workspace_id and v.alert_id = a.id
           order by v.n desc limit 1) as newest,
         exists (select from fan_outs f where f.workspace_id = a.workspace_id and f.alert_id = a.id) as opened,
         exists (select from revisions v where v.workspace_id = a.workspace_id and v.alert_id = a.id
                    and v.hash = a.approved_hash) as known,
         exists (select from alert_transitions t where t.workspace_id = a.workspace_id and t.alert_id = a.id
                    and t.reason like '%the one that was approved%') as refused
    from alerts a left join alert_assessments s on s.workspace_id = a.workspace_id and s.alert_id = a.id
   where a.workspace_id = $1 and a.id = any($2::uuid[]) order by a.created_at, a.id`;

/** No alert is further than its approval, and what was asked again isn't approved by what was said before. */
export async function check(world: World, after: string): Promise<void> {
  const values = [world.workspaceId, world.mine];
  const { rows } = await world.db.admin.query<Stored>({ name: 'stored', text: STORED, values });
  world.stored = rows;
  for (const { id, asked } of rows) {
    if (asked === null || world.asked.get(id) === asked.getTime()) continue;
    world.asked.set(id, asked.getTime());
    count(world.done.counts, 'asked again');
  }
  for (const { id, state, approved_hash: hash, opened, known, refused } of rows) {
    const isOut = !['drafted', 'pending_review', 'rejected', 'expired', 'withheld'].includes(state);
    const said = `${id} is ${state} after ${after}`;
    if (isOut && (hash === null || !isApproved(world, id, hash)))
      world.wrong.push(`${said} and was not approved`);
    if (refused) world.wrong.push(`${said}: what was approved wasn't sent`);
    if (isOut && !known) world.wrong.push(`${said} as nothing known`);
    if (['drafted', 'pending_review', 'rejected'].includes(state) && opened)
      world.wrong.push(`${said} and on its way`);
    if (world.rejected.has(id) !== (state === 'rejected'))
      world.wrong.push(`${said}, against what was decided`);
  }
}

/** Ends every alert of the sequence: no more decisions, and approved ones are sent. */
export async function drain(world: World): Promise<void> {
  const open = ['drafted', 'pending_review', 'approved', 'scheduled', 'sending'];
  for (let round = 0; round < 12; round += 1) {
    await take(world, { do: 'send', answers: ['sent'] });
    if (alertsIn(world, open).length === 0) {
      for (const { state } of world.stored) count(world.done.ends, state);
      return;
    }
    world.now += 31 * 60_000;
    if (alertsIn(world, ['pending_review']).length > 0) await lapseReviews(deps(world));
    if (alertsIn(world, ['approved', 'sending']).length > 0) await sweepDeliveries(deps(world));
    await check(world, 'a while');
  }
  world.wrong.push('an alert never ends');
}

/** The processes that have died hear their answers after all. That changes nothing, and they end without an error. */
export async function wakeDead(world: World): Promise<void> {
  world.late.resolve();
  await Promise.all(world.asleep);
  await check(world, 'a late answer');
}
