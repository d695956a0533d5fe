import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { alertDetail } from '#src/db/queries/alert-detail.ts';
import { alertFanOuts } from '#src/db/queries/fan-outs.ts';
import { leave } from '#src/db/queries/unsubscriptions.ts';
import { alerts, deliveries, preferences, templates, templateVersions } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { PolicyContent } from '#src/shared/approval.ts';
import type { FollowUpForm } from '#src/shared/follow-ups.ts';
import { templateContentSchema } from '#src/shared/templates.ts';
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
import { standardContent } from '../../approval/policies/standard.ts';
import { createPolicies } from '../../approval/policies/stored-policies.ts';
import type { ClaimedDelivery } from '../../delivery/claimed.ts';
import { deliverAlert } from '../../delivery/deliver.ts';
import { sweepDeliveries } from '../../delivery/sweep.ts';
import { sweepDigests } from '../../digests/sweep-digests.ts';
import { fireRule } from '../../events/fire-rule.ts';
import { composeAlert } from '../compose.ts';
import { createFollowUps } from './follow-ups.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

let now = 0;
let got: { address: string; purpose: string; sendNo: number; title: string; text: string; html: string }[] =
  [];
let here = { workspaceId: '', userId: '', email: '' };
let brandId = '';
/** Contacts by the part of their address before the @. */
let people = new Map<string, string>();

const READERS = ['plain', 'leaver', 'asleep', 'daily', 'hourly', 'suppressed', 'late'];
const mail = (name: string) => `${name}@reader.example`;
const deps = () => ({
  app: db.app,
  system: db.system,
  enqueue: db.enqueue,
  announce: () => undefined,
  clock: () => new Date(now),
  instanceId: '00000000-0000-7000-8000-000000000018',
  isDead: async () => false,
  log: { warn: () => undefined },
  pace: paced(16),
  send: async ({ address, purpose, sendNo, prepared }: ClaimedDelivery) => {
    const { title, text, html } = prepared;
    got.push({ address, purpose, sendNo, title: title ?? '', text, html: html ?? '' });
    return { outcome: 'sent', providerMessageId: newId() } as const;
  },
});
const tenant = <T>(run: Parameters<typeof withTenant<T>>[2]) => withTenant(db.app, here.workspaceId, run);
const followUps = () => createFollowUps(deps());
const author = () => ({
  workspaceId: here.workspaceId,
  actor: { kind: 'member' as const, userId: here.userId, name: 'Ada Byron' },
});
const decider = () => ({
  ...author(),
  person: { userId: here.userId, name: 'Ada Byron', email: here.email },
});
const CORRECTION: FollowUpForm = {
  purpose: 'correction',
  headline: 'Trading was halted before the close',
  text: 'The market stopped early.\n\nThe fall stands as reported.',
};
const gotBy = (name: string) => got.filter(({ address }) => address === mail(name));
const purposes = (name: string) => gotBy(name).map(({ purpose, sendNo }) => `${purpose} ${sendNo}`);

beforeEach(async () => {
  now = Date.parse('2026-03-02T23:30:00Z');
  got = [];
  here = await newWorkspace(db);
  await addReaders(db.admin, here.workspaceId, READERS.map(mail));
  await sendToReaders(db, here.workspaceId);
  const { rows } = await db.admin.query<{ contact: string; name: string; brand: string }>(
    `select a.contact_id as contact, split_part(a.address, '@', 1) as name, b.id as brand
       from addresses a join brands b on b.workspace_id = a.workspace_id
      where a.workspace_id = $1 and a.address like '%@reader.example'`,
    [here.workspaceId],
  );
  people = new Map(rows.map(({ name, contact }) => [name, contact]));
  brandId = rows[0]!.brand;
  await db.admin.query(
    `update addresses set suppressed_at = now() where workspace_id = $1 and address = $2`,
    [here.workspaceId, mail('suppressed')],
  );
  await db.admin.query(`delete from audience_contacts where workspace_id = $1 and contact_id = $2`, [
    here.workspaceId,
    people.get('late'),
  ]);
});

const prefer = (name: string, wanted: Partial<typeof preferences.$inferInsert>) =>
  tenant((tx) =>
    tx.insert(preferences).values({
      workspaceId: here.workspaceId,
      brandId,
      contactId: people.get(name)!,
      timeZone: 'UTC',
      updatedAt: new Date(now),
      ...wanted,
    }),
  );

async function fire({ approval = 'auto' } = {}): Promise<string> {
  const rule = await starterRule(db, here.workspaceId);
  const alertId = await tenant((tx) =>
    fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now: new Date(now) }),
  );
  await composeAlert(deps(), { workspaceId: here.workspaceId, alertId: alertId! });
  await deliver(alertId!);
  await db.admin.query('update routes set approval = $2 where workspace_id = $1', [
    here.workspaceId,
    approval,
  ]);
  return alertId!;
}
const deliver = (alertId: string) => deliverAlert(deps(), { workspaceId: here.workspaceId, alertId });

/** What the delivery process does as time goes by. */
async function passTo(time: string): Promise<void> {
  now = Date.parse(time);
  await sweepDeliveries(deps());
  await sweepDigests(deps());
  const { rows } = await db.admin.query<{ id: string }>(
    'select id from publications where workspace_id = $1 order by id',
    [here.workspaceId],
  );
  for (const { id } of rows) await deliver(id);
}
const ledger = async (kind: string) =>
  (
    await db.admin.query<{ body: string }>(
      'select body from ledger_entries where workspace_id = $1 and kind = $2 order by sequence',
      [here.workspaceId, kind],
    )
  ).rows.map(({ body }) => JSON.parse(body));

it('a correction reaches those who got the alert, once, and nobody who has left since', async () => {
  await prefer('asleep', { quietFrom: 22 * 60, quietTo: 7 * 60 });
  await prefer('daily', { cadence: 'daily', digestHour: 8 });
  await prefer('hourly', { cadence: 'hourly' });
  const alertId = await fire();
  expect(got.map(({ address }) => address).toSorted()).toEqual([mail('leaver'), mail('plain')]);
  await passTo('2026-03-03T00:01:00Z');
  expect(purposes('hourly')).toEqual(['digest 1']);
  const used = async () =>
    (await db.admin.query('select * from usage_months where workspace_id = $1', [here.workspaceId])).rows;
  const [counted, decisions] = [await used(), (await ledger('decision')).length];

  await tenant((tx) =>
    leave(
      tx,
      { workspaceId: here.workspaceId, contactId: people.get('leaver')! },
      { brandId: null, channel: null, topic: null, source: 'one_click', at: new Date(now) },
    ),
  );
  // Someone who joins the audience now got no alert that could be corrected.
  await db.admin.query(
    `insert into audience_contacts (workspace_id, audience_id, contact_id, added_at)
     select $1, id, $2, now() from audiences where workspace_id = $1 and kind = 'list'`,
    [here.workspaceId, people.get('late')],
  );
  const made = await followUps().write(author(), alertId, CORRECTION);
  expect(made).toMatchObject({ ...CORRECTION, sendNo: 1, state: 'approved', decidedBy: null });
  // Two processes at once, and again.
  await Promise.all([deliver(alertId), deliver(alertId)]);
  await deliver(alertId);
  expect(purposes('plain')).toEqual(['first 1', 'correction 1']);
  expect(purposes('hourly')).toEqual(['digest 1', 'correction 1']);
  for (const name of ['leaver', 'asleep', 'daily', 'suppressed', 'late'])
    expect(purposes(name).filter((purpose) => purpose.startsWith('correction'))).toEqual([]);
  const [, corrected] = gotBy('plain');
  expect(corrected?.title).toBe(`Correction: ${CORRECTION.headline}`);
  expect(corrected?.text).toContain('The market stopped early.');
  expect(corrected?.text).toContain('This corrects our alert: ');

  // Who was waiting gets the alert as corrected, and nothing else.
  await passTo('2026-03-03T07:00:05Z');
  await passTo('2026-03-03T08:00:30Z');
  expect(purposes('asleep')).toEqual(['first 1']);
  expect(gotBy('asleep')[0]?.title).toContain(CORRECTION.headline);
  expect(purposes('daily')).toEqual(['digest 1']);
  expect(gotBy('daily')[0]?.text).toContain(CORRECTION.headline);

  // It counts as none, the alert's own outcome stays, and the ledger has it as one entry beside its decision.
  expect(await used()).toEqual(counted);
  const [alert] = await tenant((tx) => tx.select().from(alerts));
  expect(alert).toMatchObject({ state: 'sent', title: `Correction: ${CORRECTION.headline}` });
  expect(await ledger('correction')).toEqual([
    { corrects: expect.any(String), revision: made.revision, number: 1 },
  ]);
  const decision = (await ledger('decision'))[decisions];
  expect(decision).toMatchObject({
    revision: made.revision,
    about: { purpose: 'correction', ownFigures: [] },
  });
  const reach = await tenant((tx) => alertFanOuts(tx, alertId));
  expect(reach?.fanOuts.at(-1)).toMatchObject({
    purpose: 'correction',
    state: 'done',
    target: { kind: 'readers', id: null },
    channels: [{ channel: 'email', sent: 2, skipped: [{ reason: 'unsubscribed', people: 1 }] }],
  });

  // An update follows in its own numbers, to those who got the alert either way.
  await followUps().write(author(), alertId, {
    ...CORRECTION,
    purpose: 'update',
    headline: 'Trading resumed',
  });
  await deliver(alertId);
  await followUps().write(author(), alertId, { ...CORRECTION, purpose: 'update', headline: 'Trading ended' });
  await deliver(alertId);
  expect(purposes('plain')).toEqual(['first 1', 'correction 1', 'update 1', 'update 2']);
  expect(purposes('asleep')).toEqual(['first 1', 'update 1', 'update 2']);
  expect(purposes('daily')).toEqual(['digest 1', 'update 1', 'update 2']);
  expect(purposes('leaver')).toEqual(['first 1']);
});

/** A policy of the workspace. @returns its id, for routes to name */
async function policyOf(change: Partial<PolicyContent>): Promise<string> {
  const by = { workspaceId: here.workspaceId, actor: author().actor };
  const clock = () => new Date(now);
  const form = { name: 'Careful', content: { ...standardContent('human'), ...change } };
  return (await createPolicies({ app: db.app, clock }).make(by, form)).id;
}
const approving = async (
  userId: string,
  alertId: string,
  { id, revision }: { id: string; revision: string },
) => {
  const person = { userId, name: 'Grace Hopper', email: mail('grace') };
  const by = { ...author(), actor: { ...author().actor, userId }, person };
  return followUps().decide(by, alertId, id, { decision: 'approve', revision });
};

it('is approved while its alert is on its way, and follows it there', async () => {
  const rule = await starterRule(db, here.workspaceId);
  const alertId = await tenant((tx) =>
    fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now: new Date(now) }),
  );
  await composeAlert(deps(), { workspaceId: here.workspaceId, alertId: alertId! });
  let isWritten = false;
  const send = async (delivery: ClaimedDelivery) => {
    if (!isWritten) {
      isWritten = true;
      await followUps().write(author(), alertId!, CORRECTION);
    }
    return deps().send(delivery);
  };
  // One at a time: the same run finds the correction, which wasn't approved when it began.
  await deliverAlert(
    { ...deps(), pace: paced(1), send },
    { workspaceId: here.workspaceId, alertId: alertId! },
  );
  const first = got[0]!.address;
  expect(got.filter(({ address }) => address === first).map(({ purpose }) => purpose)).toEqual([
    'first',
    'correction',
  ]);
  // The others get the corrected words at once.
  const others = got.filter(({ address }) => address !== first);
  expect(others.length).toBeGreaterThan(2);
  expect(others.every(({ purpose, text }) => purpose === 'first' && text.includes('stopped early'))).toBe(
    true,
  );
  expect(await tenant((tx) => alertDetail(tx, alertId!))).toMatchObject({ state: 'sent' });
});

it('is approved by two people, and never by its author, where the policy says so', async () => {
  const [admin, approver] = [
    await addMember(db, here.workspaceId, 'admin'),
    await addMember(db, here.workspaceId, 'approver'),
  ];
  const alertId = await fire({ approval: await policyOf({ needs: 2, notAuthor: true }) });
  const made = await followUps().write(author(), alertId, CORRECTION);
  await expect(approving(here.userId, alertId, made)).rejects.toMatchObject({ code: 'not_approver' });
  for (let n = 0; n < 2; n += 1)
    expect(await approving(admin, alertId, made)).toMatchObject({ state: 'waiting' });
  await deliver(alertId);
  expect(purposes('plain')).toEqual(['first 1']);
  expect(await approving(approver, alertId, made)).not.toMatchObject({ state: 'waiting' });
});

it('waits for a person where the route asks for a review', async () => {
  const alertId = await fire({ approval: 'human' });
  const made = await followUps().write(author(), alertId, CORRECTION);
  expect(made.state).toBe('waiting');
  await deliver(alertId);
  expect(got.some(({ purpose }) => purpose !== 'first')).toBe(false);
  // Nobody sees it as the alert's words, and no second one is written meanwhile.
  expect((await tenant((tx) => alertDetail(tx, alertId)))?.subject).not.toContain('Correction');
  await expect(followUps().write(author(), alertId, CORRECTION)).rejects.toThrow('waits for approval');
  const decide = (decision: 'approve' | 'reject', id: string, revision: string) =>
    followUps().decide(decider(), alertId, id, { decision, revision, reason: 'As checked.' });
  await expect(decide('approve', made.id, 'f'.repeat(64))).rejects.toMatchObject({
    code: 'revision_changed',
  });
  expect(await decide('reject', made.id, made.revision)).toMatchObject({ state: 'rejected' });
  await expect(decide('approve', made.id, made.revision)).rejects.toMatchObject({
    code: 'alert_not_waiting',
  });
  await deliver(alertId);
  expect(got.some(({ purpose }) => purpose !== 'first')).toBe(false);

  const again = await followUps().write(author(), alertId, CORRECTION);
  const both = await Promise.allSettled([
    decide('approve', again.id, again.revision),
    decide('approve', again.id, again.revision),
  ]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await deliver(alertId);
  expect(purposes('plain')).toEqual(['first 1', 'correction 2']);
  const last = (await ledger('decision')).at(-1);
  expect(last).toMatchObject({
    decision: 'approved',
    reason: 'As checked.',
    by: { person: expect.any(String) },
  });
  expect(await ledger('correction')).toHaveLength(1);
});

it('goes to the destination that got the alert, and names figures that the data doesn’t have', async () => {
  const { workspaceId } = here;
  const [connection, destination] = [newId(), newId()];
  await db.admin.query(
    `insert into connections (workspace_id, id, channel, name, created_at, updated_at) values ($1, $2, 'email', 'Desk', now(), now())`,
    [workspaceId, connection],
  );
  await db.admin.query(
    `insert into destinations (workspace_id, id, connection_id, name, address, created_at, updated_at)
     values ($1, $2, $3, 'Desk', 'desk@place.example', now(), now())`,
    [workspaceId, destination, connection],
  );
  await db.admin.query(
    `insert into route_targets (workspace_id, id, route_id, destination_id)
     select $1, gen_random_uuid(), id, $2 from routes where workspace_id = $1`,
    [workspaceId, destination],
  );
  const alertId = await fire();
  const wrong = { ...CORRECTION, text: 'SPX closed at 2,480.64, a fall of 12.5 %, not 7,777.' };
  await expect(followUps().write(author(), alertId, wrong)).rejects.toMatchObject({
    code: 'validation_failed',
    message: expect.stringContaining('7,777'),
  });
  const made = await followUps().write(author(), alertId, { ...wrong, ownFigures: true });
  expect(made.ownFigures).toEqual(['2,480.64', '12.5 %', '7,777']);
  await deliver(alertId);
  const atDesk = got.filter(({ address }) => address === 'desk@place.example');
  expect(atDesk.map(({ purpose }) => purpose)).toEqual(['first', 'correction']);
  const all = await tenant((tx) => tx.select().from(deliveries));
  expect(all.every(({ state }) => state === 'sent')).toBe(true);
});

it('goes through the gate as an alert written by hand does', async () => {
  await db.admin.query(
    `update brands set voice = voice || '{"avoid":["moon"]}'::jsonb where workspace_id = $1`,
    [here.workspaceId],
  );
  const alertId = await fire();
  const write = (text: string, ownFigures = false) =>
    followUps().write(author(), alertId, { ...CORRECTION, text, ownFigures });
  for (const refused of ['Read <b>this</b>.', 'To the moon.'])
    await expect(write(refused, true)).rejects.toMatchObject({
      code: 'validation_failed',
      details: { field: 'text' },
    });
  await expect(
    followUps().write(author(), alertId, { ...CORRECTION, headline: 'To the moon' }),
  ).rejects.toMatchObject({ details: { field: 'headline' } });
  for (const own of ['Buy now.', 'It fell by a third.'])
    await expect(write(own)).rejects.toMatchObject({ details: { field: 'ownFigures' } });
  const { ownFigures } = await write('Buy now.', true);
  expect(ownFigures).toContainEqual(expect.stringMatching(/buy/i));
});

it('fills a template’s HTML with its own words, not with those of its alert', async () => {
  const id = newId();
  const by = { workspaceId: here.workspaceId, createdAt: new Date(now) };
  const source = '<h2>Desk: {{ headline }}</h2><p>{{ summary }}</p><p>{{ figure.value }}, {{ close }}</p>';
  const content = templateContentSchema.parse({ blocks: [{ kind: 'headline', in: ['message'] }], source });
  await tenant(async (tx) => {
    await tx.insert(templates).values({ ...by, id, name: 'Own', version: 1, updatedAt: by.createdAt });
    await tx
      .insert(templateVersions)
      .values({ ...by, templateId: id, version: 1, content, madeBy: `user:${here.userId}` });
  });
  await db.admin.query('update routes set template_id = $2 where workspace_id = $1', [here.workspaceId, id]);
  const alertId = await fire();
  await followUps().write(author(), alertId, CORRECTION);
  await deliver(alertId);
  const [first, corrected] = gotBy('plain').map(({ html }) =>
    html.slice(html.indexOf('Desk: ')).replaceAll(/<[^>]+>\s*/g, '|'),
  );
  expect(first).toMatch(/^Desk: S&amp;P 500 falls 11.98%/);
  expect(corrected).toMatch(
    /^Desk: Trading was halted before the close\|+The market stopped early.\|+-11.98%, 2,386.13\|/,
  );
});

it('follows only what was sent', async () => {
  const rule = await starterRule(db, here.workspaceId);
  const alertId = await tenant((tx) =>
    fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now: new Date(now) }),
  );
  await expect(followUps().write(author(), alertId!, CORRECTION)).rejects.toMatchObject({
    code: 'alert_not_followed',
  });
  await expect(followUps().list(here.workspaceId, newId())).rejects.toMatchObject({ code: 'not_found' });
});
