import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { instruments } from '#src/db/schema.ts';
import type { QuarantineReason } from '#src/shared/feeds.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { describeWithShared, hasShared, sharedCsvFiles, sharedPath } from '#tests/support/shared-data.ts';
import { confirmedSplitsOf, splitsOf } from '../splits/split-store.ts';
import { settleSuspect } from '../splits/suspected-store.ts';
import { importFile } from './import-bars.ts';
import { surveyFile } from './survey.ts';

const NOW = new Date('2026-01-05T12:00:00Z');
const CSV = `date,open,high,low,close,volume
2024-01-02,10,11,9,10.5,100
2024-01-03,10.5,12,10,11.5,200
2024-01-04,11.5,11.9,11,11.2,300
`;
let db: TestDatabase;
let id: string;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  id = newId();
  await db.system.insert(instruments).values({
    id,
    symbol: id.slice(0, 23).toUpperCase() + Math.random().toString(36).slice(2, 10),
    name: 'One',
    currency: 'USD',
    timeZone: 'UTC',
    createdAt: NOW,
  });
});

async function bring(
  bytes: string | Uint8Array,
  { timeframe = '1d', name = 'one.csv', database = db.system, timeZone = 'UTC', ...way } = {} as {
    timeframe?: Timeframe;
    suspected?: 'confirm' | 'ignore';
    acceptLosses?: boolean;
    dividends?: boolean;
    name?: string;
    database?: typeof db.system;
    timeZone?: string;
  },
) {
  const open = () => Readable.from([Buffer.from(bytes)]);
  const file = { name, open, timeZone, dividends: way.dividends === true };
  const survey = await surveyFile(timeframe, file);
  const splits = await confirmedSplitsOf(db.system, { instrumentId: id, timeframe });
  const target = { instrumentId: id, symbol: 'ONE', session: 'crypto' as const, timeframe, splits };
  return importFile(database, target, file, { survey, now: NOW, ...way });
}
const stored = async () =>
  (
    await db.admin.query(
      `select timeframe, to_char(ts at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at, open, high, low, close, volume, imported
         from bars where instrument_id = $1 order by timeframe, ts`,
      [id],
    )
  ).rows;
const aside = async () =>
  (
    await db.admin.query(
      `select feed, file, line, reason, problem, sample, count from feed_quarantine
        where instrument_id = $1 order by reason, line`,
      [id],
    )
  ).rows;

describe('an import', () => {
  it('stores every bar, says so, and changes nothing when it comes again, gzipped too', async () => {
    const done = await bring(CSV);
    expect(done).toEqual({
      symbol: 'ONE',
      timeframe: '1d',
      file: 'one.csv',
      rows: 3,
      stored: 3,
      replaced: 0,
      unchanged: 0,
      putAside: 0,
      reasons: [],
      from: '2024-01-02T00:00:00.000Z',
      to: '2024-01-04T00:00:00.000Z',
    });
    const rows = await stored();
    expect(rows.map(({ at, close, volume, imported }) => [at, close, volume, imported])).toEqual([
      ['2024-01-02 00:00', 10.5, 100, true],
      ['2024-01-03 00:00', 11.5, 200, true],
      ['2024-01-04 00:00', 11.2, 300, true],
    ]);
    expect(await bring(gzipSync(CSV))).toMatchObject({ rows: 3, stored: 0, replaced: 0, unchanged: 3 });
    expect(await stored()).toEqual(rows);
  });

  it('replaces a bar that was corrected, and that one alone', async () => {
    await bring(CSV);
    const done = await bring(CSV.replace('11.5,200', '11.6,'));
    expect(done).toMatchObject({ stored: 0, replaced: 1, unchanged: 2 });
    expect((await stored()).map(({ close, volume }) => [close, volume])).toEqual([
      [10.5, 100],
      [11.6, null],
      [11.2, 300],
    ]);
  });

  it('reads times in the zone that is named', async () => {
    await bring(CSV, { timeZone: 'America/New_York' });
    expect((await stored())[0].at).toBe('2024-01-02 05:00');
  });

  it('reads rows that are newest first from their end, and names the lines where they stand', async () => {
    const [header, ...rows] = CSV.trim().split('\n');
    const turned = [header, '2024-01-05,1130,1140,1120,1135,400', ...rows.toReversed()].join('\n');
    expect(await bring(turned)).toMatchObject({
      rows: 4,
      stored: 3,
      reasons: [{ reason: 'unit', count: 1, lines: [2] }],
    });
    expect((await stored()).map(({ close }) => close)).toEqual([10.5, 11.5, 11.2]);
    expect(await aside()).toMatchObject([{ line: 2, sample: '2024-01-05,1130,1140,1120,1135,400' }]);
    expect(await bring(turned)).toMatchObject({ unchanged: 3 });
  });

  it('makes the months of minutes', async () => {
    const minutes = 'time,open,high,low,close\n2019-01-31 23:59,1,1,1,1\n2019-02-01 00:00,2,2,2,2\n';
    expect(await bring(minutes, { timeframe: '1m' })).toMatchObject({ stored: 2 });
    expect(await bring(minutes, { timeframe: '1m' })).toMatchObject({ unchanged: 2 });
  });

  const DIRTY = `date,open,high,low,close,volume
2024-01-02,10,11,9,10.5,100
2024-01-03,10.5,12,0,11.5,200
2024-01-03,10.5,10,12,11.5,200
2024-01-03,10.5,12,10,11.5,200
2024-01-02,10,11,9,10.5,100
2024-01-03,10.5,12,10,11.5,200
2024-01-04,1150,1190,1100,1120,300
2024-01-05,10.5,12,10,11.5,200
2024-01-05,11.5,12,11,13,200
2024-01-06,11.5
2024-02-30,11,12,11,12,1
2024-01-07,11,12,11,abc,1
2024-01-07 06:00,11,12,11,11.2,1
2026-01-05,11,12,11,12,1
`;
  it('puts aside every row that cannot be believed, with file, line and reason, once', async () => {
    const way = { acceptLosses: true };
    const done = await bring(DIRTY, way);
    expect(done).toMatchObject({ rows: 14, stored: 3, putAside: 11 });
    const rows = await aside();
    expect(rows.map(({ reason, line }) => [line, reason]).toSorted(([a], [b]) => a - b)).toEqual([
      [3, 'not_positive'],
      [4, 'high_below_low'],
      [6, 'order'],
      [7, 'order'],
      [8, 'unit'],
      [9, 'stale'],
      [10, 'outside_range'],
      [11, 'column_count'],
      [12, 'time'],
      [13, 'number'],
      [15, 'time'],
    ]);
    expect(rows.find(({ line }) => line === 8)).toEqual({
      feed: 'import',
      file: 'one.csv',
      line: 8,
      reason: 'unit',
      problem: 'a price of 1150 beside a last close of 11.5 is in another unit',
      sample: '2024-01-04,1150,1190,1100,1120,300',
      count: 1,
    });
    expect(rows.find(({ line }) => line === 15).problem).toBe(
      'the bar ends 2026-01-06T00:00:00.000Z, which is yet to come',
    );
    const bars = await stored();
    expect(await bring(DIRTY, way)).toMatchObject({ stored: 0, unchanged: 3, putAside: 11 });
    expect(await aside()).toEqual(rows);
    expect(await stored()).toEqual(bars);
    // Another file has lines of its own.
    await bring(DIRTY, { name: 'two.csv', ...way });
    expect(await aside()).toHaveLength(22);
  });

  it('counts what a hundred rows of a reason do not hold', async () => {
    const rows = Array.from({ length: 250 }, (_, index) => `2024-01-0${2 + (index % 2)},1,1,-1,1,`);
    expect(await bring(`${CSV}${rows.join('\n')}`, { acceptLosses: true })).toMatchObject({
      rows: 253,
      putAside: 250,
    });
    const kept = await aside();
    expect(kept).toHaveLength(100);
    expect(kept.reduce((sum, { count }) => sum + count, 0)).toBe(250);
  });

  it('holds a file to the bars before it', async () => {
    await bring(CSV);
    const next = 'date,open,high,low,close\n2024-01-05,1130,1140,1120,1135\n2024-01-06,11,12,11,11.5\n';
    expect(await bring(next, { name: 'next.csv' })).toMatchObject({
      stored: 1,
      reasons: [{ reason: 'unit', count: 1, lines: [2] }],
    });
  });

  it('expects the scale after a split that is known, and none that is not', async () => {
    const raw = `date,open,high,low,close\n2024-06-06,1200,1230,1190,1209\n2024-06-07,1197,1217,1180,1208\n2024-06-10,120,123,117,121\n2024-06-11,121,122,118,120\n`;
    expect((await bring(raw, { acceptLosses: true })).reasons).toEqual([
      { reason: 'unit', count: 2, lines: [4, 5] },
    ]);
    await db.admin.query(`insert into instrument_splits values ($1, '2024-06-10', 10, now())`, [id]);
    expect(await bring(raw)).toMatchObject({ stored: 2, unchanged: 2, putAside: 0 });
  });

  /** Days around a level, each a little off; the level changes on a day. */
  const leveled = (levels: readonly number[], extra = '', cells = (_day: number) => '') =>
    [
      `date,open,high,low,close,volume${extra}`,
      ...levels.map((level, day) => {
        const date = new Date(Date.UTC(2020, 3, 1 + day)).toISOString().slice(0, 10);
        const [close, high, low] = [1 + ((day * 7) % 5) / 250, 1.03, 0.98].map((by) =>
          (level * by).toFixed(4),
        );
        return `${date},${level},${high},${low},${close},${1000 + day}${cells(day)}`;
      }),
    ].join('\n');
  const steps = (before: number, after: number, at = 30) =>
    Array.from({ length: 60 }, (_, day) => (day < at ? before : after));
  const splits = async () =>
    (await splitsOf(db.system, { instrumentId: id, timeframe: '1d' })).map(({ ts, ...of }) => ({
      day: new Date(ts).toISOString().slice(0, 10),
      ...of,
    }));
  const suspects = async () =>
    (
      await db.admin.query(`select id, ratio, line, state from suspected_splits where instrument_id = $1`, [
        id,
      ])
    ).rows;

  it('puts aside a row of the future, and keeps what follows', async () => {
    const rows = leveled(steps(100, 100)).split('\n');
    const done = await bring(rows.toSpliced(20, 0, '2099-03-10,100,103,98,100,5').join('\n'));
    expect(done).toMatchObject({ stored: 60, reasons: [{ reason: 'order', count: 1, lines: [21] }] });
  });

  it('refuses a file that loses more than a tenth of its rows, and stores nothing, unless told otherwise', async () => {
    const bad = leveled(steps(100, 100)).replaceAll(/^(2020-04-1.*),/gm, '$1x,');
    await expect(bring(bad)).rejects.toThrow(
      'one.csv: 10 of its 60 rows cannot be believed, which is more than a tenth.',
    );
    expect([await stored(), await aside()]).toEqual([[], []]);
    expect(await bring(bad, { acceptLosses: true })).toMatchObject({ stored: 50, putAside: 10 });
  });

  it('puts aside the first bar of a suspected split, and adjusts for it, until somebody says what it was', async () => {
    const csv = leveled(steps(2.13, 17.04));
    expect(await bring(csv)).toMatchObject({
      stored: 59,
      reasons: [{ reason: 'suspected_split', count: 1, lines: [32] }],
    });
    expect(await splits()).toEqual([{ day: '2020-05-01', ratio: 1 / 8 }]);
    const [suspect] = await suspects();
    expect(suspect).toMatchObject({ ratio: 1 / 8, line: 32, state: 'suspected' });
    expect(await bring(csv)).toMatchObject({ stored: 0, unchanged: 59, putAside: 1 });
    const settle = (isSplit: boolean) =>
      db.system.transaction((tx) =>
        settleSuspect(tx, { id: suspect.id, instrumentId: id }, { isSplit, now: NOW }),
      );
    expect(await settle(true)).toMatchObject({ ratio: 1 / 8 });
    expect(await settle(true)).toBeNull();
    expect(await stored()).toHaveLength(60);
    expect(await splits()).toEqual([{ day: '2020-05-01', ratio: 1 / 8 }]);
    expect(await bring(csv)).toMatchObject({ unchanged: 60, putAside: 0 });
  });

  it('takes a jump for what the market did, once somebody said so', async () => {
    const csv = leveled(steps(100, 25));
    await bring(csv);
    const [suspect] = await suspects();
    await db.system.transaction((tx) =>
      settleSuspect(tx, { id: suspect.id, instrumentId: id }, { isSplit: false, now: NOW }),
    );
    expect([await splits(), (await stored()).length]).toEqual([[], 60]);
    expect(await bring(csv)).toMatchObject({ unchanged: 60, putAside: 0 });
  });

  it.each<['confirm' | 'ignore', unknown[]]>([
    ['confirm', [{ day: '2020-05-01', ratio: 4 }]],
    ['ignore', []],
  ])('told to %s suspected splits, puts nothing aside', async (suspected, expected) => {
    expect(await bring(leveled(steps(100, 25)), { suspected })).toMatchObject({ stored: 60, putAside: 0 });
    expect([await splits(), await suspects()]).toEqual([expected, []]);
  });

  it('keeps the splits that a file names and its prices show, and dividends as asked', async () => {
    const named = leveled(steps(100, 25), ',Dividends,Stock Splits', (day) =>
      day === 30 ? ',0,4' : day === 10 ? ',1.5,0' : ',0,0',
    );
    expect(await bring(named)).toMatchObject({ stored: 60, putAside: 0 });
    expect(await splits()).toEqual([{ day: '2020-05-01', ratio: 4 }]);
    await bring(named, { dividends: true });
    const [dividend, split] = await splits();
    expect(split).toEqual({ day: '2020-05-01', ratio: 4 });
    expect(dividend).toMatchObject({ day: '2020-04-11', volumeRatio: 1 });
    expect(dividend?.ratio).toBeCloseTo(1.0152, 3);
  });

  it('sees a special dividend in the prices, and leaves the volumes as they are', async () => {
    const paid = leveled(steps(100, 76.7), ',Dividends', (day) => (day === 30 ? ',23.3' : ',0'));
    expect(await bring(paid)).toMatchObject({ stored: 60, putAside: 0 });
    expect(await splits()).toMatchObject([{ day: '2020-05-01', volumeRatio: 1 }]);
  });

  it('killed in the middle and repeated, ends in the same rows', async () => {
    const days = Array.from({ length: 2_500 }, (_, day) => {
      const date = new Date(Date.UTC(2018, 0, 1 + day)).toISOString().slice(0, 10);
      return `${date},${100 + (day % 7)},110,90,${day % 400 === 7 ? -1 : 100 + (day % 5)},${day}`;
    });
    const csv = `date,open,high,low,close,volume\n${days.join('\n')}\n`;
    const whole = await bring(csv);
    expect(whole).toMatchObject({ rows: 2_500, stored: 2_493, putAside: 7 });
    const expected = [await stored(), await aside()];
    const killedId = newId();
    await db.system.insert(instruments).values({
      id: killedId,
      symbol: `KILLED ${killedId.slice(0, 20)}`,
      name: 'Two',
      currency: 'USD',
      timeZone: 'UTC',
      createdAt: NOW,
    });
    id = killedId;
    // The bar before is looked for; the connection ends with the second of three batches.
    let statements = 0;
    const dying = Object.create(db.system, {
      execute: {
        value: (...args: Parameters<typeof db.system.execute>) => {
          statements += 1;
          if (statements > 2) throw new Error('the database is gone');
          return db.system.execute(...args);
        },
      },
    }) as typeof db.system;
    await expect(bring(csv, { database: dying })).rejects.toThrow('the database is gone');
    expect(await stored()).toHaveLength(1_000);
    expect(await bring(csv)).toMatchObject({ stored: 1_493, unchanged: 1_000, putAside: 7 });
    expect([await stored(), await aside()]).toEqual(expected);
  });

  it.each([
    ['', 'one.csv: the file is empty.'],
    ['date,open,high,low\n2024-01-02,1,1,1\n', /one\.csv, line 1: the header lacks the column 'close'/],
    ['date,open,high,low,close\n', 'one.csv: the file has a header but no rows.'],
    [
      'date,open,high,low,close\n01/02/2024,1,1,1,1\n',
      /one\.csv: none of its 1 rows is a bar; the first, line 2: '01\/02\/2024' could be day or month first/,
    ],
    [
      Buffer.concat([Buffer.from(CSV), Buffer.from('2024-01-05,1,1,1,\xff\n', 'latin1')]),
      'one.csv, line 5: the text is not valid UTF-8.',
    ],
    [gzipSync(CSV.repeat(50)).subarray(0, 90), 'one.csv: the gzip data is damaged or cut off.'],
    [
      'time,open,high,low,close\n2024-01-02 00:00,1,1,1,1\n2024-01-02 01:00,1,1,1,1\n2024-01-02 02:00,1,1,1,1\n',
      'one.csv: most of its rows are 1h apart, so its bars are not of 1d.',
    ],
  ])('refuses %j, says where, and stores nothing', async (bytes, sentence) => {
    await expect(bring(bytes)).rejects.toThrow(sentence);
    expect([await stored(), await aside()]).toEqual([[], []]);
  });

  it('refuses a small file that unpacks to a large one', async () => {
    const file = {
      name: 'bomb.csv.gz',
      open: () => Readable.from([gzipSync(`${CSV}${'\n'.repeat(3_000_000)}`)]),
      timeZone: 'UTC',
      mostBytes: 2_000_000,
    };
    await expect(surveyFile('1d', file)).rejects.toThrow('bomb.csv.gz: the file has more than 2 MB of text.');
  });
});

describeWithShared('real dirty files', 'dirty', () => {
  const names = sharedCsvFiles('dirty');
  const read = (name: string) => readFileSync(sharedPath(`dirty/${name}`));
  const named = <T>(files: [pattern: RegExp, timeframe: Timeframe, expected: T][]) =>
    files.flatMap(([pattern, timeframe, expected]) =>
      (hasShared('dirty') ? names.filter((name) => pattern.test(name)) : [pattern.source]).map(
        (name) => [name, timeframe, expected] as const,
      ),
    );

  it.each(
    named<Partial<Record<QuarantineReason, number>>>([
      [/^BTC-USD_yahoo/, '1d', { order: 1 }],
      [/^GME_mixed/, '5m', { order: 34 }],
      [/^yahoo_ASAI-L-1h-bad-unit\.csv/, '1h', { unit: 1 }],
      // Newest first, as Yahoo gave it.
      [/^yahoo_AET-L-1d-100x-error\.csv/, '1d', { unit: 9 }],
      [/^yahoo_SPM-MI-1d-bad-stock-split\.csv/, '1d', { unit: 9 }],
      // The day before a split, at the price of the day after it; and a day that an adjustment left out.
      [/^yahoo_(?:4063|CNE).*-1d-bad-stock-split\.csv/, '1d', { unit: 1 }],
      // What was mended has nothing to put aside.
      [/^yahoo_.*-1d-.*-fixed/, '1d', {}],
      [
        /^skender_bad/,
        '1d',
        { stale: 49, unit: 80, time: 50, outside_range: 7, not_positive: 55, high_below_low: 2, number: 51 },
      ],
    ]),
  )('%s as %s: what is wrong is put aside, and why', async (name, timeframe, reasons) => {
    const way = { timeframe, name, acceptLosses: true };
    const done = await bring(read(name), way);
    expect(Object.fromEntries(done.reasons.map(({ reason, count }) => [reason, count]))).toEqual(reasons);
    expect((await aside()).reduce((sum, { count }) => sum + count, 0)).toBe(done.putAside);
    expect(await stored()).toHaveLength(done.stored);
    expect(await bring(read(name), way)).toMatchObject({ stored: 0, replaced: 0 });
  });

  it.each(named<RegExp>([[/^GME_mixed/, '1d', /most of its rows are 5m apart, so its bars are not of 1d/]]))(
    '%s as %s: refused whole',
    async (name, timeframe, sentence) => {
      await expect(bring(read(name), { timeframe, name })).rejects.toThrow(sentence);
      expect(await stored()).toEqual([]);
    },
  );
});
