import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFeedService, type FeedService } from '#src/engine/feeds/feed-service.ts';
import { BAR_IMPORT } from '#src/shared/bar-import.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';

const CSV = `date,open,high,low,close,volume
2024-01-02,10,11,9,10.5,100
2024-01-03,1050,1200,1000,1150,200
2024-01-04,11.5,12.9,11,12.2,300
2024-01-05,12.2,12.9,12,12.5,300
`;
let db: TestDatabase;
let service: FeedService;
let api: ReturnType<typeof testApi>;
let mine: { workspaceId: string; userId: string };
let theirs: { workspaceId: string; userId: string };
const announced: string[] = [];

beforeAll(async () => {
  db = await testDatabase();
  const clock = () => new Date();
  const announce = (workspaceId: string, topic?: string) => void announced.push(`${workspaceId} ${topic}`);
  service = createFeedService({ app: db.app, system: db.system, reached: [], announce, clock });
  api = testApi(db, { feeds: service, announce });
  mine = await newWorkspace(db);
  theirs = await newWorkspace(db);
});
afterAll(() => db.drop());

async function ask(
  path: string,
  {
    as = mine.userId,
    method = 'GET',
    body,
    headers = {},
  }: {
    as?: string;
    method?: string;
    body?: string | Uint8Array<ArrayBuffer>;
    headers?: Record<string, string>;
  } = {},
) {
  const answer = await api.request(path, {
    method,
    headers: { Authorization: `Bearer ${as}`, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}
const bring = (query: string, body: string | Uint8Array<ArrayBuffer> = CSV, options = {}) =>
  ask(`/bars/import?${query}`, { method: 'POST', body, ...options });
const replay = (symbol: string, as: string) =>
  ask('/rules/replay', {
    method: 'POST',
    as,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ condition: 'close > 12', symbol, timeframe: '1d' }),
  });
const symbolsOf = async (as: string) =>
  (await ask('/instruments', { as })).body.items.map(({ symbol }: { symbol: string }) => symbol);

describe('POST /bars/import', () => {
  it('stores history under a symbol of the workspace’s own, for its rules to replay over', async () => {
    const made = await bring('symbol=gme&timeframe=1d&session=us-equity&file=gme.csv');
    expect(made).toEqual({
      status: 200,
      body: {
        symbol: 'GME',
        timeframe: '1d',
        file: 'gme.csv',
        rows: 4,
        stored: 3,
        replaced: 0,
        unchanged: 0,
        putAside: 1,
        reasons: [{ reason: 'unit', count: 1, lines: [3] }],
        from: '2024-01-02T05:00:00.000Z',
        to: '2024-01-05T05:00:00.000Z',
      },
    });
    const [listed] = (await ask('/instruments?q=GME')).body.items;
    expect(listed).toEqual({
      symbol: 'GME',
      name: 'GME',
      currency: 'USD',
      timeZone: 'America/New_York',
      exchange: null,
      tickSize: null,
      session: 'us-equity',
      simulated: false,
      own: true,
      delayMinutes: null,
      splits: [],
      timeframes: ['1d'],
    });
    expect((await replay('GME', mine.userId)).body).toMatchObject({ bars: 3, alerts: 1 });
    expect((await bring('symbol=GME&timeframe=1d&file=gme.csv', gzipSync(CSV))).body).toMatchObject({
      stored: 0,
      unchanged: 3,
      putAside: 1,
    });
  });

  it('refuses a file of which too much cannot be believed, with a code of its own, unless told otherwise', async () => {
    const bad = CSV.replace('1050', 'x').replace('11.5', 'y');
    expect(await bring('symbol=GME&timeframe=1d&file=gme.csv', bad)).toMatchObject({
      status: 422,
      body: {
        code: 'too_many_rows_lost',
        detail: 'gme.csv: 2 of its 4 rows cannot be believed, which is more than a tenth.',
      },
    });
    const accepted = await bring('symbol=GME&timeframe=1d&file=bad.csv&acceptLosses=true', bad);
    expect(accepted).toMatchObject({ status: 200, body: { unchanged: 2, putAside: 2 } });
    await db.admin.query(`delete from feed_quarantine where file = 'bad.csv'`);
  });

  it('tells every open screen, writes down who did it, and alerts nobody', async () => {
    announced.length = 0;
    await bring('symbol=GME&timeframe=1d&file=gme.csv');
    expect(announced.toSorted()).toEqual([`${mine.workspaceId} feeds`, `${mine.workspaceId} rules`]);
    const [entry] = (await ask('/team/activity?limit=1')).body.items;
    expect(entry).toMatchObject({
      action: 'bars.imported',
      subject: 'GME',
      detail: { file: 'gme.csv', rows: '4', stored: '0', put_aside: '1' },
    });
    expect((await db.admin.query('select 1 from events')).rows).toEqual([]);
  });

  it('shows what was put aside with its file and line, to whose it is', async () => {
    const { items } = (await ask('/feeds/quarantine?feed=import')).body;
    expect(items).toMatchObject([
      {
        feed: 'import',
        symbol: 'GME',
        reason: 'unit',
        problem: 'a price of 1050 beside a last close of 10.5 is in another unit',
        sample: '2024-01-03,1050,1200,1000,1150,200',
        count: 1,
        file: 'gme.csv',
        line: 3,
      },
    ]);
    expect((await ask('/feeds/quarantine?reason=unit')).body.items).toHaveLength(1);
    expect((await ask('/feeds/quarantine', { as: theirs.userId })).body.items).toEqual([]);
  });

  it('is another’s neither to see nor to change', async () => {
    expect(await symbolsOf(theirs.userId)).toEqual(['SPX']);
    expect(await replay('GME', theirs.userId)).toMatchObject({
      status: 400,
      body: { detail: 'There is no instrument “GME”.' },
    });
    const foreign = await bring('symbol=GME&timeframe=1d', CSV.replaceAll('12.5', '99'), {
      as: theirs.userId,
      headers: { 'X-Workspace-Id': mine.workspaceId },
    });
    expect(foreign).toMatchObject({ body: { code: 'workspace_not_found' } });
    // The same name is another symbol over there.
    const own = await bring('symbol=GME&timeframe=1d', CSV.replaceAll('12.5', '12.6'), { as: theirs.userId });
    expect(own.body).toMatchObject({ stored: 3, replaced: 0, unchanged: 0 });
    const closes = async (as: string) =>
      (await replay('GME', as)).body.chart.map(({ close }: { close: number }) => close);
    expect(await closes(mine.userId)).toEqual([10.5, 12.2, 12.5]);
    expect(await closes(theirs.userId)).toEqual([10.5, 12.2, 12.6]);
    const viewer = await addMember(db, mine.workspaceId, 'viewer');
    expect((await bring('symbol=GME&timeframe=1d', CSV, { as: viewer })).body.code).toBe('forbidden');
  });

  it.each([
    ['timeframe=1d', CSV, 'symbol', 'Name a symbol'],
    ['symbol=G%0AE&timeframe=1d', CSV, 'symbol', 'That isn’t a symbol.'],
    [
      'symbol=BINANCE:BTCUSDT&timeframe=1d',
      CSV,
      'symbol',
      'Symbols with a colon, SIM- before or .REC behind are those of feeds. Name another.',
    ],
    [
      'symbol=spx&timeframe=1d',
      CSV,
      'symbol',
      'SPX is shared by all workspaces, and its bars are not yours to change. Choose another symbol for the import.',
    ],
    ['symbol=AMC&timeframe=1d&timeZone=Mars', CSV, 'timeZone', 'Name a time zone like America/New_York.'],
    [
      'symbol=AMC&timeframe=1d&currency=dollar',
      CSV,
      'currency',
      'A currency is three to five capitals, like USD or USDT.',
    ],
    ['symbol=AMC&timeframe=1d&file=amc.csv', '', 'file', 'amc.csv: the file is empty.'],
    [
      'symbol=AMC&timeframe=1d&file=amc.csv',
      'date,open,high,low,close\n2024-01-02,1,1,x,1\n',
      'file',
      "amc.csv: none of its 1 rows is a bar; the first, line 2: low 'x' is not a finite number.",
    ],
    [
      'symbol=AMC&timeframe=1d&file=amc.csv',
      'date,open,high,low,final\n',
      'file',
      "amc.csv, line 1: the header lacks the column 'close'; it has 'date', 'open', 'high', 'low', 'final'.",
    ],
  ])('refuses %s with a sentence, and makes nothing', async (query, body, field, detail) => {
    expect(await bring(query, body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', detail, field },
    });
    expect(await symbolsOf(mine.userId)).toEqual(['GME', 'SPX']);
  });

  it('refuses a timeframe there is not, and a file that is too large', async () => {
    expect((await bring('symbol=AMC&timeframe=2d')).status).toBe(400);
    const large = await bring('symbol=AMC&timeframe=1d', new Uint8Array(BAR_IMPORT.fileBytes + 1));
    expect(large).toMatchObject({ status: 413, body: { code: 'request_entity_too_large' } });
  });

  it('reads one file of a workspace at a time', async () => {
    const give = ({ workspaceId, userId }: typeof mine) =>
      service.importBars(
        { workspaceId, actor: { kind: 'member', userId, name: 'Ada' } },
        { symbol: 'TWO', timeframe: '1d' },
        Buffer.from(CSV),
      );
    const given = await Promise.allSettled([give(mine), give(mine), give(theirs)]);
    expect(given.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(given[1]).toMatchObject({ reason: { code: 'too_many_uploads' } });
    expect(await give(mine)).toMatchObject({ unchanged: 3 });
  });

  it('goes with its workspace', async () => {
    const gone = await newWorkspace(db);
    await bring('symbol=GONE&timeframe=1d', CSV, { as: gone.userId });
    await db.admin.query(
      `update rules set instrument_id = (select id from instruments where symbol = 'GONE') where workspace_id = $1`,
      [gone.workspaceId],
    );
    const left = async (table: string) =>
      (
        await db.admin.query(
          `select count(*)::int as n from ${table} where instrument_id not in (select instrument_id from own_instruments)`,
        )
      ).rows[0].n;
    await db.admin.query('delete from workspaces where id = $1', [gone.workspaceId]);
    expect([await left('bars'), await left('feed_quarantine')]).toEqual([0, 0]);
    const { rows } = await db.admin.query(`select 1 from instruments where symbol = 'GONE'`);
    expect(rows).toEqual([]);
    expect((await replay('GME', mine.userId)).body.bars).toBe(3);
  });
});
