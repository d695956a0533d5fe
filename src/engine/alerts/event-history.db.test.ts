import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { alertDetail } from '#src/db/queries/alert-detail.ts';
import { withTenant } from '#src/db/tenant.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { storeBars } from '#src/engine/market/bars/bar-store.ts';
import type { Bar } from '#src/shared/market.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { fallOf2020, newWorkspace, SPX_ID, starterRule } from '#tests/support/workspace.ts';
import { composeAlert } from './compose.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const DAY = 86_400_000;
const NOW = new Date('2026-11-23T12:00:00Z');
const [FRIDAY, MONDAY] = ['2020-03-13T04:00:00Z', '2020-03-16T04:00:00Z'].map(Date.parse) as [number, number];
const bar = (ts: number, close: number): Bar => {
  const text = { open: '', high: '', low: '', close: String(close), volume: '100' };
  return { ts, open: close, high: close, low: close, close, volume: 100, text };
};

it('keeps where an event stands in its history, across a split, beside its market', async () => {
  const { workspaceId } = await newWorkspace(db);
  // Four times as high until a 4-for-1 split a week before the event: no fall of 75 % is counted.
  const quiet = Array.from({ length: 150 }, (_, at) => {
    const ts = FRIDAY - (150 - at) * DAY;
    return bar(ts, (2700 + (at % 2) * 10) * (ts < FRIDAY - 7 * DAY ? 4 : 1));
  });
  await storeBars(db.system, { instrumentId: SPX_ID, timeframe: '1d' }, quiet);
  await db.admin.query(
    'insert into instrument_splits (instrument_id, at, ratio, created_at) values ($1, $2, 4, now())',
    [SPX_ID, new Date(FRIDAY - 7 * DAY)],
  );
  const spy = newId();
  await db.admin.query(
    `insert into instruments (id, symbol, name, currency, time_zone, created_at, session)
     values ($1, 'SPY', 'S&P 500 fund', 'USD', 'America/New_York', now(), 'us-equity')`,
    [spy],
  );
  await db.admin.query(`update instruments set session = 'us-equity' where id = $1`, [SPX_ID]);
  await storeBars(db.system, { instrumentId: spy, timeframe: '1d' }, [bar(FRIDAY, 270), bar(MONDAY, 240.3)]);

  const rule = await starterRule(db, workspaceId);
  const alertId =
    (await withTenant(db.app, workspaceId, (tx) =>
      fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now: NOW }),
    )) ?? '';
  await composeAlert(
    {
      app: db.app,
      enqueue: db.enqueue,
      announce: () => undefined,
      clock: () => NOW,
      log: { warn: () => undefined },
    },
    { workspaceId, alertId },
  );
  const detail = await withTenant(db.app, workspaceId, (tx) => alertDetail(tx, alertId));
  const history = detail?.history;
  expect(history).toMatchObject({ bars: 152, fromPct: 5, percentile: 100, after: [] });
  expect(history?.changePct).toBeCloseTo(-11.9840552487, 8);
  expect(history?.market?.symbol).toBe('SPY');
  expect(history?.market?.changePct).toBeCloseTo(-11, 9);

  // A later bar changes nothing of it.
  await storeBars(db.system, { instrumentId: SPX_ID, timeframe: '1d' }, [bar(MONDAY + DAY, 1)]);
  const later = await withTenant(db.app, workspaceId, (tx) => alertDetail(tx, alertId));
  expect(later?.history).toEqual(history);
});
