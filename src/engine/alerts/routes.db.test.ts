import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { alertFanOuts } from '#src/db/queries/fan-outs.ts';
import { messageFigures } from '#src/db/queries/message-figures.ts';
import { leave } from '#src/db/queries/unsubscriptions.ts';
import { alerts } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { ReachAhead } from '#src/shared/alert-reach.ts';
import type { RouteForm } from '#src/shared/routes.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { fallOf2020, newWorkspace, paced, starterRule } from '#tests/support/workspace.ts';
import { addChannel, channelOf } from '../channels/registry.ts';
import type { ClaimedDelivery } from '../delivery/claimed.ts';
import { deliverAlert } from '../delivery/deliver.ts';
import { fireRule } from '../events/fire-rule.ts';
import { putRoutes } from '../routes/stored-routes.ts';
import { composeAlert } from './compose.ts';
import { reachAhead } from './reach.ts';

const PAGER = 'pager';
let db: TestDatabase;
let removeChannel: () => void;
beforeAll(async () => {
  db = await testDatabase();
  removeChannel = addChannel({
    ...channelOf('email'),
    kind: PAGER,
    title: 'Pager',
    // It costs more where an address’s id ends with 1 to 4, and nothing is known of 9.
    personCharges: {
      signs: 36,
      of: (address) =>
        address.endsWith('9') ? null : { currency: 'EUR', amount: /[1-4]$/.test(address) ? '0.07' : '0.05' },
      takePrices: () => undefined,
    },
  });
});
afterAll(() => {
  removeChannel();
  return db.drop();
});

const PEOPLE = 300;
/** Three audiences that overlap, by the number of a person. */
const MEANS: Record<'free' | 'paid' | 'desk', (n: number) => boolean> = {
  free: (n) => n < 200,
  paid: (n) => n >= 100,
  desk: (n) => n % 7 === 0,
};
type AudienceName = keyof typeof MEANS;
const hasPager = (n: number) => n % 3 === 0;
/** Nothing may reach these: their email is suppressed, their pager isn't confirmed, they left a brand. */
const isSuppressed = (n: number) => n % 25 === 3;
const isUnconfirmed = (n: number) => n % 30 === 0;
const hasLeft = (n: number) => n % 40 === 5;

async function readers(
  workspaceId: string,
): Promise<{ contacts: string[]; audiences: Record<AudienceName, string> }> {
  const contacts = Array.from({ length: PEOPLE }, newId);
  const run = (text: string, values: unknown[]) => db.admin.query(text, [workspaceId, ...values]);
  await run(
    `insert into contacts (workspace_id, id, name, created_at, updated_at)
     select $1, id, (n - 1)::text, now(), now() from unnest($2::uuid[]) with ordinality c(id, n)`,
    [contacts],
  );
  const some = (is: (n: number) => boolean) => contacts.filter((_, n) => is(n));
  const address = (channel: string, ids: string[]) =>
    run(
      `insert into addresses (workspace_id, id, contact_id, channel, address, confirmed_at, created_at, updated_at)
       select $1, gen_random_uuid(), id, $2, id || '@readers.example', now(), now(), now() from unnest($3::uuid[]) id`,
      [channel, ids],
    );
  await address('email', contacts);
  await address(PAGER, some(hasPager));
  await run(
    `update addresses set suppressed_at = now() where workspace_id = $1 and channel = 'email' and contact_id = any($2)`,
    [some(isSuppressed)],
  );
  await run(
    `update addresses set confirmed_at = null where workspace_id = $1 and channel = $2 and contact_id = any($3)`,
    [PAGER, some(isUnconfirmed)],
  );
  const audiences = { free: newId(), paid: newId(), desk: newId() };
  for (const [name, id] of Object.entries(audiences)) {
    await run(
      `insert into audiences (workspace_id, id, name, kind, created_at, updated_at) values ($1, $2, $3, 'list', now(), now())`,
      [id, name],
    );
    await run(
      `insert into audience_contacts (workspace_id, audience_id, contact_id, added_at) select $1, $2, unnest($3::uuid[]), now()`,
      [id, some(MEANS[name as AudienceName])],
    );
  }
  return { contacts, audiences };
}

async function brandsOf(workspaceId: string): Promise<{ acme: string; beta: string; core: string }> {
  const { rows } = await db.admin.query<{ id: string }>('select id from brands where workspace_id = $1', [
    workspaceId,
  ]);
  const ids = { acme: rows[0]?.id ?? '', beta: newId(), core: newId() };
  await db.admin.query(
    `insert into brands (workspace_id, id, name, color, created_at) values ($1, $2, 'Beta', '#204060', now()), ($1, $3, 'Core', '#204060', now())`,
    [workspaceId, ids.beta, ids.core],
  );
  return ids;
}

/** People who got something, as their number and the channel, sorted. */
const inOrder = (ways: readonly string[]) => ways.toSorted();
const waysTo = (is: (n: number) => boolean, channelsOf: (n: number) => string[]): string[] =>
  inOrder(
    Array.from({ length: PEOPLE }, (_, n) => n).flatMap((n) =>
      is(n) ? channelsOf(n).map((channel) => `${n} ${channel}`) : [],
    ),
  );
const mayEmail = (n: number) => !isSuppressed(n);
const mayPage = (n: number) => hasPager(n) && !isUnconfirmed(n);
const each = (n: number) => [...(mayEmail(n) ? ['email'] : []), ...(mayPage(n) ? [PAGER] : [])];
const first = (n: number) => (mayPage(n) ? [PAGER] : mayEmail(n) ? ['email'] : []);

it('reaches each person once per event, brand and channel, or once per event and brand where a route says so', async () => {
  const { workspaceId } = await newWorkspace(db);
  const { contacts, audiences } = await readers(workspaceId);
  const brands = await brandsOf(workspaceId);
  const now = new Date();
  const to = (brandId: string, names: AudienceName[], rest: Partial<RouteForm> = {}): RouteForm => ({
    brandId,
    audienceIds: names.map((name) => audiences[name]),
    destinationIds: [],
    ...rest,
  });
  const rule = await starterRule(db, workspaceId);
  const preferred = { reach: 'preferred', channels: [PAGER, 'email'] } as const;
  await withTenant(db.app, workspaceId, async (tx) => {
    await putRoutes(
      tx,
      rule,
      [
        // Two routes of one brand lead to the same people.
        to(brands.acme, ['free', 'desk']),
        to(brands.acme, ['paid']),
        // One channel each, whatever route comes first.
        to(brands.beta, ['free'], { ...preferred, channels: [...preferred.channels] }),
        to(brands.beta, ['paid', 'desk'], { ...preferred, channels: [...preferred.channels] }),
        to(brands.core, ['desk'], { channels: ['email'] }),
      ],
      now,
    );
    for (const [n, contactId] of contacts.entries())
      if (hasLeft(n))
        await leave(
          tx,
          { workspaceId, contactId },
          { brandId: brands.acme, channel: null, topic: null, source: 'preferences', at: now },
        );
    await fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now });
  });

  const drafted = await withTenant(db.app, workspaceId, (tx) => tx.select().from(alerts));
  expect(drafted.map(({ brandId }) => brandId).toSorted()).toEqual(Object.values(brands).toSorted());
  const number = new Map(contacts.map((id, n) => [`${id}@readers.example`, n]));
  const sent = new Map<string, string[]>();
  const deps = {
    app: db.app,
    enqueue: db.enqueue,
    announce: () => undefined,
    clock: () => now,
    instanceId: newId(),
    log: { warn: () => undefined },
    pace: paced(16),
    send: async ({ brandId, channel, address }: ClaimedDelivery) => {
      sent.set(brandId, [...(sent.get(brandId) ?? []), `${number.get(address)} ${channel}`]);
      return { outcome: 'sent' as const, providerMessageId: address };
    },
  };
  const ahead = new Map<string, ReachAhead | null>();
  for (const { id: alertId, brandId } of drafted) {
    ahead.set(brandId, await withTenant(db.app, workspaceId, (tx) => reachAhead(tx, alertId, now)));
    await composeAlert(deps, { workspaceId, alertId });
    // Two at once: whoever comes second finds the window claimed, or the person served.
    const job = { workspaceId, alertId };
    await Promise.all([deliverAlert(deps, job), deliverAlert({ ...deps, instanceId: newId() }, job)]);
    await deliverAlert(deps, job);
  }

  const inAny = (n: number) => MEANS.free(n) || MEANS.paid(n) || MEANS.desk(n);
  const expected = {
    [brands.acme]: waysTo((n) => inAny(n) && !hasLeft(n), each),
    [brands.beta]: waysTo(inAny, first),
    [brands.core]: waysTo(MEANS.desk, (n) => (mayEmail(n) ? ['email'] : [])),
  };
  for (const [brandId, ways] of Object.entries(expected)) {
    expect(inOrder(sent.get(brandId) ?? [])).toEqual(ways);
    // What was counted before is who got it.
    const said = ahead.get(brandId);
    expect(said?.people).toBe(new Set(ways.map((way) => way.split(' ')[0])).size);
    expect(
      said?.channels
        .map(({ channel, people }) => [channel, people])
        .filter(([, people]) => people !== 0)
        .toSorted(),
    ).toEqual(
      ['email', PAGER]
        .map((channel) => [channel, ways.filter((way) => way.endsWith(channel)).length])
        .filter(([, people]) => people !== 0),
    );
    const last = ways
      .filter((way) => way.endsWith(PAGER))
      .map((way) => contacts[Number(way.split(' ')[0])]?.at(-1) ?? '');
    const priced = last.filter((sign) => sign !== '9');
    const cents = priced.reduce((total, sign) => total + (/[1-4]/.test(sign) ? 7 : 5), 0);
    const cost = said?.channels.find(({ channel }) => channel === PAGER)?.cost ?? null;
    expect(cost && [cost.currency, Math.round(Number(cost.amount) * 100), cost.unpriced]).toEqual(
      priced.length === 0 ? null : ['EUR', cents, last.length - priced.length],
    );
  }
  const skippedOf = (brandId: string, channel: string) =>
    ahead.get(brandId)?.channels.find((one) => one.channel === channel)?.skipped;
  expect(skippedOf(brands.core, 'email')).toEqual([
    {
      reason: 'suppressed',
      people: waysTo(
        (n) => MEANS.desk(n) && isSuppressed(n),
        () => [''],
      ).length,
    },
  ]);

  // The counters say the same, and each alert knows the two of the other brands.
  for (const { id, brandId } of drafted) {
    const reach = await withTenant(db.app, workspaceId, (tx) => alertFanOuts(tx, id));
    const counted = reach?.fanOuts
      .flatMap(({ channels }) => channels)
      .reduce((sum, one) => sum + one.sent, 0);
    expect(counted).toBe(expected[brandId]?.length);
    expect(reach?.fanOuts.every(({ state, routeId }) => state === 'done' && routeId !== null)).toBe(true);
    expect(reach?.others.map(({ brand, state }) => [brand.id, state]).toSorted()).toEqual(
      drafted.flatMap((other) => (other.id === id ? [] : [[other.brandId, 'sent']])).toSorted(),
    );
    expect(await withTenant(db.app, workspaceId, (tx) => reachAhead(tx, id, now))).toBeNull();
  }
  const day = now.toISOString().slice(0, 10);
  const figures = await withTenant(db.app, workspaceId, (tx) =>
    messageFigures(tx, { workspaceId, filter: { from: day, to: day } }),
  );
  const all = Object.values(expected).flat();
  const sum = (rows: readonly { sent: number }[]) => rows.reduce((total, { sent: one }) => total + one, 0);
  expect([figures.routes, figures.audiences, figures.channels].map(sum)).toEqual(Array(3).fill(all.length));
  expect(figures.routes).toHaveLength(5);
  expect(figures.audiences.map(({ name }) => name).toSorted()).toEqual(['desk', 'free', 'paid']);
  for (const { channel, sent: count } of figures.channels)
    expect(count).toBe(all.filter((way) => way.endsWith(channel)).length);
  for (const [brandId, ways] of Object.entries(expected))
    expect(sum(figures.routes.filter(({ brand }) => brand.id === brandId))).toBe(ways.length);
  // Over the email of the desk, in the brand that sends to it only.
  const core = figures.routes.find(({ brand }) => brand.id === brands.core);
  expect(core?.skipped).toBe(skippedOf(brands.core, 'email')?.[0]?.people);
});
