import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withTenant } from '#src/db/tenant.ts';
import { alerts, brands, deliveries, demoReplay, events } from '#src/db/schema.ts';
import { newId } from '#src/db/ids.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import type { Bar } from '#src/shared/market.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { backfillAlert } from '#src/engine/alerts/backfill.ts';
import { type DemoReplayDeps, runDemoReplay } from './replay.ts';
import { sinkDelivery } from './sink.ts';
import { noteWatched } from './workspace.ts';

const DAY_MS = 86_400_000;
/** A move and a gap on each of the 150 days but the first; every 40th is so large that both brands have it, as is the next. */
const BARS: Bar[] = Array.from({ length: 150 }, (_, day) => {
  const up = day % 40 === 1 ? 106 : 103;
  const close = day % 2 === 0 ? 100 : up;
  const text = String(close);
  return {
    ts: Date.parse('2008-01-02T05:00:00Z') + day * DAY_MS,
    open: close,
    high: close,
    low: close,
    close,
    volume: null,
    text: { open: text, high: text, low: text, close: text, volume: null },
  };
});

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

let queued: string[] = [];
let now = new Date('2026-11-21T12:00:00Z');
beforeEach(() => {
  queued = [];
});

function deps(): DemoReplayDeps {
  const backfill = {
    app: db.app,
    instanceId: newId(),
    send: sinkDelivery,
    log: { warn: () => undefined },
  };
  return {
    app: db.app,
    system: db.system,
    enqueue: async (_tx, queue) => void queued.push(queue),
    announce: () => undefined,
    clock: () => now,
    backfill: (alert) => backfillAlert(backfill, alert),
    recorded: async function* () {
      yield* BARS;
    },
    every: 20,
    lookEveryMs: 20,
    log: {
      error: (context) => {
        throw context;
      },
    },
  };
}
const inDemo = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(db.app, DEMO_WORKSPACE_ID, work);
const position = async () => (await inDemo((tx) => tx.select().from(demoReplay)))[0]?.position ?? 0;

it('makes its first alerts at once, one each, by two processes at once, and mails nobody', async () => {
  const stop = new AbortController();
  const both = [runDemoReplay(deps(), stop.signal), runDemoReplay(deps(), stop.signal)];
  // The first that comes with nobody there, after what was replayed ahead.
  await vi.waitFor(async () => expect(await position()).toBe(121), { timeout: 150_000, interval: 50 });
  stop.abort();
  await Promise.all(both);
  const everywhere = await inDemo((tx) => tx.select().from(alerts).orderBy(alerts.id));
  const [first] = await inDemo((tx) => tx.select().from(brands).where(eq(brands.isDefault, true)));
  const made = everywhere.filter(({ brandId }) => brandId === first?.id);
  const others = everywhere.filter(({ brandId }) => brandId !== first?.id);
  expect(made).toHaveLength(121);
  const past = made.slice(0, 120);
  expect(new Set(past.map(({ state }) => state))).toEqual(new Set(['sent']));
  // No time is invented: each has the moment at which it was made, and its event the recorded day.
  expect(new Set(past.map(({ createdAt }) => createdAt.getTime()))).toEqual(new Set([now.getTime()]));
  const found = await inDemo((tx) => tx.select().from(events));
  expect(found.every(({ barTs }) => barTs.getUTCFullYear() === 2008)).toBe(true);
  const happened = found.map(({ detector, barTs }) => `${detector} ${barTs.toISOString()}`);
  expect(new Set(happened).size, 'one alert of one event').toBe(happened.length);
  const sent = await inDemo((tx) => tx.select().from(deliveries));
  expect(sent).toHaveLength(240 + 2 * others.length);
  // The largest moves get an alert in the other brand too.
  expect(others.length).toBeGreaterThan(0);
  expect(new Set(others.map(({ state }) => state))).toEqual(new Set(['sent']));
  expect(others.every(({ eventId }) => made.some((each) => each.eventId === eventId))).toBe(true);
  expect(new Set(sent.map(({ providerMessageId }) => providerMessageId))).toEqual(
    new Set(['demo: kept here, nothing was mailed']),
  );
  expect(queued).toEqual(['compose-alert']);
});

it('comes seldom with nobody there, and often while somebody looks', async () => {
  const stop = new AbortController();
  const running = runDemoReplay(deps(), stop.signal);
  const before = await position();
  now = new Date(now.getTime() + 60_000);
  await noteWatched(db.app, now);
  await vi.waitFor(async () => expect(await position()).toBe(before + 1), { timeout: 20_000, interval: 20 });
  now = new Date(now.getTime() + 21_000);
  await vi.waitFor(async () => expect(await position()).toBe(before + 2), { timeout: 20_000, interval: 20 });
  stop.abort();
  await running;
  expect(queued).toEqual(['compose-alert', 'compose-alert']);
});

it('begins again at the end, and keeps one round at most', async () => {
  const round = 2 * 149;
  await db.admin.query('update demo_replay set position = $1', [round - 1]);
  const kept = () => inDemo((tx) => tx.select().from(events));
  const stop = new AbortController();
  const running = runDemoReplay(deps(), stop.signal);
  for (let turn = 0; turn < 4; turn += 1) {
    now = new Date(now.getTime() + 25_000);
    await noteWatched(db.app, now);
    await vi.waitFor(async () => expect(await position()).toBe(round + turn), {
      timeout: 20_000,
      interval: 20,
    });
  }
  stop.abort();
  await running;
  // One new at the end of the round; the three after it took the place of the same ones of the round before.
  const rows = await kept();
  expect(rows).toHaveLength(123 + 1);
  expect(new Set(rows.map(({ dedupeKey }) => dedupeKey)).size).toBe(rows.length);
  expect(new Set((await inDemo((tx) => tx.select().from(alerts))).map(({ eventId }) => eventId)).size).toBe(
    rows.length,
  );
});

it('finishes what a process that died in the middle has left', async () => {
  // One whose mail was never written, and one whose delivery was going out.
  const [drafted, sending] = await inDemo((tx) => tx.select().from(alerts).orderBy(alerts.id).limit(2));
  const { admin } = db;
  for (const { id } of [drafted!, sending!]) {
    await admin.query(
      `delete from attempts where delivery_id in (select id from deliveries where alert_id = $1)`,
      [id],
    );
  }
  await admin.query('delete from deliveries where alert_id = $1', [drafted!.id]);
  await admin.query('delete from revisions where alert_id = $1', [drafted!.id]);
  await admin.query(`update alerts set state = 'drafted' where id = $1`, [drafted!.id]);
  await admin.query(`update alerts set state = 'sending' where id = $1`, [sending!.id]);
  await admin.query(
    `update deliveries set state = 'sending', claimed_by = $2, lease_until = created_at, sent_at = null,
       provider_message_id = null where alert_id = $1`,
    [sending!.id, newId()],
  );
  await admin.query('update demo_replay set position = 120, fired_at = null');
  const stop = new AbortController();
  const running = runDemoReplay(deps(), stop.signal);
  const states = () =>
    inDemo(async (tx) =>
      (await tx.select().from(alerts).orderBy(alerts.id).limit(2)).map(({ id, state }) => [id, state]),
    );
  await vi.waitFor(
    async () =>
      expect(await states()).toEqual([
        [drafted!.id, 'sent'],
        [sending!.id, 'sent'],
      ]),
    { timeout: 20_000, interval: 50 },
  );
  stop.abort();
  await running;
  // Each of the two people has one delivery.
  for (const { id } of [drafted!, sending!]) {
    const { rows } = await admin.query('select state from deliveries where alert_id = $1', [id]);
    expect(rows).toEqual([{ state: 'sent' }, { state: 'sent' }]);
  }
});
