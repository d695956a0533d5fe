import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBrands } from '#src/brands/brands.ts';
import { alerts, fanOutSkips } from '#src/db/schema.ts';
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
import { reachAhead } from '../alerts/reach.ts';
import { storedAssessment } from '../approval/policies/assessments.ts';
import type { ClaimedDelivery } from '../delivery/claimed.ts';
import { deliverAlert } from '../delivery/deliver.ts';
import { fireRule } from '../events/fire-rule.ts';

const NOW = Date.parse('2026-03-02T12:00:00Z');
const COUNTRIES = ['DE', 'FR', 'US', 'GB', null];

let db: TestDatabase;
let workspaceId: string;
let brandId: string;
let fired = 0;
const got: ClaimedDelivery[] = [];
const deps = () => ({
  app: db.app,
  system: db.system,
  enqueue: db.enqueue,
  announce: () => undefined,
  clock: () => new Date(NOW),
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
  ({ workspaceId } = await newWorkspace(db));
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

async function setPolicy(rules: Partial<CountryPolicy['rules'][number]>[], rest: Partial<CountryPolicy> = {}) {
  const whole = rules.map((rule) => ({
    country: null,
    kind: null,
    instrumentClass: null,
    action: 'allow' as const,
    text: null,
    ...rule,
  }));
  const actor = { kind: 'system', userId: null, name: 'test', role: null } as never;
  await createBrands(deps()).change({ workspaceId, actor }, brandId, {
    countries: { rules: whole, unknown: 'elsewhere', public: [], ...rest },
  });
}

/** Writes an alert, which its policy may approve. */
async function write(): Promise<string> {
  fired += 1;
  const rule = await starterRule(db, workspaceId);
  const evidence = { ...fallOf2020.evidence, params: { min_pct: 5 + fired / 100 } };
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, {
      rule,
      detection: { ...fallOf2020, evidence },
      trialRunId: null,
      now: new Date(NOW),
    }),
  );
  await composeAlert(deps(), { workspaceId, alertId: alertId! });
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
  got.find((each) => each.alertId === alertId && each.address.startsWith(name))?.prepared.text ?? '';

it('sends to no blocked country, counts who was left out, and adds to each country its own disclosure', async () => {
  await setPolicy([
    { country: 'US', kind: 'factual', action: 'block' },
    { country: 'DE', action: 'disclose', text: 'Keine Anlageberatung.' },
    { country: 'FR', action: 'disclose', text: 'Capital à risque.' },
  ]);
  const alertId = await write();
  const reach = await tenant((tx) => reachAhead(tx, alertId, new Date(NOW)));
  expect(reach?.channels[0]?.skipped).toEqual([{ reason: 'country', people: 1 }]);
  await deliver(alertId);
  expect(who(alertId)).toEqual(['de', 'fr', 'gb', 'nowhere']);
  const has = (name: string) =>
    ['Keine Anlageberatung.', 'Capital à risque.'].filter((text) => textTo(alertId, name).includes(text));
  expect(has('de')).toEqual(['Keine Anlageberatung.']);
  expect(has('fr')).toEqual(['Capital à risque.']);
  expect(has('gb')).toEqual([]);
  expect(has('nowhere')).toEqual([]);
  const skips = (await tenant((tx) => tx.select().from(fanOutSkips))).filter((each) => each.alertId === alertId);
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
