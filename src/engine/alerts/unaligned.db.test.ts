import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { keepSetting } from '#src/db/installation-settings.ts';
import { withTenant } from '#src/db/tenant.ts';
import { UNALIGNED_MAX } from '#src/shared/senders.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import {
  addMember,
  addReaders,
  fallOf2020,
  newWorkspace,
  paced,
  sendToReaders,
  starterRule,
} from '#tests/support/workspace.ts';
import { fireRule } from '../events/fire-rule.ts';
import { deliverAlert } from '../delivery/deliver.ts';
import { FROM_INSTALLATION } from '../delivery/sender-limit.ts';
import { composeAlert } from './compose.ts';
import { reachAhead } from './reach.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

type Of = { domain: 'none' | 'unaligned' | 'aligned'; reach?: 'limited' | 'all'; later?: number };

/**
 * Composes an alert for so many readers and two members, and delivers it after so many more have come.
 * @returns where it ended, and why; and how many readers got it
 */
async function sendTo(count: number, { domain, reach = 'limited', later = 0 }: Of) {
  const { workspaceId } = await newWorkspace(db);
  await addMember(db, workspaceId, 'editor');
  const emails = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => `reader${from + n}@else.example`);
  await addReaders(db.admin, workspaceId, emails(0, count));
  const { audienceId } = await sendToReaders(db, workspaceId, { members: true });
  await keepSetting(db.admin, FROM_INSTALLATION, reach);
  if (domain !== 'none') await addDomain(workspaceId, domain === 'aligned');
  const now = new Date();
  const rule = await starterRule(db, workspaceId);
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now }),
  );
  const deps = {
    app: db.app,
    system: db.system,
    isDead: async () => false,
    enqueue: db.enqueue,
    announce: () => undefined,
    clock: () => now,
    publicUrl: 'http://localhost:3000',
    log: { warn: () => undefined },
  };
  await composeAlert(deps, { workspaceId, alertId: alertId ?? '' });
  const ahead = await withTenant(db.app, workspaceId, (tx) => reachAhead(tx, alertId ?? '', now));
  const { rows } = await db.admin.query<{ state: string; reason: string }>(
    `select a.state, t.reason from alerts a join alert_transitions t on t.alert_id = a.id where a.id = $1
      order by t.at desc, t.id desc limit 1`,
    [alertId],
  );
  if (later > 0) {
    await addReaders(db.admin, workspaceId, emails(count, count + later));
    await db.admin.query(
      `insert into audience_contacts (workspace_id, audience_id, contact_id, added_at)
       select workspace_id, $2, id, now() from contacts where workspace_id = $1 and user_id is null on conflict do nothing`,
      [workspaceId, audienceId],
    );
    await deliverAlert(
      {
        ...deps,
        instanceId: newId(),
        pace: paced(16),
        send: async () => ({ outcome: 'sent', providerMessageId: '<x@y>' }),
      },
      { workspaceId, alertId: alertId ?? '' },
    );
  }
  const got = await db.admin.query<{ readers: number; passed: number }>(
    `select (select count(*)::int from deliveries d join contacts c on c.id = d.contact_id and c.user_id is null
              where d.alert_id = $1) as readers,
            (select coalesce(sum(people), 0)::int from fan_out_skips k join fan_outs f on f.id = k.fan_out_id
              where f.alert_id = $1 and k.reason = 'unaligned') as passed`,
    [alertId],
  );
  return { ...rows[0], limit: ahead?.limit ?? null, ...got.rows[0] };
}

async function addDomain(workspaceId: string, aligned: boolean): Promise<void> {
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
}

const TOO_MANY = UNALIGNED_MAX + 1;

it.each([
  [
    'unaligned',
    'SPF, DKIM and DMARC of desk.example haven’t been found yet: until then, a message may reach members and 50 other people',
  ],
  [
    'none',
    'the brand has no From address on a domain of its own: until then, a message may reach members and 50 other people',
  ],
] as const)('reaches members and 50 other people without an aligned domain: %s', async (domain, reason) => {
  expect(await sendTo(UNALIGNED_MAX, { domain })).toMatchObject({ state: 'approved', limit: null });
  expect(await sendTo(TOO_MANY, { domain })).toMatchObject({ state: 'withheld', reason });
});

it('reaches everyone from an aligned domain, and where the operator says so of the installation’s', async () => {
  expect(await sendTo(TOO_MANY, { domain: 'aligned' })).toMatchObject({ state: 'approved' });
  expect(await sendTo(TOO_MANY, { domain: 'none', reach: 'all' })).toMatchObject({ state: 'approved' });
});

it('passes over people who came while it waited, beyond those 50', async () => {
  const made = await sendTo(UNALIGNED_MAX - 2, { domain: 'none', later: 30 });
  expect(made).toMatchObject({ state: 'approved', readers: UNALIGNED_MAX, passed: 28 });
  const free = await sendTo(UNALIGNED_MAX - 2, { domain: 'aligned', later: 30 });
  expect(free).toMatchObject({ readers: UNALIGNED_MAX + 28, passed: 0 });
});
