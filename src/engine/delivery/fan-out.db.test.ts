import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { leave } from '#src/db/queries/unsubscriptions.ts';
import { usageOf } from '#src/db/queries/usage.ts';
import { alerts, attempts, deliveries, fanOuts, fanOutSkips } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import {
  addReaders,
  fallOf2020,
  newWorkspace,
  paced,
  sendToReaders,
  starterRule,
} from '#tests/support/workspace.ts';
import { composeAlert } from '../alerts/compose.ts';
import type { SendOutcome } from '../channels/channel.ts';
import { addChannel, channelOf } from '../channels/registry.ts';
import { fireRule } from '../events/fire-rule.ts';
import { CLAIM_MS, type ClaimedDelivery } from './claimed.ts';
import { deliverAlert } from './deliver.ts';
import { keepDeliveryMonths } from './months.ts';
import { sweepDeliveries } from './sweep.ts';

let db: TestDatabase;
const undo: (() => void)[] = [];
beforeAll(async () => {
  db = await testDatabase();
});
afterEach(() => undo.splice(0).forEach((each) => each()));
afterAll(() => db.drop());

const sentOutcome: SendOutcome = { outcome: 'sent', providerMessageId: '<x@y>' };
const me = '00000000-0000-7000-8000-000000000004';
type Send = (delivery: ClaimedDelivery) => Promise<SendOutcome>;
const deps = (send: Send = async () => sentOutcome, clock = () => new Date()) => ({
  app: db.app,
  system: db.system,
  enqueue: db.enqueue,
  announce: () => undefined,
  clock,
  instanceId: me,
  isDead: async () => false,
  log: { warn: () => undefined },
  pace: paced(16),
  send,
});

async function fire(workspaceId: string): Promise<string> {
  const rule = await starterRule(db, workspaceId);
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now: new Date() }),
  );
  return alertId!;
}
const alertsOf = (workspaceId: string) =>
  withTenant(db.app, workspaceId, (tx) => tx.select().from(alerts).orderBy(alerts.createdAt, alerts.id));
const deliveriesOf = (workspaceId: string) =>
  withTenant(db.app, workspaceId, (tx) => tx.select().from(deliveries));
const skipsOf = (workspaceId: string) =>
  withTenant(db.app, workspaceId, (tx) => tx.select().from(fanOutSkips));

/** A second channel, which only these tests have. */
function withChat(idempotent = false): string {
  const email = channelOf('email');
  const capabilities = { ...email.capabilities, idempotent };
  undo.push(addChannel({ ...email, kind: 'test-chat', planClass: 'included', capabilities }));
  return 'test-chat';
}

describe('one event in three brands, to three overlapping audiences, by two routes and on two channels', () => {
  /** Contacts 0 to 29 with an email address each; every second one has a chat as well. */
  async function prepare(reach: 'each' | 'preferred') {
    const { workspaceId } = await newWorkspace(db);
    const chat = withChat();
    const run = (text: string, values: unknown[] = []) => db.admin.query(text, [workspaceId, ...values]);
    await run(
      `update subscriptions set plan_id = 'enterprise', status = 'Active', trial_ends_at = null where workspace_id = $1`,
    );
    const people = Array.from({ length: 30 }, () => newId());
    await run(
      `with person as (insert into contacts (workspace_id, id, created_at, updated_at) select $1, id, now(), now() from unnest($2::uuid[]) id)
       insert into addresses (workspace_id, id, contact_id, channel, address, confirmed_at, created_at, updated_at)
       select $1, gen_random_uuid(), id, way.channel, id || way.channel, now(), now(), now()
         from unnest($2::uuid[]) with ordinality p (id, n), unnest(array['email', $3]) way (channel)
        where way.channel = 'email' or n % 2 = 0`,
      [people, chat],
    );
    const parts = [people.slice(0, 20), people.slice(10), people.slice(5, 15)];
    const audiences = parts.map(() => newId());
    for (const [at, part] of parts.entries()) {
      await run(
        `insert into audiences (workspace_id, id, name, kind, created_at, updated_at) values ($1, $2, 'Part ' || $3::int, 'list', now(), now())`,
        [audiences[at], at],
      );
      await run(
        `insert into audience_contacts (workspace_id, audience_id, contact_id, added_at) select $1, $2, id, now() from unnest($3::uuid[]) id`,
        [audiences[at], part],
      );
    }
    await run(
      `insert into brands (workspace_id, id, name, color, created_at) select $1, gen_random_uuid(), 'Other ' || n, '#112233', now() from generate_series(1, 2) n`,
    );
    await run(
      `insert into routes (workspace_id, id, rule_id, position, brand_id, approval, reach, channels, created_at, updated_at)
       select $1, gen_random_uuid(), r.id, row_number() over (order by b.id, way.n), b.id, 'auto', $2,
              case way.n when 1 then array['email', $3] else array[$3, 'email'] end, now(), now()
         from rules r, brands b, generate_series(1, 2) way (n) where r.workspace_id = $1 and b.workspace_id = $1`,
      [reach, chat],
    );
    // The first route of a brand to two of the audiences, the second to all three.
    await run(
      `insert into route_targets (workspace_id, id, route_id, audience_id)
       select $1, gen_random_uuid(), r.id, a.id from routes r, unnest($2::uuid[]) with ordinality a (id, n)
        where r.workspace_id = $1 and (a.n < 3 or r.channels[1] <> 'email')`,
      [audiences],
    );
    await fire(workspaceId);
    const made = await alertsOf(workspaceId);
    expect(new Set(made.map(({ brandId }) => brandId)).size).toBe(3);
    expect(new Set(made.map(({ eventId }) => eventId)).size).toBe(1);
    const got: ClaimedDelivery[] = [];
    const send: Send = async (delivery) => (got.push(delivery), sentOutcome);
    for (const { id: alertId } of made) await composeAlert(deps(), { workspaceId, alertId });
    await Promise.all(
      made.flatMap(({ id: alertId }) =>
        [1, 2].map(() => deliverAlert({ ...deps(send), pace: paced(3) }, { workspaceId, alertId })),
      ),
    );
    expect((await alertsOf(workspaceId)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
    // Told in three brands, it's three alerts of the plan, to however many people.
    const { rows } = await run('select sum(alerts)::int as used from usage_months where workspace_id = $1');
    expect(rows).toEqual([{ used: 3 }]);
    return { got, people, brands: [...new Set(made.map(({ brandId }) => brandId))], chat };
  }
  const keys = (got: readonly ClaimedDelivery[]) =>
    got.map(({ brandId, contactId, channel }) => `${brandId} ${contactId} ${channel}`).toSorted();

  it('gives each person one in each brand and channel', async () => {
    const { got, people, brands, chat } = await prepare('each');
    const wanted = brands.flatMap((brand) =>
      people.flatMap((person, at) => [
        `${brand} ${person} email`,
        ...(at % 2 === 1 ? [`${brand} ${person} ${chat}`] : []),
      ]),
    );
    expect(keys(got)).toEqual(wanted.toSorted());
  });

  it('gives each person one in each brand where the routes prefer a channel', async () => {
    const { got, people, brands } = await prepare('preferred');
    const each = got.map(({ brandId, contactId }) => `${brandId} ${contactId}`).toSorted();
    expect(each).toEqual(brands.flatMap((brand) => people.map((person) => `${brand} ${person}`)).toSorted());
  });
});

it('reaches everyone over the first channel of the route that they have', async () => {
  const { workspaceId } = await newWorkspace(db);
  const chat = withChat();
  await addReaders(db.admin, workspaceId, ['both@desk.example', 'one@desk.example']);
  await db.admin.query(
    `insert into addresses (workspace_id, id, contact_id, channel, address, confirmed_at, created_at, updated_at)
     select workspace_id, gen_random_uuid(), contact_id, $2, 'chat', now(), now(), now() from addresses
      where workspace_id = $1 and address = 'both@desk.example'`,
    [workspaceId, chat],
  );
  await sendToReaders(db, workspaceId, { reach: 'preferred', channels: [chat, 'email'] });
  const alertId = await fire(workspaceId);
  await composeAlert(deps(), { workspaceId, alertId });
  const to: string[] = [];
  await deliverAlert(
    deps(async ({ address }) => (to.push(address), sentOutcome)),
    { workspaceId, alertId },
  );
  expect(to.toSorted()).toEqual(['chat', 'one@desk.example']);
});

it('asks for a review where one of a brand’s routes does', async () => {
  const { workspaceId } = await newWorkspace(db);
  await addReaders(db.admin, workspaceId, ['one@desk.example']);
  await sendToReaders(db, workspaceId);
  await db.admin.query(
    `insert into routes (workspace_id, id, rule_id, position, brand_id, approval, created_at, updated_at)
     select workspace_id, gen_random_uuid(), rule_id, 1, brand_id, 'human', now(), now() from routes where workspace_id = $1`,
    [workspaceId],
  );
  const alertId = await fire(workspaceId);
  await composeAlert(deps(), { workspaceId, alertId });
  expect(await alertsOf(workspaceId)).toMatchObject([{ state: 'pending_review', approvedHash: null }]);
});

it('gives nothing to a person who leaves before their window is claimed', async () => {
  const { workspaceId } = await newWorkspace(db);
  await addReaders(
    db.admin,
    workspaceId,
    Array.from({ length: 12 }, (_, n) => `reader${n}@desk.example`),
  );
  await sendToReaders(db, workspaceId);
  const alertId = await fire(workspaceId);
  await composeAlert(deps(), { workspaceId, alertId });
  let left: string[] = [];
  const got: string[] = [];
  const send: Send = async ({ contactId, brandId }) => {
    got.push(contactId!);
    if (got.length > 1) return sentOutcome;
    // All the others but three leave while the first is being sent.
    const { rows } = await db.admin.query<{ contact_id: string }>(
      `select contact_id from addresses where workspace_id = $1 and address like 'reader%' and contact_id <> $2`,
      [workspaceId, contactId],
    );
    left = rows.slice(0, 8).map((row) => row.contact_id);
    await withTenant(db.app, workspaceId, async (tx) => {
      for (const each of left)
        await leave(
          tx,
          { workspaceId, contactId: each },
          { brandId, channel: null, topic: null, source: 'link', at: new Date() },
        );
    });
    return sentOutcome;
  };
  const one = { lanes: 1, window: 1, slots: paced(1)('email', null, workspaceId).slots, rate: null };
  await deliverAlert({ ...deps(send), pace: () => one }, { workspaceId, alertId });
  expect(got).toHaveLength(4);
  expect(got.filter((id) => left.includes(id))).toEqual([]);
  expect(await skipsOf(workspaceId)).toMatchObject([{ reason: 'unsubscribed', people: 8 }]);
  expect(await alertsOf(workspaceId)).toMatchObject([{ state: 'sent' }]);
});

it('passes over who may not have it, counts them, and gives back what nobody could use', async () => {
  const { workspaceId } = await newWorkspace(db);
  await addReaders(db.admin, workspaceId, [
    'bounced@desk.example',
    'new@desk.example',
    'bounced2@desk.example',
  ]);
  await db.admin.query(
    `update addresses set suppressed_at = now() where workspace_id = $1 and address like 'bounced%'`,
    [workspaceId],
  );
  await db.admin.query(
    `update addresses set confirmed_at = null where workspace_id = $1 and address like 'new%'`,
    [workspaceId],
  );
  await sendToReaders(db, workspaceId);
  const alertId = await fire(workspaceId);
  await composeAlert(deps(), { workspaceId, alertId });
  const used = () => withTenant(db.app, workspaceId, (tx) => usageOf(tx, workspaceId, new Date()));
  expect(await used()).toMatchObject({ alerts: 1 });
  await deliverAlert(
    deps(async () => expect.unreachable('nobody may have it')),
    { workspaceId, alertId },
  );
  const skipped = (await skipsOf(workspaceId)).map(({ reason, people }) => [reason, people]);
  expect(skipped.toSorted()).toEqual([
    ['suppressed', 2],
    ['unconfirmed', 1],
  ]);
  expect(await alertsOf(workspaceId)).toMatchObject([{ state: 'withheld' }]);
  const { rows } = await db.admin.query(
    `select reason from alert_transitions where alert_id = $1 order by at desc, id desc limit 1`,
    [alertId],
  );
  expect(rows).toEqual([{ reason: 'every address it was meant for is suppressed' }]);
  expect(await used()).toMatchObject({ alerts: 0 });
});

describe('an alert that is no longer news', () => {
  const late = () => new Date(Date.now() + 11 * 60_000);
  const prepare = async () => {
    const { workspaceId } = await newWorkspace(db);
    await addReaders(db.admin, workspaceId, ['one@desk.example', 'two@desk.example']);
    await sendToReaders(db, workspaceId, { expiresMinutes: 10 });
    return { workspaceId, alertId: await fire(workspaceId) };
  };
  const unreachable: Send = async () => expect.unreachable('it is too late');

  it('is not sent when it is approved too late', async () => {
    const job = await prepare();
    await composeAlert(deps(unreachable, late), job);
    expect(await alertsOf(job.workspaceId)).toMatchObject([{ state: 'expired' }]);
  });

  it('is not sent when its turn comes too late', async () => {
    const job = await prepare();
    await composeAlert(deps(), job);
    await deliverAlert(deps(unreachable, late), job);
    expect(await alertsOf(job.workspaceId)).toMatchObject([{ state: 'expired' }]);
    expect(await deliveriesOf(job.workspaceId)).toEqual([]);
  });

  it('is not tried again', async () => {
    const job = await prepare();
    await composeAlert(deps(), job);
    await deliverAlert(
      deps(async () => ({ outcome: 'retry', at: Date.now() + 60_000, reason: 'busy' })),
      job,
    );
    await deliverAlert(deps(unreachable, late), job);
    const reason = 'It was no longer news when its turn came.';
    expect(await deliveriesOf(job.workspaceId)).toMatchObject([
      { state: 'rejected', reason },
      { state: 'rejected', reason },
    ]);
  });
});

describe('a process that dies or stands still', () => {
  const prepare = async (idempotent: boolean) => {
    const { workspaceId } = await newWorkspace(db);
    const chat = withChat(idempotent);
    await addReaders(db.admin, workspaceId, ['one@desk.example']);
    await db.admin.query(
      `update addresses set channel = $2 where workspace_id = $1 and address = 'one@desk.example'`,
      [workspaceId, chat],
    );
    await sendToReaders(db, workspaceId, { channels: [chat] });
    const alertId = await fire(workspaceId);
    await composeAlert(deps(), { workspaceId, alertId });
    return { workspaceId, alertId };
  };

  it('has its claims tried again where the provider recognizes repeats; its late answer changes nothing', async () => {
    const job = await prepare(true);
    const begun = Promise.withResolvers<(outcome: SendOutcome) => void>();
    const ids: string[] = [];
    // It claims nothing more itself: a process that goes on would take up the retry it is given up for.
    const frozen = new AbortController();
    const hangs = deps(({ id }) => {
      ids.push(id);
      frozen.abort();
      return new Promise((resolve) => begun.resolve(resolve));
    });
    const hanging = deliverAlert({ ...hangs, stop: frozen.signal }, job);
    // The claim is committed before the process hears of it.
    const answer = await begun.promise;
    await sweepDeliveries({ ...deps(), isDead: async (id) => id === me });
    expect(await deliveriesOf(job.workspaceId)).toMatchObject([{ state: 'retry' }]);
    const other = { ...deps(async ({ id }) => (ids.push(id), sentOutcome)), instanceId: newId() };
    await deliverAlert(other, job);
    answer({ outcome: 'rejected', reason: 'much later' });
    await hanging;
    expect(await deliveriesOf(job.workspaceId)).toMatchObject([{ state: 'sent', attempts: 2 }]);
    expect(new Set(ids).size).toBe(1);
    expect(await alertsOf(job.workspaceId)).toMatchObject([{ state: 'sent' }]);
  });

  it('sends nothing of what it claimed too long ago, and claims it anew', async () => {
    const job = await prepare(false);
    const began = Date.now();
    let asked = 0;
    // It stands still between the claim and the send.
    const clock = () => new Date((asked += 1) < 3 ? began : began + CLAIM_MS);
    const sent: number[] = [];
    const pace = { lanes: 1, window: 1, slots: paced(1)('any', null, job.workspaceId).slots, rate: null };
    const slow = deps(async ({ attempt }) => (sent.push(attempt), sentOutcome), clock);
    await deliverAlert({ ...slow, pace: () => pace }, job);
    // The claim that came to nothing was no attempt.
    expect(sent).toEqual([1]);
    const tried = await withTenant(db.app, job.workspaceId, (tx) => tx.select().from(attempts));
    expect(tried.map(({ n, outcome, detail }) => [n, outcome, detail])).toEqual([
      [1, 'sent', 'accepted as <x@y>'],
    ]);
  });

  it('is followed by another at once, and woken after a stop of sending', async () => {
    const job = await prepare(false);
    const jobs = async () =>
      (
        await db.admin.query(
          `select 1 from pgboss.job where name = 'deliver-alert' and data->>'alertId' = $1`,
          [job.alertId],
        )
      ).rowCount;
    const { rowCount } = await db.admin.query(`update fan_outs set worked_by = $2 where alert_id = $1`, [
      job.alertId,
      me,
    ]);
    expect([rowCount, await jobs()]).toEqual([1, 1]);
    await sweepDeliveries(deps());
    expect(await jobs()).toBe(1);
    await sweepDeliveries({ ...deps(), isDead: async (id) => id === me });
    expect(await jobs()).toBe(2);
    await withTenant(db.app, job.workspaceId, (tx) =>
      tx.update(fanOuts).set({ workedBy: me, waits: 'Stopped.', waiting: ['test-chat'] }),
    );
    await sweepDeliveries(deps());
    await sweepDeliveries(deps());
    expect(await jobs()).toBe(3);
  });
});

it('goes once to a destination of a connection', async () => {
  const { workspaceId } = await newWorkspace(db);
  const chat = withChat();
  const [connectionId, destinationId] = [newId(), newId()];
  const run = (text: string, values: unknown[] = []) => db.admin.query(text, [workspaceId, ...values]);
  await run(
    `insert into connections (workspace_id, id, channel, name, created_at, updated_at) values ($1, $2, $3, 'Bot', now(), now())`,
    [connectionId, chat],
  );
  await run(
    `insert into destinations (workspace_id, id, connection_id, name, address, created_at, updated_at) values ($1, $2, $3, 'Desk', '#desk', now(), now())`,
    [destinationId, connectionId],
  );
  await sendToReaders(db, workspaceId);
  await run(`update route_targets set audience_id = null, destination_id = $2 where workspace_id = $1`, [
    destinationId,
  ]);
  const alertId = await fire(workspaceId);
  await composeAlert(deps(), { workspaceId, alertId });
  const got: ClaimedDelivery[] = [];
  const send: Send = async (delivery) => (got.push(delivery), sentOutcome);
  await deliverAlert(deps(send), { workspaceId, alertId });
  expect(got).toMatchObject([
    { address: '#desk', connectionId, contactId: null, targetId: destinationId, channel: chat },
  ]);
  expect(await alertsOf(workspaceId)).toMatchObject([{ state: 'sent' }]);
});

it('makes months ahead, and moves what came before its month was made', async () => {
  const { workspaceId } = await newWorkspace(db);
  const alertId = await fire(workspaceId);
  await db.admin.query(`update alerts set created_at = '2031-05-17Z' where id = $1`, [alertId]);
  await composeAlert(deps(), { workspaceId, alertId });
  await deliverAlert(deps(), { workspaceId, alertId });
  const where = async () =>
    (
      await db.admin.query<{ part: string }>(
        `select tableoid::regclass::text as part from deliveries where alert_id = $1`,
        [alertId],
      )
    ).rows;
  expect(await where()).toEqual([{ part: 'deliveries_other' }]);
  for (let round = 0; round < 2; round += 1)
    await keepDeliveryMonths({ system: db.system, clock: () => new Date('2031-03-02Z') });
  expect(await where()).toEqual([{ part: 'deliveries_2031_05' }]);
  const counts = await withTenant(db.app, workspaceId, (tx) =>
    tx.execute(sql`select sent, sending from fan_out_counts where alert_id = ${alertId}`),
  );
  expect(counts.rows).toEqual([{ sent: 1, sending: 0 }]);
});
