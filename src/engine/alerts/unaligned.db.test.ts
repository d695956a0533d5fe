import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { withTenant } from '#src/db/tenant.ts';
import { UNALIGNED_MAX } from '#src/shared/senders.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import {
  addReaders,
  fallOf2020,
  newWorkspace,
  sendToReaders,
  starterRule,
} from '#tests/support/workspace.ts';
import { fireRule } from '../events/fire-rule.ts';
import { composeAlert } from './compose.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

/** Composes an alert for so many readers, from a domain of the brand's own. @returns where it ended, and why */
async function sendTo(count: number, { aligned }: { aligned: boolean }) {
  const { workspaceId } = await newWorkspace(db);
  const emails = Array.from({ length: count }, (_, n) => `reader${n}@else.example`);
  await addReaders(db.admin, workspaceId, emails);
  await sendToReaders(db, workspaceId);
  await db.admin.query(
    `insert into senders (workspace_id, brand_id, channel, settings, created_at, updated_at)
     select $1, id, 'email', '{"fromAddress":"alerts@desk.example"}', now(), now() from brands where workspace_id = $1`,
    [workspaceId],
  );
  await db.admin.query(
    `insert into sending_domains (workspace_id, id, domain, selector, public_key, sealed, aligned_at, created_at)
     values ($1, $2, 'desk.example', 's1', 'key', 'sealed', case when $3 then now() end, now())`,
    [workspaceId, newId(), aligned],
  );
  const now = new Date();
  const rule = await starterRule(db, workspaceId);
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now }),
  );
  const deps = {
    app: db.app,
    enqueue: db.enqueue,
    announce: () => undefined,
    clock: () => now,
    publicUrl: 'http://localhost:3000',
    log: { warn: () => undefined },
  };
  await composeAlert(deps, { workspaceId, alertId: alertId ?? '' });
  const { rows } = await db.admin.query<{ state: string; reason: string }>(
    `select a.state, t.reason from alerts a join alert_transitions t on t.alert_id = a.id where a.id = $1
      order by t.at desc, t.id desc limit 1`,
    [alertId],
  );
  return rows[0];
}

it('reaches 50 people from a domain that isn’t aligned yet, and no more', async () => {
  expect(await sendTo(UNALIGNED_MAX, { aligned: false })).toMatchObject({ state: 'approved' });
  expect(await sendTo(UNALIGNED_MAX + 1, { aligned: false })).toEqual({
    state: 'withheld',
    reason:
      'SPF, DKIM and DMARC of desk.example haven’t been found yet: until then, a message may reach 50 people',
  });
  expect(await sendTo(UNALIGNED_MAX + 1, { aligned: true })).toMatchObject({ state: 'approved' });
});
