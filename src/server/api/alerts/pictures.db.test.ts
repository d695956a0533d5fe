import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { createAlertPictures } from '#src/engine/alerts/pictures.ts';
import { rasterize } from '#src/engine/content/picture/rasterize.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { storeBars } from '#src/engine/market/bars/bar-store.ts';
import { alertExportSchema, alertPicturesSchema } from '#src/shared/alert-pictures.ts';
import type { Bar } from '#src/shared/market.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { fallOf2020, newWorkspace, SPX_ID, starterRule } from '#tests/support/workspace.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
const DAY = 86_400_000;
const LAST = Date.parse('2020-03-13T00:00:00Z');
const BEFORE = Array.from({ length: 60 }, (_, at): Bar => {
  const text = { open: '2700', high: '2750', low: '2690', close: String(2700 + at), volume: null };
  const prices = { open: 2700, high: 2800, low: 2690, close: 2700 + at };
  return { ts: LAST - (59 - at) * DAY, ...prices, volume: null, text };
});

let db: TestDatabase;
let api: ReturnType<typeof testApi>;
let one: { workspaceId: string; userId: string };
let other: { workspaceId: string; userId: string };
let alertId = '';

beforeAll(async () => {
  db = await testDatabase();
  api = testApi(db);
  one = await newWorkspace(db);
  other = await newWorkspace(db);
  await storeBars(db.system, { instrumentId: SPX_ID, timeframe: '1d' }, BEFORE);
  const { workspaceId } = one;
  const rule = await starterRule(db, workspaceId);
  alertId =
    (await withTenant(db.app, workspaceId, (tx) =>
      fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now: NOW }),
    )) ?? '';
  await compose();
});
afterAll(() => db.drop());

const compose = () =>
  composeAlert(
    {
      app: db.app,
      enqueue: db.enqueue,
      announce: () => undefined,
      clock: () => NOW,
      log: { warn: () => undefined },
    },
    { workspaceId: one.workspaceId, alertId },
  );
const ask = (part: string, userId = one.userId) =>
  api.request(`/alerts/${alertId}${part}`, { headers: { Authorization: `Bearer ${userId}` } });
const list = async () => alertPicturesSchema.parse(await (await ask('/pictures')).json());

it('lists every format in both themes, each with its description, and serves the same bytes again', async () => {
  const { items, languages } = await list();
  expect(languages).toEqual(['en']);
  expect(items.map(({ format, theme }) => `${format} ${theme}`)).toEqual(
    ['chart', 'social', 'wide', 'square', 'story'].flatMap((format) => [`${format} light`, `${format} dark`]),
  );
  for (const { alt, problem } of items) {
    expect(alt).toMatch(/S&P 500/);
    expect(problem).toBeNull();
  }
  const square = items.find(({ format, theme }) => format === 'square' && theme === 'dark');
  expect(square).toMatchObject({ width: 1080, height: 1080, hash: null });
  expect(square?.fileName).toMatch(/^[a-z0-9-]+-2020-03-16-square-dark\.png$/);
  const part = square?.path.split(alertId)[1] ?? '';
  const answer = await ask(part);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1080, 1080]);
  expect(Buffer.from(await (await ask(part)).arrayBuffer())).toEqual(bytes);
  const kept = (await list()).items.find(({ format, theme }) => format === 'square' && theme === 'dark');
  expect(kept?.hash).toBe(createHash('sha256').update(bytes).digest('hex'));
});

it('shows the chart that was sent', async () => {
  const { rows } = await db.admin.query(
    `select content -> 'documents' -> 0 -> 'chart' -> 'picture' ->> 'hash' as hash from revisions where alert_id = $1`,
    [alertId],
  );
  const bytes = Buffer.from(await (await ask('/pictures/file?format=chart')).arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(rows[0].hash);
});

it('answers nobody else, and says what it takes', async () => {
  for (const part of ['/pictures', '/pictures/file?format=square', '/export', '/export/html'])
    expect((await ask(part, other.userId)).status, part).toBe(404);
  expect((await ask('/pictures/file?format=poster')).status).toBe(400);
  expect((await ask('/pictures/file?format=square&theme=pink')).status).toBe(400);
  expect((await ask('/export?pictures=links')).status).toBe(400);
});

it('exports content without footer, links to an account, tokens or tracking, as JSON and as HTML', async () => {
  const json = alertExportSchema.parse(await (await ask('/export?pictures=embed')).json());
  expect(json).toMatchObject({ id: alertId, direction: 'down', figure: { value: '-11.98%' } });
  expect(json.pictures.map(({ format, data }) => [format, data !== null])).toEqual([
    ['chart', true],
    ['social', false],
    ['wide', false],
    ['square', false],
    ['story', false],
  ]);
  const answer = await ask('/export/html');
  const html = await answer.text();
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
  expect(html).toMatch(
    /^<article class="alert" lang="en">[\s\S]*<img src="data:image\/png;base64,[\s\S]*<\/article>\n$/,
  );
  for (const { label, value } of [json.figure, ...json.table].filter((row) => row !== null)) {
    expect(html).toContain(label);
    expect(html).toContain(value.replaceAll('&', '&amp;'));
  }
  const files = await (await ask('/export/html?pictures=files')).text();
  expect(files).toContain(`<img src="${json.pictures[0]?.fileName}"`);
  for (const text of [JSON.stringify({ ...json, pictures: [] }), files])
    expect(text).not.toMatch(
      /unsubscribe|preferences|\/api\/|token|utm_|https?:|cid:|footer|<script|<style/i,
    );
});

it('records a picture that fails, leaves the others, and draws it once it can', async () => {
  let now = NOW;
  let isBroken = true;
  const pictures = createAlertPictures({
    app: db.app,
    clock: () => now,
    rasterize: async (svg, zoom) => {
      if (isBroken && svg.includes('height="1920"')) throw new Error('no paint');
      return rasterize(svg, zoom);
    },
  });
  const asked = { workspaceId: one.workspaceId, alertId, language: null, theme: 'light' } as const;
  expect(await pictures.file({ ...asked, format: 'story' })).toEqual({ problem: 'no paint' });
  expect(await pictures.file({ ...asked, format: 'social' })).toHaveProperty('bytes');
  const story = async () =>
    (await pictures.list(asked))?.items.find(({ format, theme }) => format === 'story' && theme === 'light');
  expect(await story()).toMatchObject({ hash: null, problem: 'no paint' });
  isBroken = false;
  expect(await pictures.file({ ...asked, format: 'story' }), 'not at once').toEqual({ problem: 'no paint' });
  now = new Date(NOW.getTime() + 60_000);
  expect(await pictures.file({ ...asked, format: 'story' })).toHaveProperty('bytes');
  expect(await story()).toMatchObject({ problem: null });
});

it('tells the time of intraday bars in the brand’s zone, as the alert does', async () => {
  const { workspaceId } = one;
  await storeBars(
    db.system,
    { instrumentId: SPX_ID, timeframe: '1h' },
    BEFORE.map((bar, at) => ({ ...bar, ts: LAST - (59 - at) * 3_600_000 })),
  );
  await db.admin.query(
    `update events e set timeframe = '1h' from alerts a where a.id = $1 and e.id = a.event_id`,
    [alertId],
  );
  const drawnIn = async (zone: string | null): Promise<string> => {
    await db.admin.query('update brands set time_zone = $2 where workspace_id = $1', [workspaceId, zone]);
    await db.admin.query('delete from alert_pictures where workspace_id = $1', [workspaceId]);
    const svgs: string[] = [];
    const pictures = createAlertPictures({
      app: db.app,
      clock: () => NOW,
      rasterize: async (svg) => {
        svgs.push(svg);
        return Buffer.from('png');
      },
      keeps: () => false,
    });
    await pictures.file({ workspaceId, alertId, language: 'en', format: 'chart', theme: 'dark' });
    return svgs.join();
  };
  const [market, tokyo] = [await drawnIn(null), await drawnIn('Asia/Tokyo')];
  expect(market).toMatch(/EDT/);
  expect(tokyo).toMatch(/GMT\+9|JST/);
  expect(tokyo).not.toMatch(/EDT/);
});
