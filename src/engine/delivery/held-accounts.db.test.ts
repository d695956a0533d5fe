import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { connections, destinations, senders } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { TEST_KEY } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import {
  addReaders,
  fallOf2020,
  newWorkspace,
  paced,
  sendToReaders,
  starterRule,
} from '#tests/support/workspace.ts';
import { noCalls } from '#tests/support/no-calls.ts';
import { composeAlert } from '../alerts/compose.ts';
import { reachAhead } from '../alerts/reach.ts';
import type { SendOutcome } from '../channels/channel.ts';
import { addChannel, channelOf } from '../channels/registry.ts';
import { probeConnections } from '../connections/probe.ts';
import { createRates } from '../connections/rates.ts';
import { fireRule } from '../events/fire-rule.ts';
import type { ClaimedDelivery } from './claimed.ts';
import { deliverAlert } from './deliver.ts';
import type { Rate } from './deliver-deps.ts';
import { createPaces } from './pace.ts';
import { sweepDeliveries } from './sweep.ts';

const HOUR = 3_600_000;

let db: TestDatabase;
const undo: (() => void)[] = [];
beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(() => {
  now = Date.now();
  sent = [];
  outcome = () => ({ outcome: 'sent', providerMessageId: '<x@y>' });
});
afterEach(() => undo.splice(0).forEach((each) => each()));
afterAll(() => db.drop());

let now: number;
let sent: ClaimedDelivery[];
let outcome: (delivery: ClaimedDelivery) => SendOutcome;
const clock = () => new Date(now);
const deps = () => ({
  app: db.app,
  system: db.system,
  enqueue: db.enqueue,
  announce: () => undefined,
  clock,
  instanceId: '00000000-0000-7000-8000-000000000006',
  isDead: async () => false,
  log: { warn: () => undefined },
  pace: paced(8),
  send: async (delivery: ClaimedDelivery) => {
    sent.push(delivery);
    return outcome(delivery);
  },
});

type Job = { workspaceId: string; alertId: string };

/** A workspace with three readers whose brand sends over a server of its own. */
async function withSender(expiresMinutes: number | null = null, more: readonly string[] = []) {
  const { workspaceId } = await newWorkspace(db);
  await addReaders(db.admin, workspaceId, [
    'one@desk.example',
    'two@desk.example',
    'three@desk.example',
    ...more,
  ]);
  await sendToReaders(db, workspaceId, { expiresMinutes });
  const connectionId = await connect(workspaceId, 'email', 'Our server');
  await withTenant(db.app, workspaceId, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>('select id from brands where is_default');
    const at = { createdAt: clock(), updatedAt: clock() };
    await tx
      .insert(senders)
      .values({ workspaceId, brandId: rows[0]!.id, channel: 'email', connectionId, ...at });
  });
  return { workspaceId, connectionId };
}

async function connect(workspaceId: string, channel: string, name: string): Promise<string> {
  const id = newId();
  await withTenant(db.app, workspaceId, (tx) =>
    tx.insert(connections).values({ workspaceId, id, channel, name, createdAt: clock(), updatedAt: clock() }),
  );
  return id;
}
const setState = (id: string, state: string, held: Date | null = null) =>
  db.admin.query(
    `update connections set state = $2, held_until = $3, problem = case $2 when 'failing' then 'Nobody is there.' end
      where id = $1`,
    [id, state, held],
  );

async function ready(workspaceId: string, day = 0): Promise<Job> {
  const rule = await starterRule(db, workspaceId);
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, {
      rule,
      detection: { ...fallOf2020, time: fallOf2020.time + day * 24 * HOUR },
      trialRunId: null,
      now: clock(),
    }),
  );
  const job = { workspaceId, alertId: alertId! };
  await composeAlert(deps(), job);
  return job;
}

const look = async (text: string, { alertId }: Job) => (await db.admin.query(text, [alertId])).rows;
const fanOutsOf = (job: Job) =>
  look('select state, waits from fan_outs where alert_id = $1 order by id', job);
const attemptsOf = (job: Job) => look('select outcome from attempts where alert_id = $1', job);
const deliveriesOf = (job: Job) => look('select state, attempts from deliveries where alert_id = $1', job);

/** @returns how many jobs a sweep adds for the alert */
async function swept(job: Job): Promise<number> {
  const jobs = async () =>
    (await look(`select 1 from pgboss.job where name = 'deliver-alert' and data->>'alertId' = $1`, job))
      .length;
  const before = await jobs();
  await sweepDeliveries(deps());
  return (await jobs()) - before;
}

describe('an account that takes nothing', () => {
  it.each([
    ['paused', '“Our server” is paused.'],
    ['failing', '“Our server” is failing: Nobody is there.'],
  ])('(%s) keeps an alert waiting, says so, and costs no attempt', async (state, waits) => {
    const { workspaceId, connectionId } = await withSender();
    await setState(connectionId, state, new Date(now + HOUR));
    const job = await ready(workspaceId);
    await deliverAlert(deps(), job);
    expect(await fanOutsOf(job)).toEqual([{ state: 'open', waits }]);
    // Nobody is woken for it, and a job that comes all the same claims nothing.
    now += 2 * HOUR;
    await deliverAlert(deps(), job);
    expect(await swept(job)).toBe(0);
    expect([sent, await deliveriesOf(job), await attemptsOf(job)]).toEqual([[], [], []]);

    await setState(connectionId, 'ok');
    expect(await swept(job)).toBe(1);
    await deliverAlert(deps(), job);
    expect(sent).toHaveLength(3);
    expect(await fanOutsOf(job)).toEqual([{ state: 'done', waits: null }]);
    expect(await deliveriesOf(job)).toEqual(
      Array.from({ length: 3 }, () => ({ state: 'sent', attempts: 1 })),
    );
    expect(await swept(job)).toBe(0);
  });

  it('waits as long as its provider asked, and no longer', async () => {
    const { workspaceId, connectionId } = await withSender();
    await setState(connectionId, 'ok', new Date(now + 300_000));
    const job = await ready(workspaceId);
    await deliverAlert(deps(), job);
    expect(await fanOutsOf(job)).toEqual([
      { state: 'open', waits: '“Our server” accepts no messages for now.' },
    ]);
    now += 299_000;
    expect(await swept(job)).toBe(0);
    now += 2_000;
    expect(await swept(job)).toBe(1);
    await deliverAlert(deps(), job);
    expect(sent).toHaveLength(3);
  });

  it('lets out what its rates do, claims nobody beyond that, and goes on when they do', async () => {
    const { workspaceId, connectionId } = await withSender();
    const email = channelOf('email');
    const rates = [
      { per: 'account' as const, max: 2, seconds: 900 },
      { per: 'account' as const, max: 100, seconds: 1 },
    ];
    const rated = { ...email, limits: { ...email.limits, rates } };
    const rate = createRates({ db: db.app, clock, hashKey: TEST_KEY }).ofAccount(rated, {
      workspaceId,
      connectionId,
    });
    const job = await ready(workspaceId);
    const pace = { ...paced(8)('email', connectionId, workspaceId), rate };
    await deliverAlert({ ...deps(), pace: () => pace }, job);
    expect(await deliveriesOf(job)).toEqual(
      Array.from({ length: 2 }, () => ({ state: 'sent', attempts: 1 })),
    );
    expect(await fanOutsOf(job)).toEqual([
      { state: 'open', waits: '“Our server” accepts no messages for now.' },
    ]);
    now += 500_000;
    expect(await swept(job)).toBe(0);
    now += 401_000;
    expect(await swept(job)).toBe(1);
    await deliverAlert({ ...deps(), pace: () => pace }, job);
    expect(await deliveriesOf(job)).toEqual(
      Array.from({ length: 3 }, () => ({ state: 'sent', attempts: 1 })),
    );
    expect(await fanOutsOf(job)).toEqual([{ state: 'done', waits: null }]);
    // What a round took and didn't use, another may.
    expect(await rate?.take(5)).toMatchObject({ granted: 1, ms: 0 });
  });

  it('sends no faster over two processes than its owner has set', async () => {
    const more = Array.from({ length: 4 }, (_, n) => `more-${n}@desk.example`);
    const { workspaceId, connectionId } = await withSender(null, more);
    const { accountRate } = channelOf('email');
    await db.admin.query(
      'update connections set settings = jsonb_build_object($2::text, $3::text) where id = $1',
      [connectionId, accountRate?.field, '2'],
    );
    const job = await ready(workspaceId);
    const began = now;
    const working = new Set(['00000000-0000-7000-8000-000000000006', '00000000-0000-7000-8000-000000000007']);
    const waiting = new Set<string>();
    /** Time passes only while all that work wait for it. */
    const process = async (instanceId: string) => {
      const rates = createRates({ db: db.app, clock, hashKey: TEST_KEY });
      const ofAccount: typeof rates.ofAccount = (...of) => {
        const rate = rates.ofAccount(...of);
        const take: Rate['take'] = async (atMost) => {
          const asked = now;
          const taken = (await rate?.take(atMost)) ?? { granted: atMost, ms: 0, giveBack: () => undefined };
          if (taken.granted > 0) {
            waiting.delete(instanceId);
            return taken;
          }
          waiting.add(instanceId);
          if (waiting.size >= working.size) now = Math.max(now, asked + taken.ms);
          return { ...taken, ms: 1 };
        };
        return { take };
      };
      const paces = createPaces({ own: 8, connection: 8 }, { ofAccount });
      const pace: typeof paces = (...of) => ({ ...paces(...of), lanes: 1 });
      await deliverAlert({ ...deps(), pace, instanceId }, job);
      working.delete(instanceId);
      waiting.delete(instanceId);
    };
    await Promise.all([...working].map(process));
    expect(new Set(sent.map(({ address }) => address)).size).toBe(7);
    expect(sent).toHaveLength(7);
    // Two at once, and two after each second.
    expect(now - began).toBeGreaterThanOrEqual(3_000);
    expect(await fanOutsOf(job)).toEqual([{ state: 'done', waits: null }]);
  });

  it('waits in the lane for rates that soon let more out', async () => {
    const { workspaceId } = await withSender();
    const job = await ready(workspaceId);
    let [asked, free] = [0, 0];
    const rate: Rate = {
      take: async (atMost) => {
        asked += 1;
        // One of two times there is room for one.
        free += asked % 2;
        const granted = Math.min(free, atMost);
        free -= granted;
        return { granted, ms: granted > 0 ? 0 : 1, giveBack: (count) => void (free += count) };
      },
    };
    await deliverAlert({ ...deps(), pace: (...of) => ({ ...paced(8)(...of), lanes: 1, rate }) }, job);
    expect(await deliveriesOf(job)).toEqual(
      Array.from({ length: 3 }, () => ({ state: 'sent', attempts: 1 })),
    );
  });

  it('keeps no room of the process where the rate could not be asked', async () => {
    const { workspaceId } = await withSender();
    const job = await ready(workspaceId);
    const pace = paced(8)('email', null, workspaceId);
    const rate: Rate = { take: () => Promise.reject(new Error('The database went away.')) };
    await expect(deliverAlert({ ...deps(), pace: () => ({ ...pace, rate }) }, job)).rejects.toThrow(
      'The database went away.',
    );
    expect(await pace.slots.take(8)).toBe(8);
  });

  it('counts what was put back before it was sent as no attempt', async () => {
    const { workspaceId } = await withSender();
    const job = await ready(workspaceId);
    outcome = ({ address }) =>
      address.startsWith('two')
        ? { outcome: 'retry', at: now + 5_000, reason: 'Too many for them at once.', untried: true }
        : { outcome: 'sent', providerMessageId: '<x@y>' };
    await deliverAlert(deps(), job);
    expect(await attemptsOf(job)).toHaveLength(2);
    expect(
      await look(
        `select state, attempts, reason from deliveries where alert_id = $1 and state <> 'sent'`,
        job,
      ),
    ).toEqual([{ state: 'retry', attempts: 0, reason: 'Too many for them at once.' }]);
    outcome = () => ({ outcome: 'sent', providerMessageId: '<x@y>' });
    now += 4_000;
    await deliverAlert(deps(), job);
    expect(sent).toHaveLength(3);
    now += 2_000;
    await deliverAlert(deps(), job);
    expect(await deliveriesOf(job)).toEqual(
      Array.from({ length: 3 }, () => ({ state: 'sent', attempts: 1 })),
    );
  });

  it('is tried with one message at a time after it failed, until one is sent', async () => {
    const { workspaceId, connectionId } = await withSender();
    await db.admin.query('update connections set openings = 2 where id = $1', [connectionId]);
    const job = await ready(workspaceId);
    const under: number[] = [];
    let underWay = 0;
    const send = async (delivery: ClaimedDelivery): Promise<SendOutcome> => {
      under.push((underWay += 1));
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      sent.push(delivery);
      return { outcome: 'sent', providerMessageId: '<x@y>' };
    };
    await deliverAlert({ ...deps(), pace: (...of) => ({ ...paced(8)(...of), lanes: 1 }), send }, job);
    expect(under).toEqual([1, 1, 2]);
  });

  it('makes no second attempt while it fails; the check that succeeds lets go of all at once', async () => {
    const { workspaceId, connectionId } = await withSender();
    const job = await ready(workspaceId);
    outcome = () => ({
      outcome: 'retry',
      at: now + 60_000,
      reason: 'Nobody is there.',
      waitsForServer: true,
    });
    await deliverAlert(deps(), job);
    expect(await attemptsOf(job)).toHaveLength(3);
    await setState(connectionId, 'failing', new Date(now + 10_000));
    for (let hour = 0; hour < 3; hour += 1) {
      now += 120_000;
      expect(await swept(job)).toBe(0);
      await deliverAlert(deps(), job);
    }
    expect(await attemptsOf(job)).toHaveLength(3);
    // Of one that isn't due for long.
    await db.admin.query(
      `update deliveries set next_attempt_at = $2 where target_id in (
         select id from addresses where workspace_id = $1 and address = 'two@desk.example')`,
      [workspaceId, new Date(now + HOUR)],
    );
    outcome = () => ({ outcome: 'sent', providerMessageId: '<x@y>' });
    const mail = {
      from: 'alerts@site.example',
      transport: () => ({
        check: async () => null,
        send: async () => expect.unreachable(),
        close: () => undefined,
      }),
    };
    const probe = { ...deps(), random: () => 0, encryptionKey: TEST_KEY, mail, call: noCalls };
    expect(await probeConnections(probe)).toBe(1);
    expect(await swept(job)).toBe(1);
    await deliverAlert(deps(), job);
    expect(await deliveriesOf(job)).toEqual(
      Array.from({ length: 3 }, () => ({ state: 'sent', attempts: 2 })),
    );
    const { rows } = await db.admin.query(
      `select text from notifications where workspace_id = $1 and kind = 'connection_works'`,
      [workspaceId],
    );
    expect(rows).toEqual([{ text: 'Waiting messages are being sent now.' }]);
  });

  it('doesn’t keep what has expired', async () => {
    const { workspaceId, connectionId } = await withSender(30);
    await setState(connectionId, 'paused');
    const job = await ready(workspaceId);
    await deliverAlert(deps(), job);
    now += HOUR;
    expect(await swept(job)).toBe(1);
    await deliverAlert(deps(), job);
    expect(await look('select state from alerts where id = $1', job)).toEqual([{ state: 'expired' }]);
    expect(sent).toEqual([]);
  });
});

it('keeps no other waiting: neither another place, nor another channel', async () => {
  const { workspaceId, connectionId } = await withSender();
  undo.push(
    addChannel({
      ...channelOf('email'),
      kind: 'test-board',
      planClass: 'included',
      address: null,
      destination: { label: 'Board', placeholder: 'board-1', normalize: (typed) => typed },
    }),
  );
  const boards = [];
  for (const name of ['board-1', 'board-2']) {
    const own = await connect(workspaceId, 'test-board', name);
    const id = newId();
    await withTenant(db.app, workspaceId, (tx) =>
      tx.insert(destinations).values({
        workspaceId,
        id,
        connectionId: own,
        name,
        address: name,
        createdAt: clock(),
        updatedAt: clock(),
      }),
    );
    await db.admin.query(
      `insert into route_targets (workspace_id, id, route_id, destination_id)
       select $1, $2, id, $2 from routes where workspace_id = $1`,
      [workspaceId, id],
    );
    boards.push(own);
  }
  await setState(connectionId, 'failing', new Date(now + HOUR));
  await setState(boards[0]!, 'paused');
  const job = await ready(workspaceId);
  await deliverAlert(deps(), job);
  expect(sent.map(({ address }) => address)).toEqual(['board-2']);
  expect((await fanOutsOf(job)).map(({ waits }) => String(waits)).toSorted()).toEqual([
    'null',
    '“Our server” is failing: Nobody is there.',
    '“board-1” is paused.',
  ]);
  expect(await swept(job)).toBe(0);
  await setState(boards[0]!, 'ok');
  expect(await swept(job)).toBe(1);
  await deliverAlert(deps(), job);
  expect(sent.map(({ address }) => address)).toEqual(['board-2', 'board-1']);
  expect(await swept(job)).toBe(0);
  await setState(connectionId, 'ok');
  expect(await swept(job)).toBe(1);
  await deliverAlert(deps(), job);
  expect(sent).toHaveLength(5);
});

describe('a new sending domain', () => {
  const DAY = 24 * HOUR;
  const MORNING = Date.parse('2026-11-25T10:00:00Z');
  /** Its third day, with so many messages left. */
  async function withDomain(left: number, expiresMinutes: number | null = null) {
    now = MORNING;
    const { workspaceId } = await withSender(expiresMinutes);
    const domainId = newId();
    await db.admin.query(
      `update senders set settings = '{"fromAddress":"alerts@desk.example"}' where workspace_id = $1`,
      [workspaceId],
    );
    await db.admin.query(
      `insert into sending_domains (workspace_id, id, domain, selector, public_key, sealed, aligned_at, signs_at,
                                    warm_up_began_at, created_at)
       values ($1, $2, 'desk.example', 's1', 'key', 'sealed', $3, $3, $3, $3)`,
      [workspaceId, domainId, clock()],
    );
    await db.admin.query(
      `insert into warm_up_days (workspace_id, domain_id, day, step, most, taken)
       values ($1, $2, $3::date, 3, 432, 432 - $4::int)`,
      [workspaceId, domainId, clock(), left],
    );
    return { workspaceId, domainId };
  }
  const daysOf = async (domainId: string) =>
    (
      await db.admin.query(
        `select day::text, step, most, taken, slowed from warm_up_days where domain_id = $1 order by day`,
        [domainId],
      )
    ).rows;
  const aheadOf = ({ workspaceId, alertId }: Job) =>
    withTenant(db.app, workspaceId, (tx) => reachAhead(tx, alertId, clock()));

  it('sends what fits today, and the rest from midnight', async () => {
    const { workspaceId, domainId } = await withDomain(2);
    const job = await ready(workspaceId);
    expect((await aheadOf(job))?.warmUps).toMatchObject([
      { domain: 'desk.example', day: 3, days: 30, most: 432, sent: 430, waiting: 1, expires: false },
    ]);
    await deliverAlert(deps(), job);
    expect(sent).toHaveLength(2);
    expect(await fanOutsOf(job)).toEqual([
      {
        state: 'open',
        waits:
          'The sending domain is new, and today’s number is used up. The rest goes out from 2026-11-26 00:00 UTC.',
      },
    ]);
    expect(await daysOf(domainId)).toMatchObject([{ day: '2026-11-25', taken: 432 }]);
    now += 60_000;
    expect(await swept(job)).toBe(0);
    await deliverAlert(deps(), job);
    expect(sent).toHaveLength(2);
    now = MORNING + DAY;
    expect(await swept(job)).toBe(1);
    await deliverAlert(deps(), job);
    expect(sent).toHaveLength(3);
    expect(await fanOutsOf(job)).toEqual([{ state: 'done', waits: null }]);
    // What a window didn't need was given back.
    expect((await daysOf(domainId))[1]).toEqual({
      day: '2026-11-26',
      step: 4,
      most: 518,
      taken: 1,
      slowed: null,
    });
  });

  it('says that the rest expires before, and it does', async () => {
    const { workspaceId } = await withDomain(1, 60);
    const job = await ready(workspaceId);
    expect((await aheadOf(job))?.warmUps).toMatchObject([{ waiting: 2, expires: true }]);
    await deliverAlert(deps(), job);
    expect((await fanOutsOf(job))[0].waits).toMatch(/The rest expires before 2026-11-26 00:00 UTC\.$/);
    now += 2 * HOUR;
    expect(await swept(job)).toBe(1);
    await deliverAlert(deps(), job);
    expect(sent).toHaveLength(1);
    expect(await fanOutsOf(job)).toEqual([{ state: 'expired', waits: null }]);
  });

  it('counts for all processes together', async () => {
    const { workspaceId, domainId } = await withDomain(4);
    const jobs = [await ready(workspaceId), await ready(workspaceId, 1)];
    await Promise.all([
      ...jobs.map((job) => deliverAlert(deps(), job)),
      ...jobs.map((job) => deliverAlert({ ...deps(), instanceId: newId() }, job)),
    ]);
    for (const job of jobs) await deliverAlert(deps(), job);
    expect(sent).toHaveLength(4);
    expect(await daysOf(domainId)).toMatchObject([{ taken: 432 }]);
  });

  /** 44 of 432 were rejected. */
  const reject = ({ alertId }: Job, at: Date) =>
    db.admin.query(
      `insert into deliveries (workspace_id, id, event_month, alert_id, fan_out_id, rendition_id, channel, target_id, contact_id,
                               purpose, send_no, state, attempts, created_at, updated_at)
       select workspace_id, gen_random_uuid(), event_month, alert_id, fan_out_id, rendition_id, channel, gen_random_uuid(),
              gen_random_uuid(), purpose, send_no, 'rejected', 1, created_at, $2
         from (select * from deliveries where alert_id = $1 limit 1) d, generate_series(1, 44)`,
      [alertId, at],
    );

  it('isn’t slowed by what came back before its first day', async () => {
    const { workspaceId, domainId } = await withDomain(2);
    const job = await ready(workspaceId);
    await deliverAlert(deps(), job);
    await reject(job, new Date(now - DAY));
    // Another domain's messages of before, and one of today, that are reported as bounced now.
    await db.admin.query(
      `update deliveries set sent_at = $2 where alert_id = $1 and id = (select min(id::text)::uuid from deliveries where alert_id = $1 and state = 'sent')`,
      [job.alertId, new Date(now - DAY)],
    );
    await db.admin.query(
      `insert into delivery_reactions (workspace_id, event_month, delivery_id, kind, link, alert_id, fan_out_id, channel, contact_id,
                                       people, first_at, last_at)
       select workspace_id, event_month, id, 'complained', n, alert_id, fan_out_id, channel, contact_id, 1, $2, $2
         from deliveries, generate_series(0, 9) n where alert_id = $1 and state = 'sent' and sent_at < $2::timestamptz - interval '1 hour'`,
      [job.alertId, clock()],
    );
    now = MORNING + DAY;
    await deliverAlert(deps(), job);
    expect((await daysOf(domainId))[1]).toMatchObject({ step: 4, slowed: null });
  });

  it('is slowed by bounces, and once by the same', async () => {
    const { workspaceId, domainId } = await withDomain(2);
    await db.admin.query('update warm_up_days set step = 12 where domain_id = $1', [domainId]);
    const job = await ready(workspaceId);
    await deliverAlert(deps(), job);
    await reject(job, clock());
    now = MORNING + DAY;
    await deliverAlert(deps(), job);
    expect((await daysOf(domainId))[1]).toMatchObject({ step: 8, most: 1074, slowed: 'back' });
    await db.admin.query(`update warm_up_days set taken = 600 where domain_id = $1 and slowed = 'back'`, [
      domainId,
    ]);
    // So that the week's share is still too high.
    await reject(job, new Date(now - DAY));
    await reject(job, new Date(now - DAY));
    now += DAY;
    await deliverAlert(deps(), await ready(workspaceId, 1));
    expect((await daysOf(domainId))[2]).toMatchObject({ step: 8, slowed: 'kept' });
  });

  it('ends after its last day', async () => {
    const { workspaceId, domainId } = await withDomain(2);
    await db.admin.query(`delete from warm_up_days where domain_id = $1`, [domainId]);
    await db.admin.query(
      `insert into warm_up_days (workspace_id, domain_id, day, step, most, taken) values ($1, $2, $3::date, 30, 59344, 40000)`,
      [workspaceId, domainId, clock()],
    );
    now += DAY;
    await deliverAlert(deps(), await ready(workspaceId));
    const { rows } = await db.admin.query(
      'select warm_up_ended_at is not null as ended, warm_up_ended_by as by from sending_domains where id = $1',
      [domainId],
    );
    expect(rows).toEqual([{ ended: true, by: null }]);
  });
});
