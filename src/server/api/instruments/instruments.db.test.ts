import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { storeBars } from '#src/engine/market/bars/bar-store.ts';
import { BUSY } from '#src/engine/detectors/bars.fixture.ts';
import { instrumentBarsSchema, instrumentDetailSchema } from '#src/shared/instrument-detail.ts';
import { instrumentPageSchema } from '#src/shared/rules/stored.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace, SPX_ID } from '#tests/support/workspace.ts';

let db: TestDatabase;
let api: ReturnType<typeof testApi>;
let mine: { workspaceId: string; userId: string };
let theirs: { workspaceId: string; userId: string };

beforeAll(async () => {
  db = await testDatabase();
  api = testApi(db);
  mine = await newWorkspace(db);
  theirs = await newWorkspace(db);
  await db.admin.query(
    `insert into instruments (id, symbol, name, currency, time_zone, created_at)
     select gen_random_uuid(), s.symbol, s.name, 'USD', 'UTC', now()
       from (values ('ABC', 'Abacus'), ('BINANCE:AB', 'Pair'), ('CAB', 'Taxis'), ('F', 'Motors'), ('abd', 'Small'),
                    ('SPX.REC', 'Of the demo'), ('100%_A', 'Odd'), ('GME', 'Shared games'), ('ALPHA:F', 'Elsewhere')) as s (symbol, name)`,
  );
  await db.admin.query(
    `insert into instruments (id, symbol, name, currency, time_zone, created_at)
     select gen_random_uuid(), 'N' || lpad(n::text, 4, '0'), 'Number ' || n, 'USD', 'UTC', now()
       from generate_series(1, 1200) n`,
  );
  await storeBars(db.system, { instrumentId: SPX_ID, timeframe: '1d' }, BUSY);
  await own(mine.workspaceId, 'MINE');
  await own(mine.workspaceId, 'GME');
  await own(theirs.workspaceId, 'SECRET');
  await own(theirs.workspaceId, 'MINE');
});
afterAll(() => db.drop());

async function own(workspaceId: string, symbol: string): Promise<void> {
  const id = newId();
  await db.admin.query(
    `insert into instruments (id, symbol, name, currency, time_zone, created_at, owned)
     values ($1, $2, 'Own ' || $2, 'USD', 'UTC', now(), true)`,
    [id, symbol],
  );
  await db.admin.query(
    'insert into own_instruments (workspace_id, instrument_id, symbol) values ($1, $2, $3)',
    [workspaceId, id, symbol],
  );
}

const ask = (path: string, as = mine.userId) =>
  api.request(path, { headers: { Authorization: `Bearer ${as}` } });
const pageOf = async (query = '', as = mine.userId) =>
  instrumentPageSchema.parse(await (await ask(`/instruments?${query}`, as)).json());
const symbols = async (query: string, as = mine.userId) =>
  (await pageOf(query, as)).items.map(({ symbol }) => symbol);
/** Page after page, to the end. */
async function allOf(query: string, as = mine.userId): Promise<string[]> {
  const found: string[] = [];
  let cursor = '';
  for (let page = 0; page < 40; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each page says where the next begins
    const { items, next } = await pageOf(`${query}${cursor}`, as);
    found.push(...items.map(({ symbol }) => symbol));
    if (next === null) return found;
    cursor = `&cursor=${encodeURIComponent(next)}`;
  }
  throw new Error('The list has no end.');
}

const SHARED = ['100%_A', 'ABC', 'ALPHA:F', 'BINANCE:AB', 'CAB', 'F', 'GME', 'SPX', 'abd'];
const numbers = Array.from({ length: 1200 }, (_, n) => `N${String(n + 1).padStart(4, '0')}`);

it('lists every instrument once, by symbol, in pages of any size', async () => {
  const all = [...SHARED, ...numbers, 'MINE'].toSorted((a, b) => (a < b ? -1 : 1));
  expect(await allOf('limit=500')).toEqual(all);
  expect(await allOf('limit=37')).toEqual(all);
  const { items, next } = await pageOf('limit=500');
  expect([items.length, typeof next]).toEqual([500, 'string']);
});

it('tells what is stored of each, and whose it is', async () => {
  const [spx] = (await pageOf('q=spx')).items;
  expect(spx).toMatchObject({ symbol: 'SPX', timeframes: ['1d'], own: false });
  const [gme] = (await pageOf('q=gme')).items;
  expect(gme).toMatchObject({ symbol: 'GME', name: 'Own GME', timeframes: [], own: true });
  expect((await pageOf('q=gme', theirs.userId)).items).toMatchObject([{ name: 'Shared games', own: false }]);
});

it('finds by a part of symbol or name: first the symbol itself, then what begins with it', async () => {
  expect(await symbols('q=ab')).toEqual(['ABC', 'BINANCE:AB', 'abd', 'CAB']);
  expect(await symbols('q=f')).toEqual(['F', 'ALPHA:F']);
  expect(await symbols('q=taxi')).toEqual(['CAB']);
  expect(await symbols('q=GAMES')).toEqual([]);
  // Signs that a pattern would read are themselves.
  expect(await symbols('q=%25')).toEqual(['100%_A']);
  expect(await symbols('q=_a')).toEqual(['100%_A']);
  expect(await symbols('q=N0&limit=3')).toEqual(['N0001', 'N0002', 'N0003']);
  expect(await allOf('q=ab&limit=1')).toEqual(['ABC', 'BINANCE:AB', 'abd', 'CAB']);
  expect(await allOf('q=n00&limit=7')).toEqual(numbers.filter((symbol) => symbol.startsWith('N00')));
  expect(await symbols('q=N0777')).toEqual(['N0777']);
});

it('shows nobody what another workspace has brought in, by whatever question', async () => {
  expect(await symbols('q=secret', theirs.userId)).toEqual(['SECRET']);
  expect(await symbols('q=secret')).toEqual([]);
  expect(await symbols('q=own')).toEqual(['GME', 'MINE']);
  expect((await allOf('limit=500')).filter((symbol) => symbol === 'MINE')).toHaveLength(1);
  // A cursor that stands on a place of theirs shows what comes after it to oneself.
  const { rows } = await db.admin.query<{ id: string }>(
    `select instrument_id as id from own_instruments where symbol = 'SECRET'`,
  );
  const at = (symbol: string) => Buffer.from(JSON.stringify([symbol, rows[0]?.id])).toString('base64url');
  expect(await symbols(`cursor=${at('SECREA')}`)).toEqual(['SPX', 'abd']);
  expect((await ask('/instruments/SECRET')).status).toBe(404);
  expect((await ask('/instruments/SECRET', theirs.userId)).status).toBe(200);
  // The demo's own instrument is seen in the demo alone.
  expect(await symbols('q=.rec')).toEqual([]);
  expect((await ask('/instruments/SPX.REC')).status).toBe(404);
  // What was taken back is nobody's.
  await own(theirs.workspaceId, 'GONE');
  await db.admin.query(`update own_instruments set removed_at = now() where symbol = 'GONE'`);
  expect(await symbols('q=gone', theirs.userId)).toEqual([]);
  expect((await ask('/instruments/GONE', theirs.userId)).status).toBe(404);
});

it.each([
  'limit=501',
  'limit=0',
  'cursor=nonsense',
  `cursor=${Buffer.from('["A\\u0000","0192a3b4-0000-7000-8000-000000000000"]').toString('base64url')}`,
  `cursor=${Buffer.from('["A","no id"]').toString('base64url')}`,
  `q=${'a'.repeat(201)}`,
  'q=a%00b',
])('refuses %s', async (query) => {
  const answer = await ask(`/instruments?${query}`);
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
    400,
    'validation_failed',
  ]);
});

it('tells of one where its bars begin and end, and which rules look at it', async () => {
  const made = async (name: string, form: object, as = mine.userId) => {
    const answer = await api.request('/rules', {
      method: 'POST',
      headers: { Authorization: `Bearer ${as}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        name,
        condition: 'close > 1',
        timeframe: '1d',
        settings: { frequency: 'once_per_bar_close' },
        ...form,
      }),
    });
    expect(answer.status).toBe(201);
  };
  const list = await api.request('/watchlists', {
    method: 'POST',
    headers: { Authorization: `Bearer ${mine.userId}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Two', symbols: ['ABC', 'F'] }),
  });
  const { id } = (await list.json()) as { id: string };
  await made('Set on it', { symbol: 'ABC' });
  await made('By a list', { watchlistId: id, state: 'paused' });
  await made('Compares', { symbol: 'F', condition: 'close of ABC > 1' });
  await made('Something else', { symbol: 'CAB' });
  await made('Of theirs', { symbol: 'ABC' }, theirs.userId);
  const abc = instrumentDetailSchema.parse(await (await ask('/instruments/abc')).json());
  expect(abc).toMatchObject({ symbol: 'ABC', history: [], timeframes: [] });
  expect(abc.rules.total).toBe(3);
  expect(abc.rules.items.map(({ name, state }) => [name, state])).toEqual([
    ['By a list', 'paused'],
    ['Compares', 'active'],
    ['Set on it', 'active'],
  ]);
  const spx = instrumentDetailSchema.parse(await (await ask('/instruments/SPX')).json());
  const [first, last] = [BUSY[0], BUSY.at(-1)];
  expect(spx.history).toEqual([
    { timeframe: '1d', from: new Date(first!.ts).toISOString(), to: new Date(last!.ts).toISOString() },
  ]);
  expect(instrumentDetailSchema.parse(await (await ask('/instruments/binance%3Aab')).json()).symbol).toBe(
    'BINANCE:AB',
  );
  expect((await ask('/instruments/gme')).status).toBe(200);
  expect(instrumentDetailSchema.parse(await (await ask('/instruments/gme')).json()).own).toBe(true);
  for (const none of ['NOPE', 'A%00B', 'x'.repeat(41), '%E0%A4%A'])
    // oxlint-disable-next-line no-await-in-loop -- one after the other says which
    expect((await ask(`/instruments/${none}`)).status, none).toBe(404);
});

it('gives the bars of an instrument page by page, adjusted for later splits', async () => {
  const page = async (query: string, symbol = 'spx') =>
    instrumentBarsSchema.parse(await (await ask(`/instruments/${symbol}/bars?${query}`)).json());
  const all = await page('limit=1000');
  expect(all.bars.map(({ time, close }) => [time, close])).toEqual(BUSY.map(({ ts, close }) => [ts, close]));
  expect([all.next, all.sessions]).toEqual([null, []]);
  const newest = await page('limit=10');
  expect(newest.bars).toEqual(all.bars.slice(-10));
  const older = await page(`limit=10&cursor=${newest.next}`);
  expect(older.bars).toEqual(all.bars.slice(-20, -10));
  expect(await page('timeframe=1m')).toEqual({
    timeframe: '1m',
    recorded: false,
    bars: [],
    sessions: [],
    next: null,
  });
  // Quarters are made of the stored days, a page like another.
  const quarters = await page('timeframe=3M&limit=4');
  expect(quarters.bars.map(({ time }) => new Date(time).getUTCMonth() % 3)).toEqual([0, 0, 0, 0]);
  const two = await page('timeframe=3M&limit=2');
  expect(two.bars).toEqual(quarters.bars.slice(2));
  expect((await page(`timeframe=3M&limit=2&cursor=${two.next}`)).bars).toEqual(quarters.bars.slice(0, 2));

  const last = BUSY.at(-1)!;
  await db.admin.query(
    'insert into instrument_splits (instrument_id, at, ratio, created_at) values ($1, $2, 4, now())',
    [SPX_ID, new Date(last.ts)],
  );
  const split = await page('limit=2');
  expect(split.bars.map(({ close }) => close)).toEqual([BUSY.at(-2)!.close / 4, last.close]);
  const { actions } = instrumentDetailSchema.parse(await (await ask('/instruments/spx')).json());
  expect(actions).toMatchObject([{ kind: 'split', ratio: 4 }]);
  await db.admin.query('delete from instrument_splits where instrument_id = $1', [SPX_ID]);
  expect((await ask('/instruments/SECRET/bars')).status).toBe(404);
  for (const query of ['timeframe=7m', 'limit=1001', 'cursor=yesterday'])
    // oxlint-disable-next-line no-await-in-loop -- one after the other says which
    expect((await ask(`/instruments/spx/bars?${query}`)).status, query).toBe(400);
});

it('tells its price, its hours and what was wrong with its data', async () => {
  const spx = instrumentDetailSchema.parse(await (await ask('/instruments/spx')).json());
  expect(spx.quote?.price).toBe(String(BUSY.at(-1)?.close));
  expect(spx.quality).toEqual({
    barsUntil: null,
    refused: null,
    quarantined: [],
    gaps: [],
    suspectedSplits: 0,
  });
  await db.admin.query(
    `insert into feed_cursors (instrument_id, closed_until, price, price_at) values ($1, now(), '4123.5', now())`,
    [SPX_ID],
  );
  await db.admin.query(
    `insert into feed_quarantine (id, feed, instrument_id, reason, problem, sample, count, first_at, last_at)
     select gen_random_uuid(), 'kraken', $1, reason, 'no', '{}', n, now(), now() - age
       from (values ('number', 3, interval '1 day'), ('number', 2, interval '2 days'), ('malformed', 9, interval '31 days')) as q (reason, n, age)`,
    [SPX_ID],
  );
  await db.admin.query(
    `insert into feed_happenings (id, feed, kind, instrument_id, problem, at)
     values (gen_random_uuid(), 'kraken', 'lost', $1, 'Two trades were lost.', now()),
            (gen_random_uuid(), 'kraken', 'live', $1, 'Live again.', now())`,
    [SPX_ID],
  );
  const busy = instrumentDetailSchema.parse(await (await ask('/instruments/spx')).json());
  expect(busy.quote?.price).toBe('4123.5');
  expect(busy.quality).toMatchObject({
    barsUntil: expect.any(String),
    quarantined: [{ reason: 'number', count: 5 }],
    gaps: [{ problem: 'Two trades were lost.' }],
  });
});
