import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTenant } from '#src/db/tenant.ts';
import { deliverAlertJob } from '#src/jobs/deliver-alert.ts';
import { chain, readAll, verify } from '#src/ledger/ledger.fixture.ts';
import type { SmtpAnswer } from '#src/platform/mail/smtp-answer.ts';
import type { OutgoingMail } from '#src/platform/mail/transport.ts';
import { createLinks } from '#src/subscribers/links.ts';
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
import { composeAlert } from './alerts/compose.ts';
import { addAlertFooter } from './content/email/alert-footer.ts';
import { sweepDeliveries } from './delivery/sweep.ts';
import { fireRule } from './events/fire-rule.ts';
import { createAccounts } from './connections/accounts.ts';
import { createRates } from './connections/rates.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const clock = () => new Date();
const log = { warn: () => undefined };

/** Sends an alert to readers through a mail server that answers as it is told. @returns what it was given */
async function send(
  workspaceId: string,
  answer: (mail: OutgoingMail) => SmtpAnswer,
): Promise<{ alertId: string; mails: OutgoingMail[]; again: () => Promise<void> }> {
  const rule = await starterRule(db, workspaceId);
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now: clock() }),
  );
  if (alertId === null) throw new Error('The event existed already.');
  const shared = { app: db.app, enqueue: db.enqueue, announce: () => undefined, clock, log };
  await composeAlert(shared, { workspaceId, alertId });
  const mails: OutgoingMail[] = [];
  const job = deliverAlertJob({
    accounts: createAccounts({
      app: db.app,
      announce: () => undefined,
      clock: () => new Date(),
      encryptionKey: Buffer.alloc(32, 5),
    }),
    rates: createRates({ db: db.app, clock: () => new Date(), hashKey: Buffer.alloc(32, 5) }),
    onError: (error) => expect.unreachable(String(error)),
    ...shared,
    instanceId: '00000000-0000-7000-8000-000000000001',
    pace: paced(20),
    publicUrl: 'https://site.example',
    call: noCalls,
    mail: {
      from: 'alerts@site.example',
      transport: () => ({
        send: async (mail) => {
          mails.push(mail);
          return answer(mail);
        },
        check: async () => null,
        close: () => undefined,
      }),
    },
    random: () => 0,
    sinks: new Map(),
    links: createLinks({ key: Buffer.alloc(32, 3), publicUrl: 'https://site.example' }),
  });
  const again = async (): Promise<void> => void (await job({ workspaceId, alertId }, {} as never));
  await again();
  return { alertId, mails, again };
}

it('rebuilds what went out to everybody from the ledger alone, with the policy that approved it', async () => {
  const { workspaceId } = await newWorkspace(db);
  const emails = Array.from({ length: 40 }, (_, n) => `reader${n}@x.example`);
  await addReaders(db.admin, workspaceId, emails);
  await sendToReaders(db, workspaceId, { members: true });
  const { alertId, mails } = await send(workspaceId, () => ({ kind: 'accepted', response: 'ok' }));
  expect(await chain(db)).toBeGreaterThan(0);

  const report = verify(await readAll(db, workspaceId, { people: true }));
  expect(report).toMatchObject({ deliveries: 41, rebuilt: 41, unapproved: 0, problems: [] });
  const { rows } = await db.admin.query<{ hash: string }>(
    'select approved_hash as hash from alerts where id = $1',
    [alertId],
  );
  for (const { rendition, recipient, ...each } of report.rebuiltDeliveries) {
    expect(each).toMatchObject({
      alert: alertId,
      revision: rows[0]?.hash,
      delivery: { outcome: 'sent', purpose: 'first', send: 1, attempt: 1 },
      decision: { decision: 'approved', by: { policy: 'auto' }, revision: rows[0]?.hash },
    });
    const own = recipient.own as { to: string; params: Parameters<typeof addAlertFooter>[1] };
    const { title, text, html } = rendition.prepared as { title: string; text: string; html: string };
    const [mail, ...others] = mails.filter(({ to }) => to === own.to);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: title, ...(await addAlertFooter({ text, html }, own.params)) });
  }
  const texts = (await readAll(db, workspaceId)).map((each) =>
    each.record === 'bytes' ? Buffer.from(each.data, 'base64').toString('utf8') : JSON.stringify(each),
  );
  expect(texts.join('\n')).not.toMatch(/reader\d+@|unsubscribe\//);
});

it('records what a process that died had claimed as unknown', async () => {
  const { workspaceId } = await newWorkspace(db);
  const { alertId, mails } = await send(workspaceId, () => ({ kind: 'accepted', response: 'ok' }));
  await db.admin.query(
    `update deliveries set state = 'sending', lease_until = now() - interval '1 minute' where alert_id = $1`,
    [alertId],
  );
  const shared = { app: db.app, system: db.system, enqueue: db.enqueue, announce: () => undefined, clock };
  await sweepDeliveries({ ...shared, isDead: async () => false });
  await chain(db);
  const { rebuiltDeliveries, problems } = verify(await readAll(db, workspaceId, { people: true }));
  expect(problems).toEqual([]);
  expect(rebuiltDeliveries.map(({ delivery }) => delivery.outcome)).toEqual(['sent', 'unknown']);
  expect(rebuiltDeliveries[1]).toMatchObject({
    recipient: { own: { to: mails[0]?.to } },
    rendition: { hash: rebuiltDeliveries[0]?.rendition.hash },
    decision: { by: { policy: 'auto' } },
  });
});

it('records every attempt, and none twice', async () => {
  const { workspaceId } = await newWorkspace(db);
  const { again } = await send(workspaceId, () => ({
    kind: 'refused',
    code: 451,
    enhanced: null,
    stage: 'recipient',
    response: '451 busy',
  }));
  await again();
  await chain(db);
  const report = verify(await readAll(db, workspaceId));
  expect(report.problems).toEqual([]);
  expect(report.rebuiltDeliveries.map(({ delivery }) => [delivery.attempt, delivery.outcome])).toEqual([
    [1, 'retry'],
  ]);
});
