import { afterAll, beforeAll, expect, it } from 'vitest';
import { pictureOf, publicPicture } from '#src/db/queries/media.ts';
import { newId } from '#src/db/ids.ts';
import { withTenant } from '#src/db/tenant.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { type AlertDocument, alertDocumentSchema } from '#src/shared/content/document.ts';
import type { PictureSize } from '#src/shared/content/picture-formats.ts';
import type { Bar } from '#src/shared/market.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { fallOf2020, newWorkspace, SPX_ID, starterRule } from '#tests/support/workspace.ts';
import { fallDocument } from '../content/document.fixture.ts';
import { paletteOf } from '../content/picture/palette.ts';
import { rasterize } from '../content/picture/rasterize.ts';
import { storeBars } from '#src/engine/market/bars/bar-store.ts';
import { type PictureDeps, withPictures } from './chart.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

type Of = Parameters<typeof withPictures>[2] & NonNullable<Parameters<typeof withPictures>[3]>;

const withChart = async (
  deps: PictureDeps,
  document: AlertDocument,
  of: Of,
  sizes: PictureSize[] = [],
): Promise<AlertDocument> => {
  const [drawn] = await withPictures(deps, [document], of, of, sizes);
  return drawn ?? document;
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
  const brand = { name: 'Harbor & Vale', color: '#0f4c5c', darkPictures: 'readers' as const };
  const { chart } = await withChart({ app: db.app, log }, fallDocument({ brand }), of);
  expect(chart).toMatchObject({ picture: { hash }, dark: { width: 528, height: 320 } });
  expect(
    await withTenant(db.app, workspaceId, (tx) => pictureOf(tx, chart?.dark?.hash ?? '')),
  ).not.toBeNull();
  const mine = await withTenant(db.app, workspaceId, (tx) => pictureOf(tx, hash));
  expect(mine?.bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(await withTenant(db.app, other.workspaceId, (tx) => pictureOf(tx, hash))).toBeNull();
  expect((await publicPicture(db.app, hash))?.bytes).toEqual(mine?.bytes);
  expect(await publicPicture(db.app, hash.replace(/^./, '0'))).toBeNull();
  await expect(
    withTenant(db.app, workspaceId, (tx) => tx.execute(`update media set type = 'image/png'`)),
  ).rejects.toThrow('Failed query');
});

it('draws cards dark for a brand that has posts dark, and light where that fails', async () => {
  const { workspaceId } = await newWorkspace(db);
  const of = { ...(await alertOf(workspaceId)), instrument: { ...INSTRUMENT, id: newId() } };
  const brand = { name: 'Harbor & Vale', color: '#0f4c5c', darkPictures: 'posts' as const };
  const { paper } = paletteOf({ accent: '#0f4c5c' }, 'dark');
  const cardOf = async (failing: 'none' | 'dark') => {
    const themes: boolean[] = [];
    const draw: typeof rasterize = (svg) => {
      const isDark = svg.includes(`fill="${paper}"`);
      themes.push(isDark);
      return isDark && failing === 'dark' ? Promise.reject(new Error('No thread was free.')) : rasterize(svg);
    };
    const quiet = { warn: () => undefined };
    const deps = { app: db.app, log: quiet, recordedBars: () => null, rasterize: draw };
    const [document] = await withPictures(deps, [fallDocument({ brand })], of, of, [{ format: 'wide' }]);
    return { card: document?.pictures?.[0], themes };
  };
  const dark = await cardOf('none');
  expect(dark).toMatchObject({ card: { problem: null, picture: { width: 1200 } }, themes: [true] });
  const light = await cardOf('dark');
  expect(light).toMatchObject({ card: { problem: null, picture: { width: 1200 } }, themes: [true, false] });
  expect(light.card?.picture?.hash).not.toBe(dark.card?.picture?.hash);
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
  const noFont = async (): Promise<Buffer> => {
    throw new Error('no font');
  };
  const document = fallDocument();
  const broken = await withChart(
    { app: db.app, log, rasterize: noFont },
    document,
    await alertOf(workspaceId),
  );
  expect(broken).toEqual({
    ...document,
    chart: { ...document.chart, problem: 'The chart could not be drawn: no font' },
  });
  expect(warnings).toEqual(['a picture could not be drawn']);
});

it('draws what channels show beside the chart, each size once, and one that fails leaves the others', async () => {
  const { workspaceId } = await newWorkspace(db);
  const drawing: typeof rasterize = async (svg, zoom) => {
    if (svg.includes('width="1080" height="1080"')) throw new Error('no paint');
    return rasterize(svg, zoom);
  };
  const email: PictureSize = { format: 'chart', width: 528, height: 320 };
  const chat: PictureSize = { format: 'chart', width: 480, height: 480 };
  const deps = { app: db.app, log, rasterize: drawing };
  const of = await alertOf(workspaceId);
  const sizes: PictureSize[] = [email, chat, chat, { format: 'square' }, { format: 'social' }];
  const { chart, pictures } = await withChart(deps, fallDocument(), of, sizes);
  expect(chart).toMatchObject({ picture: { width: 528, height: 320 }, problem: null });
  expect(pictures).toMatchObject([
    { format: 'chart', picture: { width: 480, height: 480 }, problem: null },
    { format: 'square', width: 1080, height: 1080, picture: null, problem: 'no paint' },
    { format: 'social', picture: { width: 1200, height: 630 }, problem: null },
  ]);
  expect(alertDocumentSchema.parse({ ...fallDocument(), chart, pictures })).toBeTruthy();
});
