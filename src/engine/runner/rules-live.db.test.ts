import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { alerts, events, renditions, rules, watchlists, watchlistSymbols } from '#src/db/schema.ts';
import { alertBars } from '#src/db/queries/alert-record.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Bar } from '#src/shared/market.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import type { RuleSettings } from '#src/shared/rules/settings.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { marketEvent, newWorkspace, SPX_ID, starterRule } from '#tests/support/workspace.ts';
import { composeAlert } from '../alerts/compose.ts';
import { gated, ruleDetector } from '../evaluation/conditions/rule-feed.ts';
import { verifyDetection } from '../events/verify-condition.ts';
import { BUSY } from '../detectors/bars.fixture.ts';
import { storeBars } from '../market/bars/bar-store.ts';
import { afterSplit } from '../market/splits/corporate-actions.ts';
import { watchSeries } from './watch-series.ts';
import { activeRules } from '../evaluation/rule-index/rule-index.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const deps = () => ({
  app: db.app,
  system: db.system,
  enqueue: db.enqueue,
  announce: () => undefined,
  clock: () => new Date(),
  log: { warn: () => undefined },
});

type Change = Partial<typeof rules.$inferInsert> & { condition: string };
/** A workspace whose one rule is active on hourly bars of the S&P 500. */
async function withRule(change: Change): Promise<{ workspaceId: string; ruleId: string }> {
  const { workspaceId } = await newWorkspace(db);
  const rule = await starterRule(db, workspaceId);
  await setRule(workspaceId, { state: 'active', timeframe: '1h', ...change });
  return { workspaceId, ruleId: rule.id };
}
const setRule = (workspaceId: string, change: Partial<typeof rules.$inferInsert>): Promise<unknown> =>
  withTenant(db.app, workspaceId, (tx) =>
    tx
      .update(rules)
      .set({ ...change, updatedAt: new Date() })
      .where(eq(rules.workspaceId, workspaceId)),
  );

const found = (workspaceId: string, instrumentId = SPX_ID) =>
  withTenant(db.app, workspaceId, async (tx) =>
    (
      await tx
        .select()
        .from(events)
        .where(and(eq(events.workspaceId, workspaceId), eq(events.instrumentId, instrumentId)))
        .orderBy(events.barTs)
    ).map(({ barTs, value, ruleVersion, evidence, detector }) => ({
      time: barTs.getTime(),
      value,
      ruleVersion,
      evidence,
      detector,
    })),
  );

const series = { instrumentId: SPX_ID, timeframe: '1h' as const };
/** Hours without a bar before them. */
const busyHours = BUSY.slice(0, 400).map((bar, at) => ({
  ...bar,
  ts: Date.UTC(1990, 0, 1) + at * 3_600_000,
}));
beforeEach(() => db.admin.query(`delete from bars where timeframe = '1h'`));

/** What a replay says that would have been sent. */
const replayed = (condition: string, settings: RuleSettings, bars: readonly Bar[]) => {
  const rearm = settings.rearm === undefined ? null : ruleDetector(parseRule(settings.rearm)).start();
  const feed = gated(ruleDetector(parseRule(condition)).start(), settings, '1h', rearm);
  return bars.flatMap((bar) => feed(bar) ?? []).map(({ time, value }) => [time, value]);
};

describe('a stored rule', () => {
  const CONDITION = 'close crosses above sma(5) and volume > 0.9 * avg(volume, 20)';
  it.each<[string, string, RuleSettings]>([
    ['a condition', CONDITION, { frequency: 'every_time' }],
    ['a cooldown', CONDITION, { frequency: 'every_time', cooldown_minutes: 24 * 60 }],
    ['hysteresis', 'rsi(5) > 60', { frequency: 'every_time', rearm: 'rsi(5) < 45' }],
    ['so often a day', 'close > sma(10)', { frequency: 'once_per_bar_close', most_per_day: 2 }],
    ['once', CONDITION, { frequency: 'once' }],
    ['every day at most', 'close > sma(10)', { frequency: { minutes: 1440 } }],
    ['an event', 'big_move(1)', { frequency: 'once_per_bar_close' }],
    ['both', 'new_high(50, 5) or close < lowest(low, 30)[1]', { frequency: 'every_time' }],
  ])(
    '%s: makes the same events live as in a replay, over restarts and bars that are fed twice, each once',
    async (_name, condition, settings) => {
      const { workspaceId } = await withRule({ condition, settings });
      const bars = busyHours;
      const expected = replayed(condition, settings, bars);
      expect(expected.length).toBeGreaterThan(0);
      let feedBars = watchSeries(deps(), series);
      for (let from = 0; from < bars.length; from += 50) {
        const batch = bars.slice(from, from + 50);
        // Killed between the events and the cursor: the whole batch comes again, to a new process.
        if (from % 150 === 0) {
          await feedBars(batch.slice(0, 37));
          feedBars = watchSeries(deps(), series);
        }
        await feedBars(batch);
        await storeBars(db.system, series, batch);
        if (from % 200 === 0) feedBars = watchSeries(deps(), series);
      }
      await setRule(workspaceId, { state: 'paused' });
      const events = await found(workspaceId);
      expect(events.map(({ time, value }) => [time, value])).toEqual(expected);
      for (const event of events) expect(verifyDetection(marketEvent(event))).toEqual({ ok: true });
    },
    240_000,
  );

  /** Each hour as it stood after each of its quarters, and then closed. */
  const shown = busyHours.slice(0, 120).flatMap((bar) => {
    const quarters = [1, 2, 3].map((quarter): Bar => {
      const close = Number((bar.open + ((bar.close - bar.open) * (quarter + (quarter % 2))) / 3).toFixed(2));
      const [high, low] = [Math.max(bar.open, close), Math.min(bar.open, close)];
      const text = { ...bar.text, high: String(high), low: String(low), close: String(close) };
      return { ...bar, high, low, close, text, until: bar.ts + quarter * 900_000 };
    });
    return [...quarters, bar];
  });

  it.each<[string, string, RuleSettings]>([
    ['once a bar', 'close crosses above sma(5)', { frequency: 'once_per_bar' }],
    ['every so many minutes', 'close > sma(10)', { frequency: { minutes: 30 } }],
    ['an event', 'big_move(0.2)', { frequency: 'once_per_bar', most_per_day: 5 }],
    ['armed again', 'close > open', { frequency: { minutes: 15 }, rearm: 'close < sma(3)' }],
  ])(
    'speaks on open bars (%s): as a replay does, each event once, over restarts, repeats and a second engine',
    async (_name, condition, settings) => {
      const { workspaceId } = await withRule({ condition, settings });
      const expected = replayed(condition, settings, shown).toSorted(([a = 0], [b = 0]) => a - b);
      let feedBars = watchSeries(deps(), series);
      for (let from = 0; from < shown.length; from += 37) {
        const batch = shown.slice(from, from + 37);
        // Killed in the middle of a bar, and all of the batch comes again, to two at once.
        if (from % 74 === 0) {
          await feedBars(batch.slice(0, 21));
          feedBars = watchSeries(deps(), series);
          await Promise.all([feedBars(batch), watchSeries(deps(), series)(batch)]);
        } else {
          // Stopped in the middle of a bar, and another goes on where it was.
          feedBars = watchSeries(deps(), series);
          await feedBars(batch);
        }
        const closed = batch.filter(({ until }) => until === undefined);
        await storeBars(db.system, series, closed);
      }
      await setRule(workspaceId, { state: 'paused' });
      const events = await found(workspaceId);
      expect(events.map(({ time, value }) => [time, value])).toEqual(expected);
      expect(events.filter(({ evidence }) => 'until' in evidence).length).toBeGreaterThan(10);
      for (const event of events) expect(verifyDetection(marketEvent(event))).toEqual({ ok: true });
    },
    240_000,
  );

  it('is drawn and written about as the open bar stood, also after that has closed', async () => {
    const settings: RuleSettings = { frequency: 'once_per_bar' };
    const { workspaceId } = await withRule({ condition: 'close crosses above sma(5)', settings });
    await storeBars(db.system, series, busyHours.slice(0, 120));
    await watchSeries(deps(), series)(shown);
    await setRule(workspaceId, { state: 'paused' });
    const rows = await withTenant(db.app, workspaceId, (tx) =>
      tx
        .select({ id: alerts.id, at: alerts.eventTime, evidence: events.evidence })
        .from(alerts)
        .innerJoin(events, eq(events.id, alerts.eventId))
        .orderBy(alerts.eventTime),
    );
    const open = rows.find(({ evidence }) => 'until' in evidence)!;
    const hour = shown.find(({ until }) => until === open.at.getTime())!;
    const chart = await withTenant(db.app, workspaceId, (tx) =>
      alertBars(tx, { alertId: open.id, before: 3, after: 2 }),
    );
    const { ts, high, low, close } = hour;
    expect(chart?.bars.map(({ time }) => (time - ts) / 3_600_000)).toEqual([-2, -1, 0, 1, 2]);
    expect(chart?.bars[2]).toEqual({ time: ts, open: hour.open, high, low, close });
    await composeAlert(deps(), { workspaceId, alertId: open.id });
    const [written] = await withTenant(db.app, workspaceId, (tx) => tx.select().from(renditions));
    expect(written?.prepared.text).toMatch(
      /stood at [\d.,]+ at \d\d:\d\d E[SD]T on .+, with the 1-hour bar still open/,
    );
  });

  it.each([
    ['big_move(3)', 4],
    ['close crosses below sma(20)', 0.1],
    ['volume_spike(2, 20) or new_high(30, 5)', 10],
    ['close moves up by 2% within 5 hours', 0.05],
  ])(
    'sees no event in a split: %s, %d for 1',
    async (condition, ratio) => {
      const settings: RuleSettings = { frequency: 'every_time' };
      const expected = replayed(condition, settings, busyHours).map(([time]) => time);
      expect(expected.length).toBeGreaterThan(2);
      const at = 200;
      const traded = busyHours.map((bar, index) => (index < at ? afterSplit(bar, 1 / ratio) : bar));
      const splitAt = new Date(traded[at]!.ts - 1_800_000);
      const fed = async (pieces: number, knows: boolean): Promise<number[]> => {
        const { workspaceId } = await withRule({ condition, settings });
        await db.admin.query(`delete from bars where timeframe = '1h'`);
        await db.admin.query('delete from instrument_splits');
        if (knows)
          await db.admin.query('insert into instrument_splits values ($1, $2, $3, now())', [
            SPX_ID,
            splitAt,
            ratio,
          ]);
        let feedBars = watchSeries(deps(), series);
        for (let from = 0; from < traded.length; from += pieces) {
          const batch = traded.slice(from, from + pieces);
          await storeBars(db.system, series, batch);
          await feedBars(batch);
          if (from % (3 * pieces) === 0) feedBars = watchSeries(deps(), series);
        }
        await setRule(workspaceId, { state: 'paused' });
        const events = await found(workspaceId);
        for (const event of events) expect(verifyDetection(marketEvent(event))).toEqual({ ok: true });
        return events.map(({ time }) => time);
      };
      // The split in the middle of a batch, and between two of them.
      expect(await fed(90, true)).toEqual(expected);
      expect(await fed(100, true)).toEqual(expected);
      expect(await fed(90, false)).not.toEqual(expected);
      await db.admin.query('delete from instrument_splits');
    },
    240_000,
  );

  it('is written about in its own words, with its figures, and verified before', async () => {
    const { workspaceId } = await withRule({ condition: CONDITION, settings: { frequency: 'once' } });
    await watchSeries(deps(), series)(busyHours);
    await setRule(workspaceId, { state: 'paused' });
    const compose = async () => {
      const [alert] = await withTenant(db.app, workspaceId, (tx) => tx.select().from(alerts));
      await composeAlert(deps(), { workspaceId, alertId: alert!.id });
      return withTenant(db.app, workspaceId, async (tx) => ({
        alerts: await tx.select().from(alerts),
        variants: await tx.select().from(renditions),
      }));
    };
    const { variants: written, alerts: made } = await compose();
    expect(made).toMatchObject([{ state: 'approved', detector: 'rule' }]);
    expect(written[0]?.prepared.title).toMatch(
      /S&P 500: the close crosses above its 5-bar average and the volume/,
    );
    expect(written[0]?.prepared.text).toContain('5-bar average of the close');
  });

  it('speaks anew after it was changed, and says which version spoke', async () => {
    const { workspaceId } = await withRule({ condition: 'close > 0', settings: { frequency: 'once' } });
    const bars = busyHours;
    await watchSeries(deps(), series)(bars.slice(0, 10));
    await setRule(workspaceId, { condition: 'close > 1', version: 2 });
    await storeBars(db.system, series, bars.slice(0, 10));
    await watchSeries(deps(), series)(bars.slice(10, 20));
    await setRule(workspaceId, { state: 'paused' });
    expect((await found(workspaceId)).map(({ time, ruleVersion }) => [time, ruleVersion])).toEqual([
      [bars[1]!.ts, 1],
      [bars[10]!.ts, 2],
    ]);
  });

  it('watches every instrument of its watchlist, and remembers each by itself', async () => {
    const other = newId();
    await db.admin.query(
      `insert into instruments (id, symbol, name, currency, time_zone, created_at)
       values ($1, 'OTHER', 'Other', 'USD', 'UTC', now())`,
      [other],
    );
    const { workspaceId } = await newWorkspace(db);
    const watchlistId = newId();
    await withTenant(db.app, workspaceId, async (tx) => {
      const at = new Date();
      await tx
        .insert(watchlists)
        .values({ workspaceId, id: watchlistId, name: 'Two', createdAt: at, updatedAt: at });
      await tx
        .insert(watchlistSymbols)
        .values([SPX_ID, other].map((instrumentId) => ({ workspaceId, watchlistId, instrumentId })));
    });
    await setRule(workspaceId, {
      instrumentId: null,
      watchlistId,
      state: 'active',
      timeframe: '1h',
      condition: 'close > 0',
      settings: { frequency: 'once' },
    });
    const bars = busyHours.slice(0, 5);
    for (const instrumentId of [SPX_ID, other])
      await watchSeries(deps(), { instrumentId, timeframe: '1h' })(bars);
    await setRule(workspaceId, { state: 'paused' });
    for (const instrumentId of [SPX_ID, other])
      expect((await found(workspaceId, instrumentId)).map(({ time }) => time)).toEqual([bars[1]!.ts]);
  });

  it('is not seen by the engine when it is paused or deleted', async () => {
    const { workspaceId, ruleId } = await withRule({ condition: 'close > 0' });
    const isSeen = async () =>
      (await activeRules(db.system, [series]))[0]?.rules.some(({ id }) => id === ruleId);
    expect(await isSeen()).toBe(true);
    await setRule(workspaceId, { state: 'paused' });
    expect(await isSeen()).toBe(false);
    await setRule(workspaceId, { state: 'active', deletedAt: new Date() });
    expect(await isSeen()).toBe(false);
  });

  it('is heard by nobody who has read it before it was paused, changed or deleted', async () => {
    const changes = [{ state: 'paused' }, { version: 2 }, { deletedAt: new Date() }] as const;
    for (const change of changes) {
      const { workspaceId } = await withRule({
        condition: 'close > 0',
        settings: { frequency: 'once_per_bar_close' },
      });
      // The caller has not asked for versions since.
      const versionOf = () => ({ splits: [], corrected: 0, mark: 'as it was' });
      const feedBars = watchSeries({ ...deps(), versionOf }, series);
      await feedBars(busyHours.slice(0, 2));
      expect(await found(workspaceId)).toHaveLength(1);
      await setRule(workspaceId, change);
      await feedBars(busyHours.slice(2, 6));
      expect(await found(workspaceId)).toHaveLength(1);
      await setRule(workspaceId, { state: 'paused' });
    }
  });

  it('does not speak, and has not spoken, where the plan does not include it', async () => {
    const { workspaceId } = await withRule({ condition: 'rsi(5) > 0', settings: { frequency: 'once' } });
    await db.admin.query(
      `update subscriptions set plan_id = 'starter', status = 'Active' where workspace_id = $1`,
      [workspaceId],
    );
    const bars = busyHours;
    const feedBars = watchSeries(deps(), series);
    await feedBars(bars.slice(0, 20));
    expect(await found(workspaceId)).toEqual([]);
    await db.admin.query(`update subscriptions set plan_id = 'pro' where workspace_id = $1`, [workspaceId]);
    await feedBars(bars.slice(20, 22));
    await setRule(workspaceId, { state: 'paused' });
    expect((await found(workspaceId)).map(({ time }) => time)).toEqual([bars[20]!.ts]);
  });
});
