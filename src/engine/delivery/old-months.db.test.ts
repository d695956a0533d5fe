import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { alertDeliveries, alertRecord } from '#src/db/queries/alert-record.ts';
import { deliveries } from '#src/db/schema.ts';
import { contactHistory } from '#src/db/queries/contacts/history.ts';
import { reactionFigures } from '#src/db/queries/reaction-figures.ts';
import { noteReactions } from '#src/db/queries/reactions.ts';
import { withTenant } from '#src/db/tenant.ts';
import { liftHold, placeHold } from '#src/ledger/holds.ts';
import { pruneLedger, setRetention } from '#src/ledger/prune.ts';
import { chain } from '#src/ledger/ledger.fixture.ts';
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
import { createFollowUps } from '../alerts/follow-ups/follow-ups.ts';
import { fireRule } from '../events/fire-rule.ts';
import { deliverAlert } from './deliver.ts';
import { dropOldMonths } from './old-months.ts';

let db: TestDatabase;
let who: { workspaceId: string; userId: string };
let alerts: Record<'old' | 'next' | 'recent', string>;
let NOW: Date;
const SENT = {
  old: new Date('2019-05-10T12:00:00Z'),
  next: new Date('2019-06-10T12:00:00Z'),
};
const log: string[] = [];
const drop = () =>
  dropOldMonths({
    system: db.system,
    clock: () => NOW,
    log: { info: (at: unknown) => log.push(String(at)) },
  });
const tenant = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(db.app, who.workspaceId, work);
const rows = async (text: string, values: unknown[] = []) =>
  (await db.admin.query<Record<string, unknown>>(text, values)).rows;
const months = async () =>
  (
    await rows(`select inhrelid::regclass::text as part from pg_inherits
                where inhparent in ('deliveries'::regclass, 'attempts'::regclass, 'delivery_reactions'::regclass)`)
  ).flatMap(({ part }) => (/_(2019_0[56])$/.exec(String(part)) ? [String(part)] : []));

/** An alert at a moment, sent to the readers there are, one delivered and opened. */
async function sendAt(now: Date, nth: number): Promise<string> {
  const { workspaceId } = who;
  const rule = await starterRule(db, workspaceId);
  const { evidence } = fallOf2020;
  const detection = { ...fallOf2020, evidence: { ...evidence, params: { min_pct: 5 + nth / 10 } } };
  const alertId = (await tenant((tx) =>
    fireRule(tx, db.enqueue, { rule, detection, trialRunId: null, now }),
  ))!;
  const deps = {
    app: db.app,
    system: db.system,
    enqueue: db.enqueue,
    announce: () => undefined,
    clock: () => now,
    instanceId: newId(),
    isDead: async () => false,
    log: { warn: () => undefined },
    pace: paced(4),
    send: async () => ({ outcome: 'sent' as const, providerMessageId: newId() }),
  };
  await composeAlert(deps, { workspaceId, alertId });
  await deliverAlert(deps, { workspaceId, alertId });
  await tenant(async (tx) => {
    const [first] = await alertDeliveries(tx, { alertId, after: null, limit: 1, readsBack: () => false });
    await noteReactions(tx, workspaceId, [{ deliveryId: first!.id, kind: 'delivered', at: now }]);
  });
  await chain(db, now);
  return alertId;
}

beforeAll(async () => {
  db = await testDatabase();
  await db.admin.query(`select make_delivery_months(now()::date)`);
});
afterAll(() => db.drop());
beforeEach(async () => {
  // What the test before has left is of another workspace.
  await db.admin.query('delete from deliveries');
  await db.admin.query(`select make_delivery_month('2019-05-01'), make_delivery_month('2019-06-01')`);
  who = await newWorkspace(db);
  await addReaders(
    db.admin,
    who.workspaceId,
    ['a@x.example', 'b@x.example', 'c@x.example'],
    new Date('2019-01-01'),
  );
  await sendToReaders(db, who.workspaceId);
  NOW = new Date();
  alerts = {
    old: await sendAt(SENT.old, 0),
    next: await sendAt(SENT.next, 1),
    recent: await sendAt(NOW, 2),
  };
  // Signed after the last: what is older than kept can be pruned up to it.
  await chain(db, NOW);
});

const prune = () => pruneLedger(db.admin, who.workspaceId, NOW);
const record = (alertId: string) => tenant((tx) => alertRecord(tx, alertId, { preflight: () => null }));
const keptBy = async (moment = NOW) =>
  (await rows('select month::text, kept_by from old_delivery_months($1)', [moment])).map(
    ({ kept_by: by }) => by,
  );

it('drops whole months once no ledger keeps them; counts, posts and later months stay', async () => {
  const { workspaceId } = who;
  // A post in a channel, which many see.
  const [posted] = await rows(
    `insert into deliveries select (jsonb_populate_record(d, jsonb_build_object('id', $2::uuid, 'target_id', $2::uuid,
       'contact_id', null, 'channel', 'telegram'))).* from deliveries d where alert_id = $1 limit 1 returning id`,
    [alerts.old, newId()],
  );
  const counted = await rows('select * from fan_out_counts order by fan_out_id, channel');
  const reacted = await rows('select * from fan_out_reactions order by fan_out_id, channel');
  const figures = () =>
    tenant((tx) => reactionFigures(tx, { workspaceId, filter: { from: '2019-01-01', to: '2030-01-01' } }));
  const before = await figures();
  expect(before.funnel).toMatchObject({ sent: 10, delivered: 3 });

  expect(await keptBy()).toEqual(['ledger', 'ledger']);
  expect(await drop()).toEqual([]);
  await prune();
  expect(await drop()).toEqual(['2019-05-01', '2019-06-01']);
  expect(await months()).toEqual([]);
  expect(await drop()).toEqual([]);

  const left = await rows(
    `select tableoid::regclass::text as part, id, alert_id as alert from deliveries where contact_id is null or alert_id <> $1`,
    [alerts.recent],
  );
  expect(left).toEqual([{ part: 'deliveries_other', id: posted?.id, alert: alerts.old }]);
  expect(await rows('select * from fan_out_counts order by fan_out_id, channel')).toEqual(counted);
  expect(await rows('select * from fan_out_reactions order by fan_out_id, channel')).toEqual(reacted);
  expect(await figures()).toEqual(before);

  expect(await record(alerts.old)).toMatchObject({
    deliveries: [{ state: 'sent', count: 4 }],
    recipientsDeleted: true,
  });
  expect(await record(alerts.recent)).toMatchObject({ recipientsDeleted: false });
  const listed = await tenant((tx) =>
    alertDeliveries(tx, { alertId: alerts.old, after: null, limit: 9, readsBack: () => false }),
  );
  expect(listed.map(({ id }) => id)).toEqual([posted?.id]);
  const [reader] = await rows(
    `select contact_id as id from addresses where workspace_id = $1 and address = 'a@x.example'`,
    [workspaceId],
  );
  const history = await tenant((tx) =>
    contactHistory(tx, { contactId: String(reader?.id), after: null, limit: 10 }),
  );
  expect(history.items.map(({ alertId }) => alertId)).toEqual([alerts.recent]);

  const followUps = createFollowUps({
    app: db.app,
    enqueue: db.enqueue,
    announce: () => undefined,
    clock: () => NOW,
  });
  expect((await followUps.list(workspaceId, alerts.old)).problem).toContain(
    'Records of who got this alert were deleted',
  );
  // Row security holds for what was moved.
  const other = await newWorkspace(db);
  const seen = await withTenant(db.app, other.workspaceId, (tx) => tx.$count(deliveries));
  expect(seen).toBe(0);
});

it('keeps a month that a hold, the operator, a longer retention or an open delivery needs', async () => {
  const { workspaceId } = who;
  const actor = { userId: who.userId, name: 'Ada Byron', email: 'ada@x.example' };
  const hold = await tenant((tx) =>
    placeHold(
      tx,
      { workspaceId, actor, at: NOW },
      { scope: 'alert', target: alerts.next, from: '2019-06-01', to: '2019-06-30', reason: 'Inquiry 26-114' },
    ),
  );
  await prune();
  expect(await keptBy()).toEqual(['hold', 'hold']);
  await tenant((tx) => liftHold(tx, { workspaceId, actor, at: NOW }, { id: hold, reason: 'closed' }));
  await setRetention(db.admin, workspaceId, { held: true, now: NOW });
  expect(await keptBy()).toEqual(['hold', 'hold']);
  await setRetention(db.admin, workspaceId, { held: false, now: NOW });
  await prune();

  await db.admin.query(`update deliveries set state = 'retry', next_attempt_at = now() where alert_id = $1`, [
    alerts.old,
  ]);
  expect(await keptBy()).toEqual(['open', null]);
  await db.admin.query(`update deliveries set state = 'sent' where alert_id = $1`, [alerts.old]);

  expect(await keptBy(new Date('2023-01-01'))).toEqual(['retention', 'retention']);
  await setRetention(db.admin, workspaceId, { years: 3, now: NOW });
  expect(await keptBy(new Date('2023-01-01'))).toEqual([null, null]);
  expect(await keptBy(new Date('2022-05-01'))).toEqual([]);
  // The time of a process counts only so far as it isn't ahead of the database's.
  await setRetention(db.admin, workspaceId, { years: 6, now: NOW });
  await db.admin.query(
    `select make_delivery_month((now() - interval '2 years')::date - extract(day from now())::int + 1)`,
  );
  expect(await keptBy(new Date('2090-01-01'))).toEqual([null, null]);
});

it('waits for no one who sends, and takes the month the next time', async () => {
  await prune();
  const sender = await db.app.$client.connect();
  await sender.query('begin');
  await sender.query(`select set_config('app.workspace_id', $1, true)`, [who.workspaceId]);
  await sender.query('update deliveries set updated_at = updated_at where alert_id = $1', [alerts.recent]);
  log.length = 0;
  const [dropped, left] = [await drop(), await months()];
  await sender.query('commit');
  sender.release();
  expect(dropped).toEqual([]);
  expect(log).toHaveLength(2);
  expect(left).toHaveLength(6);
  expect(await drop()).toHaveLength(2);
});

it('lets two programs drop the same month at once', async () => {
  await prune();
  const sender = await db.app.$client.connect();
  await sender.query('begin');
  await sender.query('lock table deliveries in row exclusive mode');
  const both = Promise.all([drop(), drop()]);
  const waiting = async () =>
    (await rows(`select from pg_locks where relation = 'deliveries'::regclass and not granted`)).length;
  // One waits for the lock, or has given up by now; the other leaves it to that one.
  for (let tries = 0; tries < 100 && (await waiting()) < 1; tries += 1);
  await sender.query('commit');
  sender.release();
  const dropped = (await both).flat();
  expect(dropped).toEqual([...new Set(dropped)]);
  await drop();
  expect(await months()).toEqual([]);
});

it('moves many posts in steps, also where a process ended in between, and scans no table under its lock', async () => {
  await prune();
  await db.admin.query(
    `insert into deliveries select (jsonb_populate_record(d, jsonb_build_object('id', made, 'target_id', made,
       'contact_id', null, 'channel', 'telegram'))).*
       from deliveries d, (select gen_random_uuid() as made from generate_series(1, 1001)) m
      where d.id = (select id from deliveries where alert_id = $1 limit 1)`,
    [alerts.old],
  );
  // What this connection has scanned from end to end, also by what comes before.
  const scans = () =>
    rows(`select sum(seq_scan) from pg_stat_xact_user_tables where relname ~ '^deliveries_2019'`);
  await db.admin.query('begin');
  const before = await scans();
  const [judged] = await rows(`select drop_delivery_month('2019-05-01', $1) as kept_by`, [NOW]);
  const after = await scans();
  await db.admin.query('commit');
  expect([judged, after]).toEqual([{ kept_by: null }, before]);
  const places = async () =>
    await rows(
      'select tableoid::regclass::text as part, count(*)::int from deliveries where contact_id is null group by 1',
    );
  expect(await places()).toEqual([{ part: 'deliveries_other', count: 1000 }]);

  expect(await drop()).toEqual(['2019-06-01']);
  expect(await places()).toEqual([{ part: 'deliveries_other', count: 1001 }]);
  expect(await rows(`select relname from pg_class where relname ~ '_dropped$'`)).toEqual([]);
});
