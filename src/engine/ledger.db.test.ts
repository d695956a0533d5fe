import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAlerts } from '#src/db/queries/ledger-search.ts';
import { readTenant, withTenant } from '#src/db/tenant.ts';
import { deliverAlertJob } from '#src/jobs/deliver-alert.ts';
import { writeCase } from '#src/ledger/case/case-file.ts';
import { verifyCaseFile } from '#src/ledger/case/verify-case.ts';
import type { RebuiltDelivery } from '#src/ledger/deliveries.ts';
import { readLedger } from '#src/ledger/from-database.ts';
import { chain, readAll, signer, verify } from '#src/ledger/ledger.fixture.ts';
import { erasePerson } from '#src/ledger/people.ts';
import { type RecordSearch, searchRecord } from '#src/ledger/search.ts';
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
import { drill } from '#tests/support/drill.ts';
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
  before: (alertId: string) => Promise<unknown> = async () => undefined,
): Promise<{ alertId: string; mails: OutgoingMail[]; again: () => Promise<void> }> {
  const rule = await starterRule(db, workspaceId);
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now: clock() }),
  );
  if (alertId === null) throw new Error('The event existed already.');
  const shared = { app: db.app, enqueue: db.enqueue, announce: () => undefined, clock, log };
  await composeAlert(shared, { workspaceId, alertId });
  await before(alertId);
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

const READERS = drill(40, 999);
const ANY: RecordSearch = {
  symbol: null,
  brand: null,
  recipient: null,
  approver: null,
  words: null,
  from: null,
  to: null,
  before: null,
  limit: 20,
};

it('rebuilds what went out to everybody from the case file alone, with the policy that approved it', async () => {
  const { workspaceId } = await newWorkspace(db);
  const emails = Array.from({ length: READERS }, (_, n) => `reader${n}@x.example`);
  await addReaders(db.admin, workspaceId, emails);
  await sendToReaders(db, workspaceId, { members: true });
  const { alertId, mails } = await send(workspaceId, () => ({ kind: 'accepted', response: 'ok' }));
  expect(await chain(db)).toBeGreaterThan(0);

  const folder = mkdtempSync(join(tmpdir(), 'case-'));
  const file = join(folder, 'case.zip');
  const made = { signer, now: clock(), alert: alertId, people: true };
  await writeCase(
    file,
    readLedger(db.admin, { workspaceId, period: null, people: true, alert: alertId }),
    made,
  );
  const rebuilt: RebuiltDelivery[] = [];
  const report = await verifyCaseFile(file, {
    trusted: signer.publicKey,
    onDelivery: (each) => rebuilt.push(each),
  });
  rmSync(folder, { recursive: true });
  expect(report).toMatchObject({
    deliveries: READERS + 1,
    rebuilt: READERS + 1,
    unapproved: 0,
    problems: [],
  });
  const { rows } = await db.admin.query<{ hash: string }>(
    'select approved_hash as hash from alerts where id = $1',
    [alertId],
  );
  for (const { rendition, recipient, ...each } of rebuilt) {
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
    expect(mail).toMatchObject({ subject: title, ...addAlertFooter({ text, html }, own.params) });
  }
  const texts = (await readAll(db, workspaceId)).map((each) =>
    each.record === 'bytes' ? Buffer.from(each.data, 'base64').toString('utf8') : JSON.stringify(each),
  );
  expect(texts.join('\n')).not.toMatch(/reader\d+@|unsubscribe\//);

  // One question finds it, by any of what is known of it.
  const search = async (asked: Partial<RecordSearch>) =>
    readTenant(db.app, workspaceId, (tx) => searchRecord(tx, { ...ANY, ...asked }));
  const { items } = await search({ symbol: 'spx', recipient: 'READER7@x.example', words: 'S&P 500' });
  expect(items).toMatchObject([
    {
      alert: alertId,
      symbol: 'SPX',
      decisions: [{ decision: 'approved', by: 'auto', isPolicy: true, entity: null }],
      outcomes: [{ state: 'sent', count: READERS + 1 }],
      said: expect.arrayContaining([
        {
          title: mails[0]?.subject,
          text: expect.stringContaining('S&P 500') as string,
          channels: [{ channel: 'email', language: 'en' }],
          approved: true,
        },
      ]) as object[],
      figures: {
        rows: expect.arrayContaining([
          { label: 'Price', value: expect.stringMatching(/^\d+(\.\d+)? USD/) as string },
        ]) as object[],
      },
    },
  ]);
  expect(items[0]?.recipients).toHaveLength(20);
  // A page that looked at as many alerts as it may ends there, though it found nothing.
  const narrow = { words: 'gold', lookedAt: 1 };
  expect(
    await withTenant(db.app, workspaceId, (tx) => findAlerts(tx, { ...ANY, approvedBy: null, ...narrow })),
  ).toEqual({
    found: [],
    end: alertId,
  });
  const { workspaceId: another } = await newWorkspace(db);
  expect(await withTenant(db.app, another, (tx) => searchRecord(tx, ANY))).toEqual({ items: [], next: null });
  for (const asked of [
    { symbol: 'BTC-USD' },
    { recipient: 'nobody@x.example' },
    { words: 'gold' },
    { words: '%' + 'x'.repeat(3) },
    { approver: workspaceId },
    { brand: workspaceId },
    { to: new Date('2020-01-01') },
    { before: alertId },
  ])
    expect([asked, (await search(asked)).items]).toEqual([asked, []]);

  // A person who is erased takes what identified them along; everything else stays, and verifies.
  const { rows: people } = await db.admin.query<{ id: string }>(
    `select contact_id as id from addresses where workspace_id = $1 and address = 'reader7@x.example'`,
    [workspaceId],
  );
  await withTenant(db.app, workspaceId, (tx) => erasePerson(tx, people[0]?.id ?? '', clock()));
  const after = verify(await readAll(db, workspaceId, { people: true }));
  expect(after).toMatchObject({ deliveries: READERS + 1, rebuilt: READERS + 1, problems: [] });
  const known = after.rebuiltDeliveries.flatMap(({ recipient: { own } }) => (own === null ? [] : [own]));
  expect(known).toHaveLength(READERS);
  expect(JSON.stringify(known)).not.toContain('reader7@');
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

const accepted = (): SmtpAnswer => ({ kind: 'accepted', response: 'ok' });

describe('what is stored and isn’t what was approved', () => {
  const changed = {
    'the text': `update renditions set prepared = jsonb_set(prepared, '{text}', '"Buy now"') where alert_id = $1`,
    'the content': `update revisions set content = content || '{"sneaked": true}' where alert_id = $1`,
    'the content with its hash': `update revisions set content = '{}', hash = encode(sha256('{}'), 'hex') where alert_id = $1`,
  };
  it.each(Object.entries(changed))('is never sent: %s', async (_, change) => {
    const { workspaceId } = await newWorkspace(db);
    const { alertId, mails, again } = await send(workspaceId, accepted, (id) => db.admin.query(change, [id]));
    await again();
    expect(mails).toEqual([]);
    const { rows } = await db.admin.query<{ state: string; reason: string }>(
      `select a.state, t.reason from alerts a join alert_transitions t on t.alert_id = a.id and t.to_state = a.state where a.id = $1`,
      [alertId],
    );
    expect(rows).toMatchObject([
      { state: 'failed', reason: expect.stringContaining('was approved') as string },
    ]);
    await chain(db);
    expect(verify(await readAll(db, workspaceId))).toMatchObject({ deliveries: 0, problems: [] });
  });

  it('is not tried again either: what was out stays on record, and the rest ends', async () => {
    const { workspaceId } = await newWorkspace(db);
    await addReaders(db.admin, workspaceId, ['one@x.example', 'two@x.example']);
    await sendToReaders(db, workspaceId);
    const { alertId, mails, again } = await send(workspaceId, ({ to }) =>
      to.startsWith('one')
        ? accepted()
        : { kind: 'refused', code: 450, enhanced: null, stage: 'recipient', response: '450 Later' },
    );
    await db.admin.query(changed['the text'], [alertId]);
    await db.admin.query(
      `update deliveries set next_attempt_at = now() where alert_id = $1 and state = 'retry'`,
      [alertId],
    );
    await again();
    expect(mails).toHaveLength(2);
    const { rows } = await db.admin.query<{ state: string; deliveries: string[] }>(
      `select a.state, array(select d.state from deliveries d where d.alert_id = a.id order by 1) as deliveries
         from alerts a where a.id = $1`,
      [alertId],
    );
    expect(rows).toEqual([{ state: 'partly_sent', deliveries: ['rejected', 'sent'] }]);
  });
});

describe('an alert that was approved before there was a ledger', () => {
  const MIGRATION = readFileSync('src/db/migrations/0157_carried_over.sql', 'utf8');
  /** The database as it was then, and the upgrade. */
  const upgraded = async (workspaceId: string, upgrade = true): Promise<void> => {
    for (const table of ['ledger_entries', 'ledger_chains', 'ledger_bytes'])
      await db.admin.query(`delete from ${table} where workspace_id = $1`, [workspaceId]);
    if (upgrade) await db.admin.query(MIGRATION);
  };

  it('is carried over: what goes out can be rebuilt, and verifying says what it is', async () => {
    const { workspaceId } = await newWorkspace(db);
    const { mails, again } = await send(workspaceId, accepted, () => upgraded(workspaceId));
    await again();
    expect(mails).toHaveLength(1);
    await chain(db);
    const records = await readAll(db, workspaceId);
    expect(verify(records)).toMatchObject({
      deliveries: 1,
      rebuilt: 1,
      carriedOver: 1,
      unapproved: 0,
      problems: [],
    });
    // One of the upgrade, and one of the first delivery.
    const kinds = records.flatMap((each) => (each.record === 'entry' ? each.kind : []));
    expect(kinds).toEqual(['carried_over', 'carried_over', 'deliveries']);
  });

  it('goes out on the word of the upgrade only', async () => {
    const { workspaceId } = await newWorkspace(db);
    expect((await send(workspaceId, accepted, () => upgraded(workspaceId, false))).mails).toEqual([]);
    const { workspaceId: other } = await newWorkspace(db);
    const change = async (alertId: string): Promise<void> => {
      await upgraded(other);
      await db.admin.query(`update revisions set content = '{}' where alert_id = $1`, [alertId]);
    };
    expect((await send(other, accepted, change)).mails).toEqual([]);
  });
});

it('counts an answer that a mailbox is full as a soft bounce', async () => {
  const { workspaceId } = await newWorkspace(db);
  await send(workspaceId, () => ({
    kind: 'refused',
    code: 552,
    enhanced: '5.2.2',
    stage: 'recipient',
    response: '552 5.2.2 Full',
  }));
  const { rows } = await db.admin.query('select in_a_row from soft_bounces where workspace_id = $1', [
    workspaceId,
  ]);
  expect(rows).toEqual([{ in_a_row: 1 }]);
});
