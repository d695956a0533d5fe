import { afterAll, beforeAll, expect, it } from 'vitest';
import { pictureOf, publicPicture } from '#src/db/queries/media.ts';
import { newId } from '#src/db/ids.ts';
import { withTenant } from '#src/db/tenant.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import type { Bar } from '#src/shared/market.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { fallOf2020, newWorkspace, SPX_ID, starterRule } from '#tests/support/workspace.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { fallDocument } from '../content/document.fixture.ts';
import { storeBars } from '#src/engine/market/bars/bar-store.ts';
import { type ChartDeps, withCharts } from './chart.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const withChart = async (deps: ChartDeps, document: AlertDocument, of: Parameters<typeof withCharts>[2]) => {
  const [charted] = await withCharts(deps, [document], of);
  return charted ?? document;
};

const DAY = 86_400_000;
const LAST = Date.parse('2020-03-13T00:00:00Z');
const NOW = new Date('2026-11-23T12:00:00Z');
const before = Array.from({ length: 60 }, (_, at): Bar => {
  const text = { open: '2700', high: '2750', low: '2690', close: String(2700 + at), volume: null };
  return {
    ts: LAST - (59 - at) * DAY,
    open: 2700,
    high: 2800,
    low: 2690,
    close: 2700 + at,
    volume: null,
    text,
  };
});

const INSTRUMENT = {
  symbol: 'SPX',
  name: 'S&P 500',
  timeZone: 'America/New_York',
  currency: 'USD',
  exchange: null,
};
const old = before.map((bar) => ({ ...bar, ts: bar.ts - 100 * DAY }));

async function alertOf(workspaceId: string) {
  const rule = await starterRule(db, workspaceId);
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now: NOW }),
  );
  return {
    workspaceId,
    alertId: alertId ?? '',
    now: NOW,
    detector: 'big_move',
    instrument: { ...INSTRUMENT, id: SPX_ID },
    timeframe: '1d' as const,
    evidence: fallOf2020.evidence,
  };
}

const warnings: string[] = [];
const log = { warn: (_context: object, message: string) => void warnings.push(message) };

it('draws the bars around the event once, and keeps the picture by its hash', async () => {
  const { workspaceId } = await newWorkspace(db);
  const other = await newWorkspace(db);
  const of = await alertOf(workspaceId);
  const document = fallDocument();
  const bare = await withChart({ app: db.app, log }, document, of);
  expect(bare.chart, 'two bars are no chart').toMatchObject({ picture: null, problem: null });
  await storeBars(db.system, { instrumentId: SPX_ID, timeframe: '1d' }, old);
  expect(
    (await withChart({ app: db.app, log }, document, of)).chart,
    'nor are bars of another month',
  ).toEqual(bare.chart);
  await storeBars(db.system, { instrumentId: SPX_ID, timeframe: '1d' }, before);
  const one = await withChart({ app: db.app, log }, document, of);
  expect(one.chart).toMatchObject({ picture: { width: 528, height: 320 }, problem: null });
  expect(await withChart({ app: db.app, log }, document, of)).toEqual(one);
  const { hash } = one.chart?.picture ?? { hash: '' };
  const { rows } = await db.admin.query('select hash from media where workspace_id = $1', [workspaceId]);
  expect(rows).toEqual([{ hash }]);
  const mine = await withTenant(db.app, workspaceId, (tx) => pictureOf(tx, hash));
  expect(mine?.bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(await withTenant(db.app, other.workspaceId, (tx) => pictureOf(tx, hash))).toBeNull();
  expect((await publicPicture(db.app, hash))?.bytes).toEqual(mine?.bytes);
  expect(await publicPicture(db.app, hash.replace(/^./, '0'))).toBeNull();
  await expect(
    withTenant(db.app, workspaceId, (tx) => tx.execute(`update media set type = 'image/png'`)),
  ).rejects.toThrow('Failed query');
});

it('draws the bars that ship with the product, where none are stored', async () => {
  const { workspaceId } = await newWorkspace(db);
  const of = { ...(await alertOf(workspaceId)), instrument: { ...INSTRUMENT, id: newId() } };
  async function* recorded() {
    yield* before;
    yield { ...before[0]!, ts: LAST + 10 * DAY };
    throw new Error('read beyond the event');
  }
  const recordedBars = (symbol: string) => (symbol === 'SPX' ? recorded() : null);
  const drawn = await withChart({ app: db.app, log, recordedBars }, fallDocument(), of);
  expect(drawn.chart).toMatchObject({ picture: { width: 528 }, problem: null });
});

it('leaves a chart out that cannot be drawn, and says so in the document and the log', async () => {
  const { workspaceId } = await newWorkspace(db);
  const rasterize = async (): Promise<Buffer> => {
    throw new Error('no font');
  };
  const document = fallDocument();
  const broken = await withChart({ app: db.app, log, rasterize }, document, await alertOf(workspaceId));
  expect(broken).toEqual({
    ...document,
    chart: { ...document.chart, problem: 'The chart could not be drawn: no font' },
  });
  expect(warnings).toEqual(['a chart could not be drawn']);
});
