import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { UsageError } from './command.ts';
import { importCommand } from './import-command.ts';
import { callCommand } from './run.fixture.ts';

const HEADER = 'date,open,high,low,close,volume\n';
const JANUARY = `${HEADER}2024-01-02,10,11,9,10.5,100\n2024-01-03,10.5,12,10,11.5,200\n2024-01-04,11.5,11.9,11,11.2,300\n`;
const FEBRUARY = `${HEADER}2024-02-01,11,12,10,11,100\n2024-02-02,1100,1150,1090,1120,100\n2024-02-05,11,12,11,11.5,90\n`;

let db: TestDatabase;
let folder: string;
beforeAll(async () => {
  db = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), 'import-'));
  // Where the server listens on a socket, its address names no host.
  vi.stubEnv('DATABASE_URL', db.urls.owner.replace('@/', '@localhost/'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
  await db.drop();
});
beforeEach(async () => {
  await db.admin.query('delete from bars');
  await db.admin.query('delete from feed_quarantine');
});

const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const run = (...args: string[]) => callCommand(importCommand, ...args);
const bars = async () =>
  (
    await db.admin.query(
      `select i.symbol, b.timeframe, b.ts, b.close from bars b join instruments i on i.id = b.instrument_id order by b.ts`,
    )
  ).rows;

describe('bellwire import', () => {
  it('makes the instrument where it is told its currency, stores files, and says what became of them', async () => {
    const [one, two] = [file('one.csv', JANUARY), file('two.csv.gz', gzipSync(FEBRUARY))];
    const where = ['--symbol', 'gme', '--timeframe', '1d'];
    expect(await run(one, ...where)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no instrument GME. Say in which currency it is, and it is made: --currency USD.\n',
    });
    const made = await run(one, two, ...where, '--currency', 'USD', '--session', 'us-equity');
    expect(made).toEqual({
      code: 0,
      stderr: '',
      stdout:
        `${one}: 3 rows read; 3 stored, 0 replaced, 0 unchanged, 0 quarantined.\n` +
        `${two}: 3 rows read; 2 stored, 0 replaced, 0 unchanged, 1 quarantined.\n` +
        '  Price in another unit: 1 (line 3)\n',
    });
    const stored = await bars();
    // A day of New York, by the calendar of the instrument.
    expect(stored[0]).toEqual({
      symbol: 'GME',
      timeframe: '1d',
      ts: new Date('2024-01-02T05:00Z'),
      close: 10.5,
    });
    expect(stored).toHaveLength(5);
    const { rows } = await db.admin.query('select feed, file, line, reason from feed_quarantine');
    expect(rows).toEqual([{ feed: 'import', file: two, line: 3, reason: 'unit' }]);

    expect((await run(one, two, ...where)).stdout).toContain(
      '3 rows read; 0 stored, 0 replaced, 3 unchanged, 0 quarantined.',
    );
    expect(await bars()).toEqual(stored);
  });

  it('stores nothing of any file where one cannot be read, and says which and where', async () => {
    const good = file('good.csv', JANUARY);
    const cut = file('cut.csv.gz', gzipSync(FEBRUARY.repeat(20)).subarray(0, 60));
    const hours = file(
      'hours.csv',
      `${HEADER}${[9, 10, 11].map((hour) => `2024-01-02 ${hour < 10 ? '0' : ''}${hour}:00,1,1,1,1,1`).join('\n')}\n`,
    );
    const missing = join(folder, 'missing.csv');
    for (const [bad, sentence] of [
      [cut, 'the gzip data is damaged or cut off.'],
      [hours, 'most of its rows are 1h apart, so its bars are not of 1d.'],
      [missing, 'there is no such file.'],
    ] as const)
      expect(await run(good, bad, '--symbol', 'NEW', '--timeframe', '1d', '--currency', 'USD')).toEqual({
        code: 1,
        stdout: '',
        stderr: `${bad}: ${sentence}\n`,
      });
    expect(await bars()).toEqual([]);
    const { rows } = await db.admin.query(`select 1 from instruments where symbol = 'NEW'`);
    expect(rows).toEqual([]);
  });

  it('does not take bars that would never be looked at', async () => {
    const ran = await run(file('spx.csv', JANUARY), '--symbol', 'SPX', '--timeframe', '1d');
    expect([ran.code, ran.stderr]).toEqual([
      1,
      'The bars of SPX, 1d, ship with the product; others are not looked at.\n',
    ]);
  });

  it.each([
    [[], 'Name the file to import.'],
    [['a.csv'], '--symbol is missing, e.g. --symbol GME.'],
    [
      ['a.csv', '--symbol', 'GME'],
      '--timeframe must be one of 1m, 2m, 3m, 5m, 10m, 15m, 30m, 45m, 1h, 2h, 3h, 4h, 6h, 8h, 12h, 1d, 1w, 1M, 3M, 12M; it is missing.',
    ],
    [
      ['a.csv', '--symbol', 'GME', '--timeframe', '1d', '--currency', 'dollars'],
      "--currency takes three to five capitals, like USD, not 'dollars'.",
    ],
    [
      ['a.csv', '--symbol', 'GME', '--timeframe', '1d', '--session', 'nyse'],
      "--session must be one of crypto, fx, us-equity, us-equity-extended, us-futures, london, frankfurt, tokyo, hong-kong, not 'nyse'.",
    ],
    [
      ['a.csv', '--symbol', 'GME', '--timeframe', '1d', '--session', 'fx'],
      '--session says when a new instrument trades: it needs --currency.',
    ],
    [
      ['a.csv', '--symbol', 'GME', '--timeframe', '1d', '--time-zone', 'Mars'],
      "--time-zone must be a zone such as America/New_York, not 'Mars'.",
    ],
    [['a.csv', '--clean'], "Unknown option '--clean'."],
  ])('%j is no command line', async (args, sentence) => {
    await expect(run(...args)).rejects.toThrow(new UsageError(sentence));
  });

  it('explains itself', async () => {
    expect((await run('--help')).stdout).toBe(importCommand.help);
  });
});
