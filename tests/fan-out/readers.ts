import { type ChildProcess, spawn } from 'node:child_process';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { fallOf2020, newWorkspace, sendToReaders, starterRule } from '#tests/support/workspace.ts';

/** An approved alert for so many people over one of the tests' channels. */
export async function approvedAlert(db: TestDatabase, channel: string, people: number): Promise<string> {
  const { workspaceId } = await newWorkspace(db);
  await db.admin.query(
    `with person as (insert into contacts (workspace_id, id, created_at, updated_at)
                     select $1, gen_random_uuid(), now(), now() from generate_series(1, $3) returning id)
     insert into addresses (workspace_id, id, contact_id, channel, address, confirmed_at, created_at, updated_at)
     select $1, gen_random_uuid(), id, $2, id::text, now(), now(), now() from person`,
    [workspaceId, channel, people],
  );
  await sendToReaders(db, workspaceId, { channels: [channel] });
  const rule = await starterRule(db, workspaceId);
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now: new Date() }),
  );
  if (!alertId) throw new Error('The rule made no alert.');
  const deps = { app: db.app, enqueue: db.enqueue, announce: () => undefined, clock: () => new Date() };
  await composeAlert({ ...deps, log: { warn: () => undefined } }, { workspaceId, alertId });
  return alertId;
}

/** States in which an alert is over, or in doubt. */
export const ENDED = /^(sent|partly_sent|unknown)$/;
export const ALERT_STATE = 'select state from alerts where id = $1';
export const DELIVERIES_OF = `select d.id, d.state, a.address from deliveries d join addresses a on a.id = d.target_id
                               where d.alert_id = $1`;
export type DeliveryRow = { id: string; state: string; address: string };

/** Starts a process that delivers. @param urls of its database, by role */
export const startWorker = (urls: { app: string; system: string }, sinkUrl: string): ChildProcess =>
  spawn(process.execPath, ['tests/fan-out/worker.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, APP_URL: urls.app, SYSTEM_URL: urls.system, SINK_URL: sinkUrl },
  });

export async function killWorker(worker: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => worker.on('exit', resolve));
  worker.kill('SIGKILL');
  await gone;
}
