import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { deliveries, fanOuts } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { fallOf2020, newWorkspace, paced, starterRule } from '#tests/support/workspace.ts';
import { composeAlert } from '../alerts/compose.ts';
import { fireRule } from '../events/fire-rule.ts';
import { deliverAlert } from './deliver.ts';
import { sweepDeliveries } from './sweep.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterEach(() => db.admin.query('delete from sending_stops'));
afterAll(() => db.drop());

let sent: string[] = [];
let clock = () => new Date();
const deps = () => ({
  app: db.app,
  system: db.system,
  enqueue: db.enqueue,
  announce: () => undefined,
  clock,
  instanceId: '00000000-0000-7000-8000-000000000003',
  publicUrl: 'http://localhost:3000',
  isDead: async () => false,
  log: { warn: () => undefined },
  pace: paced(2),
  send: async ({ id }: { id: string }) => {
    sent.push(id);
    return { outcome: 'sent', providerMessageId: '<x@y>' } as const;
  },
});

/** An alert that is ready to go out. */
async function ready() {
  sent = [];
  clock = () => new Date();
  const { workspaceId } = await newWorkspace(db);
  const rule = await starterRule(db, workspaceId);
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now: clock() }),
  );
  const job = { workspaceId, alertId: alertId! };
  await composeAlert(deps(), job);
  return job;
}

const stop = (scope: string, target = '') =>
  db.admin.query(
    `insert into sending_stops values ($1, $2, $3, 'We look into something.', 'op@installation.example', now())`,
    [newId(), scope, target],
  );
const waiting = (workspaceId: string) =>
  withTenant(db.app, workspaceId, (tx) =>
    tx.select({ state: fanOuts.state, waits: fanOuts.waits }).from(fanOuts),
  );
const made = (workspaceId: string) =>
  withTenant(db.app, workspaceId, (tx) =>
    tx.select({ state: deliveries.state, reason: deliveries.reason }).from(deliveries),
  );
const jobs = async (alertId: string) =>
  (
    await db.admin.query(`select 1 from pgboss.job where name = 'deliver-alert' and data->>'alertId' = $1`, [
      alertId,
    ])
  ).rowCount;

it.each(['all', 'channel', 'workspace'])(
  'stopped (%s), an alert waits and says why; allowed again, it goes out once',
  async (scope) => {
    const job = await ready();
    await stop(scope, { all: '', channel: 'email', workspace: job.workspaceId }[scope]);
    await deliverAlert(deps(), job);
    expect(sent).toEqual([]);
    expect(await waiting(job.workspaceId)).toEqual([
      { state: 'open', waits: 'Sending is stopped for now: We look into something.' },
    ]);
    // Days later nothing has become of it, and nobody was woken for it.
    clock = () => new Date(Date.now() + 3 * 86_400_000);
    const before = await jobs(job.alertId);
    await sweepDeliveries(deps());
    expect(await jobs(job.alertId)).toBe(before);

    await db.admin.query('delete from sending_stops');
    await sweepDeliveries(deps());
    expect(await jobs(job.alertId)).toBe((before ?? 0) + 1);
    await deliverAlert(deps(), job);
    await deliverAlert(deps(), job);
    expect(sent).toHaveLength(1);
    expect(await waiting(job.workspaceId)).toEqual([{ state: 'done', waits: null }]);
    expect(await made(job.workspaceId)).toEqual([{ state: 'sent', reason: null }]);
  },
);

it('stopping one workspace stops no other, and another channel none of this one', async () => {
  const other = await newWorkspace(db);
  const job = await ready();
  await stop('workspace', other.workspaceId);
  await stop('channel', 'telegram');
  await deliverAlert(deps(), job);
  expect(sent).toHaveLength(1);
});

it('a try again that has come due waits as well', async () => {
  const job = await ready();
  const busy = async () => ({ outcome: 'retry', at: Date.now() + 1_000, reason: 'busy' }) as const;
  await deliverAlert({ ...deps(), send: busy }, job);
  await stop('all');
  clock = () => new Date(Date.now() + 60_000);
  const before = await jobs(job.alertId);
  await sweepDeliveries(deps());
  expect(await jobs(job.alertId)).toBe(before);
  await deliverAlert(deps(), job);
  expect(sent).toEqual([]);
  await db.admin.query('delete from sending_stops');
  await deliverAlert(deps(), job);
  expect(sent).toHaveLength(1);
});
