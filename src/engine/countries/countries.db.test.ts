import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBrands } from '#src/brands/brands.ts';
import { alertRecord } from '#src/db/queries/alert-record.ts';
import { alerts, fanOutSkips, preferences } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { CountryPolicy } from '#src/shared/countries/policy.ts';
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
import { decideAlert } from '../alerts/decide.ts';
import type { ToWrite } from '../content/model/prompt.ts';
import { checkAnswer } from '../content/gate/gate.ts';
import { createFollowUps } from '../alerts/follow-ups/follow-ups.ts';
import { reachAhead } from '../alerts/reach.ts';
import type { ByModelDeps } from '../alerts/by-model.ts';
import { storedAssessment } from '../approval/policies/assessments.ts';
import type { ClaimedDelivery } from '../delivery/claimed.ts';
import { deliverAlert } from '../delivery/deliver.ts';
import { sweepDeliveries } from '../delivery/sweep.ts';
import { sweepDigests } from '../digests/sweep-digests.ts';
import { fireRule } from '../events/fire-rule.ts';

let now = Date.parse('2026-03-02T12:00:00Z');
const COUNTRIES = ['DE', 'FR', 'US', 'GB', null];

let db: TestDatabase;
let workspaceId: string;
let brandId: string;
let actor: { kind: 'member'; userId: string; name: string };
let fired = 0;
const got: ClaimedDelivery[] = [];
const deps = () => ({
  app: db.app,
  system: db.system,
  enqueue: db.enqueue,
  announce: () => undefined,
  clock: () => new Date(now),
  instanceId: '00000000-0000-7000-8000-000000000210',
  isDead: async () => false,
  log: { warn: () => undefined },
  pace: paced(16),
  send: async (delivery: ClaimedDelivery) => {
    got.push(delivery);
    return { outcome: 'sent', providerMessageId: delivery.id } as const;
  },
});

beforeAll(async () => {
  db = await testDatabase();
  const made = await newWorkspace(db);
  workspaceId = made.workspaceId;
  actor = { kind: 'member', userId: made.userId, name: 'Ada Byron' };
  await addReaders(
    db.admin,
    workspaceId,
    COUNTRIES.map((country) => `${country ?? 'nowhere'}@reader.example`.toLowerCase()),
  );
  await db.admin.query(
    `update contacts c set country = upper(left(a.address, 2)) from addresses a
      where a.workspace_id = c.workspace_id and a.contact_id = c.id and c.workspace_id = $1
        and a.address like '__@reader.example'`,
    [workspaceId],
  );
  await sendToReaders(db, workspaceId);
  const { rows } = await db.admin.query<{ id: string }>(`select id from brands where workspace_id = $1`, [
    workspaceId,
  ]);
  brandId = rows[0]!.id;
});
afterAll(() => db.drop());

async function setPolicy(
  rules: Partial<CountryPolicy['rules'][number]>[],
  rest: Partial<CountryPolicy> = {},
) {
  const whole = rules.map((rule) => ({
    country: null,
    kind: null,
    instrumentClass: null,
    action: 'allow' as const,
    text: null,
    ...rule,
  }));
  await createBrands(deps()).change({ workspaceId, actor }, brandId, {
    countries: { rules: whole, unknown: 'elsewhere', public: [], ...rest },
  });
}

/** A model whose answer passes. */
const modelWriter: ByModelDeps['modelWriter'] = {
  write: async (_, asked: readonly ToWrite[]) =>
    asked.map(({ facts, language }) => {
      const verdict = checkAnswer(
        {
          headline: [{ claim: 'move', price: 'close', way: 'down' }],
          summary: [{ words: 'The details are in the table.' }],
          paragraphs: [],
        },
        facts,
        { language, forbidden: [], pick: 0 },
      );
      if (!verdict.ok) throw new Error(JSON.stringify(verdict.refusals));
      return { written: verdict.written, said: null, call: null as never };
    }),
};

/** Writes an alert, which its policy may approve. */
async function write(over: ByModelDeps['modelWriter'] = undefined): Promise<string> {
  fired += 1;
  const rule = await starterRule(db, workspaceId);
  const evidence = { ...fallOf2020.evidence, params: { min_pct: 5 + fired / 100 } };
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, {
      rule,
      detection: { ...fallOf2020, evidence },
      trialRunId: null,
      now: new Date(now),
    }),
  );
  await composeAlert({ ...deps(), modelWriter: over }, { workspaceId, alertId: alertId! });
  return alertId!;
}
const deliver = (alertId: string) => deliverAlert(deps(), { workspaceId, alertId });
const tenant = <T>(run: Parameters<typeof withTenant<T>>[2]) => withTenant(db.app, workspaceId, run);
const stateOf = async (id: string) =>
  (await tenant((tx) => tx.select().from(alerts))).find((alert) => alert.id === id)?.state;
const who = (alertId: string) =>
  got
    .filter((each) => each.alertId === alertId)
    .map(({ address }) => address.split('@')[0])
    .toSorted();
const textTo = (alertId: string, name: string): string =>
  got.findLast((each) => each.alertId === alertId && each.address.startsWith(name))?.prepared.text ?? '';

it('sends to no blocked country, counts who was left out, and adds to each country its own disclosure', async () => {
  await setPolicy([
    { country: 'US', kind: 'factual', action: 'block' },
    { country: 'DE', action: 'disclose', text: 'Keine Anlageberatung.' },
    { country: 'FR', action: 'disclose', text: 'Capital à risque.' },
  ]);
  const alertId = await write();
  const reach = await tenant((tx) => reachAhead(tx, alertId, new Date(now)));
  expect(reach?.channels[0]?.skipped).toEqual([{ reason: 'country', people: 1 }]);
  await deliver(alertId);
  expect(who(alertId)).toEqual(['de', 'fr', 'gb', 'nowhere']);
  const has = (name: string) =>
    ['Keine Anlageberatung.', 'Capital à risque.'].filter((text) => textTo(alertId, name).includes(text));
  const record = await tenant((tx) => alertRecord(tx, alertId, { preflight: () => null }));
  expect(record?.variants.map(({ channel, language }) => [channel, language])).toEqual([['email', 'en']]);
  expect(record?.disclosures).toEqual([
    { places: ['DE'], texts: ['Keine Anlageberatung.'] },
    { places: ['FR'], texts: ['Capital à risque.'] },
  ]);
  expect(has('de')).toEqual(['Keine Anlageberatung.']);
  expect(has('fr')).toEqual(['Capital à risque.']);
  expect(has('gb')).toEqual([]);
  expect(has('nowhere')).toEqual([]);
  const skips = (await tenant((tx) => tx.select().from(fanOutSkips))).filter(
    (each) => each.alertId === alertId,
  );
  expect(skips.map(({ reason, people }) => [reason, people])).toEqual([['country', 1]]);
  expect(await stateOf(alertId)).toBe('sent');
});

it('treats an unknown country as the strictest, and a block that comes after approval as any other', async () => {
  await setPolicy([]);
  const alertId = await write();
  await setPolicy([{ country: 'US', action: 'block' }], { unknown: 'strictest' });
  await deliver(alertId);
  expect(who(alertId)).toEqual(['de', 'fr', 'gb']);
});

it('waits for a review where one of the recipients is in a country that asks for it', async () => {
  await setPolicy([{ country: 'GB', action: 'review' }]);
  const waiting = await write();
  expect(await stateOf(waiting)).toBe('pending_review');
  const assessed = await tenant((tx) => storedAssessment(tx, waiting));
  expect(assessed?.inputs.review).toEqual(['GB']);
  await setPolicy([{ country: 'JP', action: 'review' }]);
  expect(await stateOf(await write())).toBe('approved');
});

it('labels a text by a model where the law asks, and not once a person has approved it', async () => {
  await setPolicy([{ country: 'DE', action: 'disclose', text: 'Keine Anlageberatung.' }]);
  const label = (alertId: string) =>
    ['de', 'fr', 'us', 'gb', 'nowhere'].filter((name) => textTo(alertId, name).includes('Written with AI'));
  const recordOf = (id: string) => tenant((tx) => alertRecord(tx, id, { preflight: () => null }));
  const shows = async (id: string) => (await recordOf(id))?.variants[0]?.text.includes('Written with AI');
  const unreviewed = await write(modelWriter);
  await deliver(unreviewed);
  expect(label(unreviewed)).toEqual(['de', 'fr', 'nowhere']);
  expect(textTo(unreviewed, 'de')).toContain('Keine Anlageberatung.');
  expect(await recordOf(unreviewed)).toMatchObject({ aiLabel: { everywhere: false, isReviewed: false } });
  expect(await shows(unreviewed)).toBe(true);

  await setPolicy([{ country: 'GB', action: 'review' }]);
  const decide = async (together?: number) => {
    const alertId = await write(modelWriter);
    expect(await stateOf(alertId)).toBe('pending_review');
    const revision = (await recordOf(alertId))?.revision ?? '';
    await db.admin.query(
      `update alert_assessments set policy_content = policy_content || '{"together": true}' where alert_id = $1`,
      [alertId],
    );
    await tenant((tx) =>
      decideAlert(tx, db.enqueue, {
        workspaceId,
        alertId,
        actor,
        revision,
        way: 'account area',
        decision: 'approve',
        by: { userId: actor.userId, name: actor.name, email: 'ada@traders.example' },
        now: new Date(now),
        ...(together && { together }),
      }),
    );
    await deliver(alertId);
    const { rows } = await db.admin.query<{ body: string }>(
      `select body from ledger_entries where workspace_id = $1 and subject = $2 and kind = 'decision'`,
      [workspaceId, alertId],
    );
    return { alertId, revision, said: JSON.parse(rows[0]!.body) };
  };
  const reviewed = await decide();
  expect(who(reviewed.alertId)).toEqual(['de', 'fr', 'gb', 'nowhere', 'us']);
  expect(label(reviewed.alertId)).toEqual([]);
  expect(reviewed.said).toMatchObject({
    revision: reviewed.revision,
    by: { person: expect.any(String) },
    about: { aiLabel: 'omitted' },
  });
  expect(await recordOf(reviewed.alertId)).toMatchObject({ aiLabel: { isReviewed: true } });
  expect(await shows(reviewed.alertId)).toBe(false);
  // Of several at once, only the headlines were on the screen.
  const unread = await decide(2);
  expect(label(unread.alertId)).toEqual(['de', 'fr', 'nowhere']);
  expect(unread.said).toMatchObject({ about: { together: 2, aiLabel: 'kept' } });
});

it('keeps them in a digest, and in a correction that replaces what is still held', async () => {
  await setPolicy([
    { country: 'US', action: 'block' },
    { country: 'DE', action: 'disclose', text: 'Keine Anlageberatung.' },
    { country: 'FR', action: 'disclose', text: 'Capital à risque.' },
  ]);
  const { rows: people } = await db.admin.query<{ contact: string; country: string | null }>(
    `select id as contact, country from contacts where workspace_id = $1 and user_id is null`,
    [workspaceId],
  );
  const prefer = (country: string, wanted: Partial<typeof preferences.$inferInsert>) =>
    tenant((tx) =>
      tx.insert(preferences).values({
        workspaceId,
        brandId,
        contactId: people.find((each) => each.country === country)!.contact,
        timeZone: 'UTC',
        updatedAt: new Date(now),
        ...wanted,
      }),
    );
  await prefer('FR', { quietFrom: 11 * 60, quietTo: 13 * 60 });
  await prefer('DE', { cadence: 'hourly' });
  await prefer('US', { cadence: 'hourly' });
  const alertId = await write();
  await deliver(alertId);
  expect(who(alertId)).toEqual(['gb', 'nowhere']);
  await deliver(await write(modelWriter));
  await createFollowUps(deps()).write({ workspaceId, actor }, alertId, {
    purpose: 'correction',
    headline: 'Trading was halted before the close',
    text: 'The market stopped early.',
  });
  await deliver(alertId);
  now = Date.parse('2026-03-02T13:30:00Z');
  await sweepDeliveries(deps());
  await sweepDigests(deps());
  const { rows: all } = await db.admin.query<{ id: string }>(
    `select id from publications where workspace_id = $1 order by id`,
    [workspaceId],
  );
  for (const { id } of all) await deliver(id);
  expect(who(alertId)).toEqual(['fr', 'gb', 'gb', 'nowhere', 'nowhere']);
  expect(textTo(alertId, 'fr')).toContain('The market stopped early.');
  expect(textTo(alertId, 'fr')).toContain('Capital à risque.');
  expect(textTo(alertId, 'fr')).not.toContain('Keine Anlageberatung.');
  const digests = got.filter(({ purpose }) => purpose === 'digest');
  expect(digests.map(({ address }) => address)).toEqual(['de@reader.example']);
  expect(digests[0]?.prepared.text).toContain('Keine Anlageberatung.');
  expect(digests[0]?.prepared.text).toContain('Written with AI');
  expect(digests[0]?.prepared.text).not.toContain('Capital à risque.');
});

it('what was blocked before futures were a class of their own is blocked for them as for a class no rule names', async () => {
  const blockedOf = async () =>
    (
      await db.admin.query<{ blocked: Record<string, unknown> }>('select blocked from brands where id = $1', [
        brandId,
      ])
    ).rows[0]?.blocked ?? {};
  const migration = readFileSync('src/db/migrations/0240_market_calendars.sql', 'utf8');
  const upgrade = migration.slice(migration.indexOf('alter table brands no force'));
  for (const rules of [
    [{ country: 'US', kind: 'factual', action: 'block' }],
    [
      { country: 'US', instrumentClass: 'stocks', action: 'block' },
      { country: 'DE', action: 'block' },
    ],
  ] as CountryPolicy['rules'][]) {
    await setPolicy(rules.map((rule) => ({ ...rule })));
    const wanted = await blockedOf();
    expect(Object.keys(wanted)).toContain('factual/futures');
    await db.admin.query(
      `update brands set blocked = blocked - 'factual/futures' - 'recommendation/futures' where id = $1`,
      [brandId],
    );
    await db.admin.query(upgrade);
    expect(await blockedOf()).toEqual(wanted);
  }
  await setPolicy([]);
});
