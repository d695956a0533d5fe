import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTenant } from '#src/db/tenant.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { fallOf2020, newWorkspace, starterRule } from '#tests/support/workspace.ts';
import { moveAlert } from './states.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const DAY_MS = 86_400_000;

/** An alert of the workspace; each of another day, so that none is taken for a repetition. */
async function alertOf(workspaceId: string, day: number): Promise<string> {
  const rule = await starterRule(db, workspaceId);
  const detection = { ...fallOf2020, time: fallOf2020.time - day * DAY_MS };
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, { rule, detection, trialRunId: null, now: new Date() }),
  );
  if (alertId === null) throw new Error('The rule has fired for this day already.');
  return alertId;
}
const move = (
  workspaceId: string,
  alertId: string,
  to: 'approved' | 'sending' | 'sent' | 'failed' | 'unknown',
) =>
  withTenant(db.app, workspaceId, (tx) =>
    moveAlert(tx, { workspaceId, alertId, to, actor: 'delivery', reason: 'of a test', now: new Date() }),
  );
const sent = async (workspaceId: string, day: number, end: 'sent' | 'failed' | 'unknown') => {
  const alertId = await alertOf(workspaceId, day);
  await db.admin.query(`update alerts set title = 'SPX falls' where id = $1`, [alertId]);
  expect(await move(workspaceId, alertId, 'approved')).toBe(false);
  expect(await move(workspaceId, alertId, 'sending')).toBe(false);
  return { alertId, told: await move(workspaceId, alertId, end) };
};
const toldOf = async (workspaceId: string) =>
  (
    await db.admin.query(
      'select kind, title, text, link, count from notifications where workspace_id = $1 order by id',
      [workspaceId],
    )
  ).rows;

it('tells of the first alert that was sent, and of no later one', async () => {
  const { workspaceId } = await newWorkspace(db);
  const first = await sent(workspaceId, 1, 'sent');
  expect(first.told).toBe(true);
  expect((await sent(workspaceId, 2, 'sent')).told).toBe(false);
  expect(await toldOf(workspaceId)).toEqual([
    {
      kind: 'first_alert_sent',
      title: 'Your first alert was sent',
      text: 'SPX falls',
      link: `/alerts/${first.alertId}`,
      count: 1,
    },
  ]);
});

it('tells of alerts that failed or are unknown, and counts those of an hour', async () => {
  const { workspaceId } = await newWorkspace(db);
  const failed = await sent(workspaceId, 1, 'failed');
  expect(await toldOf(workspaceId)).toMatchObject([
    { title: 'An alert failed', text: 'SPX falls', link: `/alerts/${failed.alertId}`, count: 1 },
  ]);
  await sent(workspaceId, 2, 'failed');
  expect((await sent(workspaceId, 3, 'unknown')).told).toBe(true);
  expect(await toldOf(workspaceId)).toMatchObject([
    {
      kind: 'alert_failed',
      title: '2 alerts failed',
      text: 'The latest: SPX falls',
      link: '/alerts?state=failed',
      count: 2,
    },
    { kind: 'alert_unknown', title: 'An alert’s outcome is unknown', count: 1 },
  ]);
});
