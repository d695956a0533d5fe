import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFeedService } from '#src/engine/feeds/feed-service.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';

/** A price that falls to a quarter where it is split four for one. */
const SPLIT_CSV = `date,open,high,low,close,volume
2022-07-20,400,404,396,402,100
2022-07-21,402,406,398,404,100
2022-07-22,101,103,100,102,400
2022-07-25,102,104,101,103,400
`;
let db: TestDatabase;
let api: ReturnType<typeof testApi>;
let mine: { workspaceId: string; userId: string };
let theirs: { workspaceId: string; userId: string };
const announced: string[] = [];

beforeAll(async () => {
  db = await testDatabase();
  const clock = () => new Date();
  const announce = (workspaceId: string, topic?: string) => void announced.push(`${workspaceId} ${topic}`);
  const service = createFeedService({ app: db.app, system: db.system, reached: [], announce, clock });
  api = testApi(db, { feeds: service, announce });
  mine = await newWorkspace(db);
  theirs = await newWorkspace(db);
});
afterAll(() => db.drop());

async function ask(method: string, path: string, body?: unknown, as = mine.userId) {
  const answer = await api.request(path, {
    method,
    headers: { Authorization: `Bearer ${as}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}
const bring = (query: string, as = mine.userId) => ask('POST', `/bars/import?${query}`, SPLIT_CSV, as);
const own = async (as = mine.userId) => (await ask('GET', '/own-symbols', undefined, as)).body.items;
const falls = async () =>
  (
    await ask('POST', '/rules/replay', {
      condition: 'close < close[1] * 0.9',
      symbol: 'GME',
      timeframe: '1d',
    })
  ).body.alerts;
const ruleOf = (form: object) =>
  ask('POST', '/rules', {
    name: 'Falls',
    timeframe: '1d',
    condition: 'close < 100',
    settings: { frequency: 'once_per_bar_close' },
    ...form,
  });

describe('symbols of one’s own', () => {
  it('are listed with their history and splits, to whose they are alone', async () => {
    await bring('symbol=GME&timeframe=1d&session=us-equity&currency=USD&file=gme.csv');
    const listed = {
      symbol: 'GME',
      currency: 'USD',
      session: 'us-equity',
      timeZone: 'America/New_York',
      history: [{ timeframe: '1d', from: '2022-07-20T04:00:00.000Z', to: '2022-07-25T04:00:00.000Z' }],
      splits: [],
      suspectedSplits: [],
    };
    expect(await own()).toEqual([listed]);
    expect(await own(theirs.userId)).toEqual([]);
  });

  it('have the splits that are said of them, which replays see through', async () => {
    expect(await falls()).toBe(1);
    announced.length = 0;
    const changed = await ask('PATCH', '/own-symbols/gme', {
      splits: [
        { date: '2025-01-02', ratio: 0.5 },
        { date: '2022-07-22', ratio: 4 },
      ],
    });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        splits: [
          { date: '2022-07-22', ratio: 4 },
          { date: '2025-01-02', ratio: 0.5 },
        ],
      },
    });
    expect(await falls()).toBe(0);
    expect(announced.toSorted()).toEqual([`${mine.workspaceId} feeds`, `${mine.workspaceId} rules`]);
    const [entry] = (await ask('GET', '/team/activity?limit=1')).body.items;
    expect(entry).toMatchObject({
      action: 'symbol.splits_set',
      subject: 'GME',
      detail: { splits: '4 for 1 on 2022-07-22, 0.5 for 1 on 2025-01-02' },
    });
    const [listed] = (await ask('GET', '/instruments?q=GME')).body.items;
    expect(listed.splits).toEqual(changed.body.splits);
    await ask('PATCH', '/own-symbols/GME', { splits: [] });
    expect(await falls()).toBe(1);
  });

  it('have suspected splits, which one request confirms or dismisses', async () => {
    const days = Array.from({ length: 40 }, (_, day) => {
      const level = day < 20 ? 100 : 25;
      const [close, high, low] = [1 + (day % 3) / 200, 1.03, 0.98].map((by) => (level * by).toFixed(3));
      const date = new Date(Date.UTC(2022, 5, 1 + day)).toISOString().slice(0, 10);
      return `${date},${level},${high},${low},${close},${100 + day}`;
    });
    const csv = `date,open,high,low,close,volume\n${days.join('\n')}\n`;
    const one = async (symbol: string, isSplit: boolean) => {
      const brought = await ask('POST', `/bars/import?symbol=${symbol}&timeframe=1d&file=${symbol}.csv`, csv);
      expect(brought.body).toMatchObject({ stored: 39, putAside: 1 });
      const { items } = (await ask('GET', '/feeds/quarantine?reason=suspected_split')).body;
      const { suspectedSplit } = items.find((row: { symbol: string }) => row.symbol === symbol);
      expect(suspectedSplit).toMatchObject({ symbol, date: '2022-06-21', ratio: 4 });
      const listed = (await own()).find((each: { symbol: string }) => each.symbol === symbol);
      expect(listed.suspectedSplits).toEqual([suspectedSplit]);
      const path = `/own-symbols/${symbol}/suspected-splits/${suspectedSplit.id}`;
      expect((await ask('POST', path, { isSplit }, theirs.userId)).status).toBe(404);
      const settled = await ask('POST', path, { isSplit });
      expect(await ask('POST', path, { isSplit })).toMatchObject({ status: 404 });
      expect(await ask('POST', path, {})).toMatchObject({ status: 400 });
      const after = (await ask('GET', '/feeds/quarantine?reason=suspected_split')).body.items;
      expect(after.every((row: { suspectedSplit: unknown }) => row.suspectedSplit === null)).toBe(true);
      const falls = await ask('POST', '/rules/replay', {
        condition: 'big_move(20)',
        symbol,
        timeframe: '1d',
      });
      await ask('DELETE', `/own-symbols/${symbol}`);
      return {
        status: settled.status,
        splits: settled.body.splits,
        bars: falls.body.bars,
        falls: falls.body.alerts,
      };
    };
    expect(await one('SPLIT', true)).toEqual({
      status: 200,
      splits: [{ date: '2022-06-21', ratio: 4 }],
      bars: 40,
      falls: 0,
    });
    expect(await one('CRASH', false)).toEqual({ status: 200, splits: [], bars: 40, falls: 1 });
  });

  it('are not compared over a hole of years', async () => {
    const days = ['2012-08-09,60', '2012-08-10,61', '2018-09-24,180', '2018-09-25,181', '2018-09-26,200'];
    const csv = `date,open,high,low,close\n${days.map((day) => `${day},201,59,${day.split(',')[1]}`).join('\n')}\n`;
    await ask('POST', '/bars/import?symbol=HOLE&timeframe=1d&session=us-equity', csv);
    const { body } = await ask('POST', '/rules/replay', {
      condition: 'big_move(5)',
      symbol: 'HOLE',
      timeframe: '1d',
    });
    expect(body.items.map(({ bar }: { bar: string }) => bar.slice(0, 10))).toEqual(['2018-09-26']);
    await ask('DELETE', '/own-symbols/HOLE');
  });

  it.each([
    [{ splits: [{ date: '2022-02-30', ratio: 4 }] }, 'A date looks like 2022-07-22.'],
    [{ splits: [{ date: '2022-07-22', ratio: 0 }] }, 'A split is of more than a millionth for one.'],
    [{ splits: [{ date: '2022-07-22', ratio: 1e7 }] }, 'A split is of a million for one at most.'],
    [{ splits: [{ date: '2022-07-22', ratio: 1 }] }, 'One for one isn’t a split.'],
    [
      {
        splits: [
          { date: '2022-07-22', ratio: 2 },
          { date: '2022-07-22', ratio: 4 },
        ],
      },
      'Two splits are of the same day.',
    ],
  ])('refuse %j and keep what was said', async (form, sentence) => {
    await ask('PATCH', '/own-symbols/GME', { splits: [{ date: '2022-07-22', ratio: 4 }] });
    const refused = await ask('PATCH', '/own-symbols/GME', form);
    expect(refused).toMatchObject({ status: 400, body: { detail: sentence } });
    expect((await own())[0].splits).toEqual([{ date: '2022-07-22', ratio: 4 }]);
  });

  it('stay while a rule or a watchlist names them, and say which', async () => {
    const made = await ruleOf({ name: 'GME falls', symbol: 'GME' });
    const list = await ask('POST', '/watchlists', { name: 'Mine', symbols: ['GME'] });
    expect([made.status, list.status]).toEqual([201, 201]);
    expect(await ask('DELETE', '/own-symbols/GME')).toMatchObject({
      status: 400,
      body: {
        detail:
          'GME is named by the rule “GME falls”, the watchlist “Mine”. Let them name something else first.',
      },
    });
    await ask('DELETE', `/watchlists/${list.body.id}`);
    await ask('DELETE', `/rules/${made.body.id}`);
    await bring('symbol=OTHER&timeframe=1d');
    const compares = await ruleOf({ name: 'Against', symbol: 'OTHER', condition: 'close < close of GME' });
    expect(compares.status).toBe(201);
    expect((await ask('DELETE', '/own-symbols/GME')).body.detail).toMatch('the rule “Against”');
    await ask('DELETE', `/rules/${compares.body.id}`);
    expect(await own()).toHaveLength(2);
  });

  it('are removed with their bars, whatever was deleted names them still, and may come again', async () => {
    expect((await ask('DELETE', '/own-symbols/gme')).status).toBe(204);
    expect((await own()).map(({ symbol }: { symbol: string }) => symbol)).toEqual(['OTHER']);
    const { items } = (await ask('GET', '/instruments?q=GME')).body;
    expect(items).toEqual([]);
    expect((await ruleOf({ symbol: 'GME' })).body.detail).toBe('There is no instrument “GME”.');
    const left = await db.admin.query(
      `select count(*)::int as n from bars b join own_instruments o using (instrument_id) where o.symbol = 'GME'`,
    );
    expect(left.rows).toEqual([{ n: 0 }]);
    expect((await ask('DELETE', '/own-symbols/GME')).status).toBe(404);
    expect((await ask('PATCH', '/own-symbols/GME', { splits: [] })).status).toBe(404);

    await bring('symbol=GME&timeframe=1d&session=crypto&currency=EUR');
    const [again] = await own();
    expect(again).toMatchObject({ symbol: 'GME', session: 'crypto', currency: 'EUR', splits: [] });
    expect(again.history).toEqual([
      { timeframe: '1d', from: '2022-07-20T00:00:00.000Z', to: '2022-07-25T00:00:00.000Z' },
    ]);
  });

  it('are nobody else’s to change, nor what is shared', async () => {
    const [shared] = (
      await db.admin.query('select id, symbol from instruments where not owned order by symbol limit 1')
    ).rows;
    for (const [symbol, as] of [
      ['GME', theirs.userId],
      [shared.symbol, mine.userId],
    ] as const) {
      expect((await ask('DELETE', `/own-symbols/${symbol}`, undefined, as)).status).toBe(404);
      expect((await ask('PATCH', `/own-symbols/${symbol}`, { splits: [] }, as)).status).toBe(404);
    }
    const viewer = await addMember(db, mine.workspaceId, 'viewer');
    expect((await ask('DELETE', '/own-symbols/GME', undefined, viewer)).status).toBe(403);
    expect((await own(viewer)).length).toBe(2);
    await expect(db.system.execute(`select forget_own_bars('${shared.id}')`)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('is shared') },
    });
  });
});
