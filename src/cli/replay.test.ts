import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { DETECTORS } from '#src/engine/detectors/registry.ts';
import { CALENDARS } from '#src/engine/market/sessions/calendars.ts';
import { callCli, callReplay, runCli, runCliAndLeave } from './run.fixture.ts';

const directory = mkdtempSync(join(tmpdir(), 'bellwire-cli-'));
afterAll(() => rmSync(directory, { recursive: true }));

const write = (name: string, content: string | Uint8Array): string => {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
};

const HEADER = 'date,open,high,low,close,volume\n';
/** A gap and a move up on the 3rd, exactly 5 % down on the 4th. */
const GOOD = `${HEADER}2024-01-02,100,100,100,100.0,1\n2024-01-03,104,121,104,120.00,2\n2024-01-04,120,120,114,114,3\n`;
const what = ['--symbol', 'TEST', '--timeframe', '1d'];
const both = [...what, '--detector', 'gap', '--detector', 'big_move:min_pct=5'];
const good = write('good.csv', GOOD);

const MOVE = {
  time: '2024-01-03T00:00:00.000Z',
  symbol: 'TEST',
  detector: 'big_move',
  value: 20,
  evidence: {
    bars: [
      { time: '2024-01-02T00:00:00.000Z', open: '100', high: '100', low: '100', close: '100.0', volume: '1' },
      {
        time: '2024-01-03T00:00:00.000Z',
        open: '104',
        high: '121',
        low: '104',
        close: '120.00',
        volume: '2',
      },
    ],
    params: { min_pct: 5 },
    figures: { previous_close: 100, close: 120, change_pct: 20 },
  },
};

const linesOf = (stdout: string): Record<string, unknown>[] =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const brief = (stdout: string) =>
  linesOf(stdout).map(({ time, detector, value }) => [String(time).slice(0, 10), detector, value]);

describe('replay', () => {
  it('prints a detection per line, by time and then in the order of the flags', async () => {
    const { code, stdout, stderr } = await runCli('replay', good, ...both);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(brief(stdout)).toEqual([
      ['2024-01-03', 'gap', 4],
      ['2024-01-03', 'big_move', 20],
      ['2024-01-04', 'big_move', -5],
    ]);
    expect(linesOf(stdout)[1]).toEqual(MOVE);
    expect(Object.keys(linesOf(stdout)[1]!)).toEqual(['time', 'symbol', 'detector', 'value', 'evidence']);
    expect(stdout.endsWith('}\n')).toBe(true);

    const swapped = await callCli('replay', good, ...what, '--detector', 'big_move', '--detector', 'gap');
    expect(brief(swapped.stdout).map(([, detector]) => detector)).toEqual(['big_move', 'gap', 'big_move']);
  });

  it('reads gzip under any name, and local times', async () => {
    const zipped = write('zipped.csv', gzipSync(GOOD));
    const { stdout } = await callCli('replay', zipped, ...both, '--time-zone', 'America/New_York');
    expect(linesOf(stdout).map(({ time }) => time)).toEqual([
      '2024-01-03T00:00:00.000-05:00',
      '2024-01-03T00:00:00.000-05:00',
      '2024-01-04T00:00:00.000-05:00',
    ]);
  });

  it('reads the side of quote bars that is asked for', async () => {
    const header = `time,${['bid', 'ask'].flatMap((side) => ['open', 'high', 'low', 'close'].map((field) => `${side}_${field}`)).join(',')}\n`;
    const quotes = write(
      'quotes.csv',
      `${header}1704153600,1,1,1,1.00000,2,2,2,2\n1704240000,1.1,1.1,1.1,1.1,4,4,4,4.1\n`,
    );
    const closes = async (...price: string[]) => {
      const { stdout } = await callCli('replay', quotes, ...what, '--detector', 'big_move', ...price);
      return (linesOf(stdout)[0] as typeof MOVE).evidence.bars.map(({ close, volume }) => [close, volume]);
    };
    expect(await closes()).toEqual([
      ['1.00000', null],
      ['1.1', null],
    ]);
    expect(await closes('--price', 'bid')).toEqual([
      ['1.00000', null],
      ['1.1', null],
    ]);
    expect(await closes('--price', 'ask')).toEqual([
      ['2', null],
      ['4.1', null],
    ]);
    expect(await closes('--price', 'mid')).toEqual([
      ['1.5', null],
      ['2.6', null],
    ]);
  });

  it('gives the values of --class to the detectors that are named without their own, and runs no others', async () => {
    const closes = [...Array.from({ length: 20 }, (_, day) => 100 + (day % 2) / 2), 102.5, 120, 90, 60];
    const rows = closes.map((close, day) => `${86_400 * (5000 + day)},${close},${close},${close},${close}`);
    const file = write('class.csv', `time,open,high,low,close\n${rows.join('\n')}\n`);
    const found = async (...flags: string[]) => {
      const { code, stdout, stderr } = await callReplay(file, ...what, ...flags);
      expect(code).toBe(0);
      return {
        stderr,
        found: linesOf(stdout).map(
          ({ detector, value }) => `${String(detector)} ${Number(value).toFixed(0)}`,
        ),
      };
    };
    // At a currency's 1.5 % the move of 2 % is one, at a share's 5 % it is none; nothing else is looked for.
    const large = ['big_move 17', 'big_move -25', 'big_move -33'];
    const move = ['--detector', 'big_move'];
    expect((await found(...move, '--class', 'fx')).found).toEqual(['big_move 2', ...large]);
    expect((await found(...move, '--class', 'equity')).found).toEqual(large);
    expect((await found('--class', 'fx')).found.length).toBeGreaterThan(4);
    expect((await found('--detector', 'big_move:min_pct=30', '--class', 'fx')).found).toEqual([
      'big_move -33',
    ]);
    const crosses = (await found('--detector', 'rsi_cross', '--class', 'fx')).found;
    expect(crosses).toHaveLength(2);
    expect(await found('--detector', 'gap', '--class', 'crypto')).toEqual({
      stderr: '--class crypto has no value for gap, so it is left out.\n',
      found: [],
    });
  });

  it('finds nothing and says nothing where nothing happens', async () => {
    expect(await callCli('replay', good, ...what, '--detector', 'gap:min_pct=50')).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });

  it('ends quietly when its reader leaves', async () => {
    const rows = Array.from(
      { length: 60_000 },
      (_, day) => `${86_400 * (5000 + day)},1,3,1,${(day % 2) + 1}`,
    );
    const long = write('long.csv', `time,open,high,low,close\n${rows.join('\n')}\n`);
    const { code, stderr, stdout } = await runCliAndLeave('replay', long, ...both);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\{"time":"1983-/);
  });
});

describe('replay --rule', () => {
  const rows = [100, 101, 106, 105, 112, 111, 118];
  const rising = write(
    'rising.csv',
    HEADER +
      rows
        .map((close, day) => `2024-01-0${day + 1},${close},${close + 1},${close - 1},${close},10\n`)
        .join(''),
  );
  const UP = ['--rule', 'close moves up by 3%'];

  it('prints each time it becomes true with its evidence and what came after', async () => {
    const { code, stdout, stderr } = await callCli('replay', rising, ...what, ...UP);
    expect(code).toBe(0);
    expect(stderr).toBe('3 alerts in 6.0 days: 0.50 a day.\n');
    expect(brief(stdout)).toEqual([
      ['2024-01-03', 'rule', 106],
      ['2024-01-05', 'rule', 112],
      ['2024-01-07', 'rule', 118],
    ]);
    const [first] = linesOf(stdout) as { outcome: unknown; evidence: { rule: string } }[];
    expect(first?.evidence.rule).toBe('close moves up by 3%');
    expect(first?.outcome).toEqual({
      after: { 1: -0.943396226415, 5: null, 20: null },
      high: 12.2641509434,
      low: -1.88679245283,
      bar: { high: '107', low: '105' },
    });
  });

  it('keeps still as it is told', async () => {
    const days = async (...more: string[]) =>
      brief((await callCli('replay', rising, ...what, ...UP, ...more)).stdout).map(([day]) =>
        String(day).slice(-1),
      );
    expect(await days('--every', 'once')).toEqual(['3']);
    expect(await days('--cooldown', String(3 * 1440))).toEqual(['3', '7']);
    expect(await days('--rearm', 'close > 111')).toEqual(['3', '5', '7']);
    expect(await days('--rearm', 'close < 50')).toEqual(['3']);
  });

  it('compares with the bars of other files', async () => {
    const flat = write(
      'flat.csv',
      `${HEADER}${[1, 2, 4].map((day) => `2024-01-0${day},50,51,49,50,10\n`).join('')}`,
    );
    const rule = ['--rule', 'close / close of "ES=F" crosses above 2.05'];
    const { code, stdout, stderr } = await callCli(
      'replay',
      rising,
      ...what,
      ...rule,
      '--other',
      `es=f=${flat}`,
    );
    expect([code, stderr]).toEqual([0, '1 alert in 6.0 days: 0.17 a day.\n']);
    const found = linesOf(stdout) as {
      time: string;
      evidence: { others: Record<string, { seen: number[] }> };
    }[];
    expect(found.map(({ time }) => time.slice(0, 10))).toEqual(['2024-01-03']);
    expect(found[0]?.evidence.others['ES=F']?.seen).toEqual([0, 0]);
  });

  it('compares with the bars of other timeframes, from files', async () => {
    const weeks = write(
      'weeks.csv',
      `${HEADER}2023-12-18,50,51,49,50,10\n2023-12-25,104,104,103,104,10\n2024-01-01,1,1,1,1,1\n`,
    );
    const rule = ['--rule', 'close crosses above close on 1w'];
    const { code, stdout, stderr } = await callCli(
      'replay',
      rising,
      ...what,
      ...rule,
      '--other',
      `on 1W=${weeks}`,
    );
    expect([code, stderr]).toEqual([0, '1 alert in 6.0 days: 0.17 a day.\n']);
    const found = linesOf(stdout) as {
      time: string;
      evidence: { others: Record<string, { seen: number[] }> };
    }[];
    expect(found.map(({ time }) => time.slice(0, 10))).toEqual(['2024-01-03']);
    expect(Object.keys(found[0]?.evidence.others ?? {})).toEqual(['on 1w']);
    const without = await callCli('replay', rising, ...what, ...rule);
    expect([without.code, without.stderr.split('\n')[0]]).toEqual([
      2,
      "--rule names on 1w: say where its bars are, e.g. --other 'on 1w=FILE'.",
    ]);
    const both = await callCli(
      'replay',
      rising,
      ...what,
      '--rule',
      'close > close of "ES=F" on 1w',
      '--other',
      `es=f on 1w=${weeks}`,
    );
    expect(both.code).toBe(0);
  });

  it.each<[string[], string]>([
    [[], '--rule names ES=F: say where its bars are, e.g. --other ES=F=FILE.\n'],
    [['--other', 'ES=F'], '--other ES=F: no rule names ES.\n'],
    [['--other', 'NQ=nq.csv'], '--other NQ=nq.csv: no rule names NQ.\n'],
    [
      ['--other', 'nonsense'],
      "--other is SYMBOL=FILE, e.g. --other ES=es.csv, or with a timeframe 'ES on 1d=FILE' or 'on 1d=FILE', not 'nonsense'.\n",
    ],
  ])('says what is wrong with other files: %j', async (flags, sentence) => {
    const ran = await callCli('replay', rising, ...what, '--rule', 'close > close of "ES=F"', ...flags);
    expect([ran.code, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toContain(sentence);
  });

  it('writes a table', async () => {
    const { stdout } = await callCli('replay', rising, ...what, ...UP, '--table');
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^time +what +value +after 1 +after 5 +after 20 +high 20 +low 20$/);
    expect(lines[1]).toMatch(/^2024-01-03 00:00 +rule +106 +-0\.94% +- +- +\+12\.26% +-1\.89%$/);
    expect(lines[4]).toBe('3 alerts in 6.0 days: 0.50 a day.');
  });

  it.each<[string[], string]>([
    [
      ['--rule', 'close crosses vwap'],
      '--rule: VWAP begins anew every trading day, so on 1d bars it isn’t an average. Choose bars of 4h or less, or use rolling_vwap(20).\n',
    ],
    [
      ['--rule', 'clsoe > 5'],
      "--rule: Line 1, column 1: a price, a number or an indicator was expected, not 'clsoe'. Did you mean 'close'?\n  clsoe > 5\n  ^\n",
    ],
    [
      [...UP, '--every', 'often'],
      "--every must be once, every_time, once_per_bar, once_per_bar_close or minutes such as 60m, not 'often'.\n",
    ],
    [[...UP, '--cooldown', '0'], "--cooldown must be a whole number of minutes from 1 to 525600, not '0'.\n"],
    [['--detector', 'gap', '--cooldown', '5'], '--cooldown is about --rule, and there is none.\n'],
  ])('%j: exit code 2', async (flags, stderr) => {
    expect(await callCli('replay', rising, ...what, ...flags)).toEqual({ code: 2, stdout: '', stderr });
  });
});

describe('what goes wrong', () => {
  const order = 'of the row before; rows must be in order of time, oldest first, none twice.\n';
  it.each([
    ['missing', join(directory, 'none.csv'), ': there is no such file.\n'],
    ['a folder', directory, ': this is a folder, not a file.\n'],
    ['empty', write('empty.csv', ''), ': the file is empty.\n'],
    ['only a header', write('header.csv', HEADER), ': the file has a header but no rows.\n'],
    [
      'no columns',
      write('columns.csv', 'a,b\n1,2\n'),
      ", line 1: the header lacks the columns 'date or time', 'open', 'high', 'low', 'close'; it has 'a', 'b'.\n",
    ],
    [
      'unsorted',
      write('unsorted.csv', `${HEADER}2024-01-03,1,1,1,1,1\n2024-01-02,1,1,1,1,1\n`),
      `, line 2: time 2024-01-03 is after that of the rows below it; rows must be in order of time, oldest first, none twice.\n`,
    ],
    [
      'twice',
      write('twice.csv', `${HEADER}2024-01-02,1,1,1,1,1\n2024-01-02,1,1,1,1,1\n`),
      `, line 3: time 2024-01-02 is not after 2024-01-02 ${order}`,
    ],
    [
      'damaged',
      write('damaged.gz', gzipSync(GOOD).subarray(0, -9)),
      ': the gzip data is damaged or cut off.\n',
    ],
  ])('%s: exit code 1 and one sentence', async (_, path, sentence) => {
    const { code, stdout, stderr } = await callCli(
      'replay',
      path,
      ...what,
      '--detector',
      'big_move:min_pct=1000',
    );
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: path + sentence });
  });

  const broken = write(
    'broken.csv',
    `${GOOD}2024-01-05,x,1,1,1,1\n2024-01-08,0,1,1,1,1\n2024-01-09,1,1,1,1,1\n2024-01-10,y,1\n2024-01-11,1,1,1,z,1\n`,
  );

  it('a broken row comes after the detections before it', async () => {
    const { code, stdout, stderr } = await runCli('replay', broken, ...both);
    expect(code).toBe(1);
    expect(brief(stdout)).toHaveLength(3);
    expect(stderr).toBe(`${broken}, line 5: open 'x' is not a finite number.\n`);
  });

  it('--skip-bad goes on and says what it left out', async () => {
    const { code, stdout, stderr } = await callCli(
      'replay',
      broken,
      ...both,
      '--skip-bad',
      '--accept-losses',
    );
    expect(code).toBe(0);
    expect(brief(stdout).map(([day]) => day)).toEqual(['2024-01-03', '2024-01-03', '2024-01-04']);
    expect(stderr).toBe(
      `${broken}: skipped 4 broken rows:\n` +
        '  2 x a missing or invalid number (lines 5, 9)\n' +
        '  1 x a price not above zero or a negative volume (line 6)\n' +
        '  1 x wrong number of columns (line 8)\n',
    );
  });

  it('compares nothing across the hole, and everything after it', async () => {
    const path = write(
      'hole.csv',
      `${HEADER}2024-01-02,1,1,1,1,1\n2024-01-03,x,1,1,1,1\n2024-01-04,2,2,2,2,1\n2024-01-05,3,3,3,3,1\n`,
    );
    const { stdout } = await callCli('replay', path, ...both, '--skip-bad');
    expect(brief(stdout)).toEqual([
      ['2024-01-05', 'gap', 50],
      ['2024-01-05', 'big_move', 50],
    ]);
  });

  it.each(['--clean', '--skip-bad'])(
    '%s compares nothing where a row out of order is or belongs, and does where it is there twice',
    async (way) => {
      const path = write(
        'order.csv',
        `${HEADER}2024-01-02,1,1,1,1,1\n2024-01-04,2,2,2,2,1\n2024-01-05,3,3,3,3,1\n2024-01-08,4,4,4,4,1\n` +
          `2024-01-03,1,1,1,1,2\n2024-01-09,5,5,5,5,1\n2024-01-09,5,5,5,5,1\n2024-01-10,6,6,6,6,1\n` +
          `2024-01-01,1,1,1,1,2\n2024-01-11,7,7,7,7,1\n`,
      );
      const days = brief((await callCli('replay', path, ...both, way)).stdout).map(([day]) => day);
      expect([...new Set(days)]).toEqual(['2024-01-05', '2024-01-08', '2024-01-10']);
    },
  );

  describe('a row dated 2099', () => {
    const rows = Array.from({ length: 30 }, (_, day) => {
      const date = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10);
      return `${date},100,121,99,${day === 20 ? 120 : 100},${5 + day}`;
    });
    const future = '2099-03-10,300,300,300,300,5';
    const file = (at: number): string =>
      write(`future-${at}.csv`, `${HEADER}${rows.toSpliced(at, 0, future).join('\n')}\n`);

    it.each(['--skip-bad', '--clean'])('%s leaves out that row and keeps what follows', async (way) => {
      for (const at of [0, 10, 30]) {
        const { code, stdout, stderr } = await callCli('replay', file(at), ...both, way);
        expect(code).toBe(0);
        expect(stderr).toContain('skipped 1 broken row:');
        expect(brief(stdout).filter(([, what]) => what === 'big_move')).toEqual([
          ['2024-01-21', 'big_move', 20],
          ['2024-01-22', 'big_move', -16.6666666667],
        ]);
      }
    });

    it('stops at that row, and finds nothing on it, where rows are not to be left out', async () => {
      const { code, stdout, stderr } = await callCli('replay', file(10), ...both);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toBe(
        `${file(10)}, line 12: time 2099-03-10 is after that of the rows below it; rows must be in order of time, oldest first, none twice.\n`,
      );
    });

    it('keeps what follows a date of the past, too', async () => {
      const path = write(
        'past.csv',
        `${HEADER}${rows.toSpliced(15, 0, '1999-03-10,1,1,1,1,5').join('\n')}\n`,
      );
      const { code, stderr } = await callCli('replay', path, ...both, '--skip-bad');
      expect([code, stderr]).toEqual([
        0,
        `${path}: skipped 1 broken row:\n  1 x time not after the row before (line 17)\n`,
      ]);
    });
  });

  it('fails where more than a tenth of the rows is left out, unless told otherwise', async () => {
    const rows = Array.from({ length: 20 }, (_, day) => {
      const date = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10);
      return `${date},${day % 6 === 5 ? 'x' : 100},100,100,100,${day}`;
    });
    const path = write('lossy.csv', `${HEADER}${rows.join('\n')}\n2024-01-21,100,100,100,100,9\n`);
    const few = write('few.csv', `${HEADER}${rows.slice(12).join('\n')}\n`);
    for (const way of ['--skip-bad', '--clean']) {
      const ran = await callCli('replay', path, ...both, way);
      expect(ran.code).toBe(1);
      expect(ran.stderr).toMatch(
        /lossy\.csv: 3 of its 21 rows were left out, more than a tenth\. Pass --accept-losses/,
      );
      expect((await callCli('replay', path, ...both, way, '--accept-losses')).code).toBe(0);
      expect((await callCli('replay', few, ...both, way)).code).toBe(0);
    }
  });

  it('turns a file around that is newest first', async () => {
    const [header, ...rows] = GOOD.trim().split('\n');
    const path = write('newest.csv', [header, ...rows.toReversed()].join('\n'));
    const { code, stdout, stderr } = await callCli('replay', path, ...both, '--skip-bad');
    expect([code, stderr]).toEqual([0, '']);
    expect(brief(stdout)).toEqual(brief((await callCli('replay', good, ...both)).stdout));
  });

  it.each([
    ['--skip-bad', ['--skip-bad', '--accept-losses']],
    ['--clean', ['--clean', '--accept-losses']],
    ['neither', []],
  ])('finds no absurd change in nonsense: %s', async (_, flags) => {
    const prices = [4.01e-9, 4e2, 5.5e-7, 8.1e10, 3e4, 2e-8, 7e12];
    const rows = prices.map((price, day) => `2024-01-0${day + 1},${price},${price},${price},${price},1`);
    const path = write('nonsense.csv', `${HEADER}${rows.join('\n')}\n`);
    const { stdout } = await callCli('replay', path, ...both, ...flags);
    expect(brief(stdout)).toEqual([]);
  });

  it('--clean leaves out what cannot be believed and lists it', async () => {
    const path = write(
      'dirty.csv',
      `${HEADER}2024-01-02,100,101,99,100,5\n2024-01-03,100,101,0.99,1.01,6\n2024-01-04,100,101,99,100.5,7\n` +
        `2024-01-05,100,101,99,102,8\n2024-01-08,100,101,99,100,9\n2024-01-09,100,101,99,100,9\n` +
        `2024-01-10,110,111,109,110,3\n2024-01-10 05:00,100,101,99,100,9\n2024-01-09,100,101,99,100,9\n`,
    );
    const list = join(directory, 'quarantine.jsonl');
    const { code, stdout, stderr } = await callCli(
      'replay',
      path,
      ...both,
      '--clean',
      '--accept-losses',
      '--quarantine',
      list,
    );
    expect(code).toBe(0);
    expect(brief(stdout)).toEqual([]);
    expect(stderr).toContain('skipped 5 broken rows:');
    expect(linesOf(readFileSync(list, 'utf8')).map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'unit'],
      [5, 'outside_range'],
      [7, 'stale'],
      [9, 'too_near'],
      [10, 'order'],
    ]);
  });

  it('says when the rows are not as far apart as the timeframe', async () => {
    const rows = [1, 2, 3, 4].map((hour) => `2024-01-02 0${hour}:00,1,1,1,1,1`);
    const path = write('hourly.csv', `${HEADER}${rows.join('\n')}\n`);
    const { code, stderr } = await callCli('replay', path, ...both);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `${path}: most of its rows are 1h apart, and --timeframe is 1d.\n`,
    });
  });

  it('sees through a split', async () => {
    const path = write(
      'split.csv',
      `${HEADER}2024-01-02,100,100,100,100,10\n2024-01-03,101,101,101,101,10\n2024-01-04,25,25.5,25,25.3,40\n2024-01-05,30,30,30,30,40\n`,
    );
    const splits = write('splits.csv', 'date,split\n2024-01-04,4\n');
    const plain = await callCli('replay', path, ...both);
    expect(brief(plain.stdout).map(([day]) => day)).toEqual([
      '2024-01-04',
      '2024-01-04',
      '2024-01-05',
      '2024-01-05',
    ]);
    const clean = await callCli('replay', path, ...both, '--clean', '--actions', splits);
    expect(brief(clean.stdout).map(([day]) => day)).toEqual(['2024-01-05', '2024-01-05']);
    const wrong = write('wrong-splits.csv', 'date,split\n2024-01-04,4:1\n');
    expect((await callCli('replay', path, ...both, '--clean', '--actions', wrong)).stderr).toBe(
      `${wrong}, line 2: the ratio '4:1' is not a number above zero.\n`,
    );
  });

  it('--skip-bad fails where no row is left', async () => {
    const path = write('none-left.csv', `${HEADER}01/02/2024,1,1,1,1,1\n`);
    const { code, stderr } = await callCli('replay', path, ...both, '--skip-bad');
    expect(code).toBe(1);
    expect(stderr).toContain(
      'skipped 1 broken row:\n  1 x time missing or not ISO, M/D/Y, D/M/Y or epoch (line 2)\n',
    );
    expect(stderr).toContain(
      "none of its 1 rows is a bar; the first, line 2: '01/02/2024' could be day or month first, and no date of the file decides it: write dates as 2018-01-02.",
    );
  });
});

describe('the command line', () => {
  it.each<[string[], string]>([
    [[], 'Name a command; help lists them.'],
    [
      ['dance'],
      "There is no command 'dance'; there are: replay, import, operator, splits, ledger, check, preview, help.",
    ],
    [
      ['help', 'dance'],
      "There is no command 'dance'; there are: replay, import, operator, splits, ledger, check, preview, help.",
    ],
    [['replay'], 'Name the file to replay.'],
    [['replay', good, good, ...both], `One file at a time; '${good}' is one too many.`],
    [['replay', good, '--timeframe', '1d', '--detector', 'gap'], '--symbol is missing, e.g. --symbol GME.'],
    [
      ['replay', good, '--symbol', 'S', '--detector', 'gap'],
      '--timeframe must be one of 1m, 2m, 3m, 5m, 10m, 15m, 30m, 45m, 1h, 2h, 3h, 4h, 6h, 8h, 12h, 1d, 1w, 1M, 3M, 12M; it is missing.',
    ],
    [
      ['replay', good, '--symbol', 'S', '--timeframe', '1y', '--detector', 'gap'],
      "--timeframe must be one of 1m, 2m, 3m, 5m, 10m, 15m, 30m, 45m, 1h, 2h, 3h, 4h, 6h, 8h, 12h, 1d, 1w, 1M, 3M, 12M; not '1y'.",
    ],
    [
      ['replay', good, ...what],
      '--detector, --class or --rule is missing, e.g. --detector big_move:min_pct=5.',
    ],
    [
      ['replay', good, ...what, '--class', 'bond'],
      "--class must be one of equity, fx, metal, crypto, not 'bond'.",
    ],
    [
      ['replay', good, ...what, '--detector', 'nope'],
      `Detector 'nope': there is no detector 'nope'; there are: ${DETECTORS.map(({ name }) => name).join(', ')}.`,
    ],
    [['replay', good, ...both, '--price', 'last'], "--price must be one of bid, ask, mid, not 'last'."],
    [
      ['replay', good, ...both, '--time-zone', 'Mars'],
      "--time-zone must be a zone such as America/New_York, not 'Mars'.",
    ],
    [['replay', good, ...both, '--fast'], "Unknown option '--fast'."],
    [['replay', good, ...what, '--detector'], "Option '--detector <value>' argument missing."],
  ])('%j: exit code 2', async (args, sentence) => {
    expect(await callCli(...args)).toEqual({ code: 2, stdout: '', stderr: `${sentence}\n` });
  });

  it('a wrong command line ends the real program with exit code 2', async () => {
    expect(await runCli('dance')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        "There is no command 'dance'; there are: replay, import, operator, splits, ledger, check, preview, help.\n",
    });
  });

  it('help lists the commands, and each command explains itself', async () => {
    const overview = await runCli('help');
    expect(overview).toMatchObject({ code: 0, stderr: '' });
    expect(overview.stdout).toMatch(/^ {2}replay +run recorded bars/m);
    const [asked, flag] = await Promise.all([callCli('help', 'replay'), callCli('replay', '--help')]);
    expect(flag).toEqual(asked);
    expect(flag.stdout).toMatch(/^ {2}big_move:min_pct=5 +Big move/m);
    expect(flag.stdout.split('\n').every((line) => line.length <= 100)).toBe(true);
  });
});

describe('the operator’s file of holidays', () => {
  const week = write(
    'week.csv',
    `${HEADER}2012-02-06,100,100,100,100,1\n2012-02-09,120,120,120,120,1\n2012-02-10,120,120,120,120,1\n`,
  );
  const replayed = () =>
    callReplay(
      week,
      ...what,
      '--detector',
      'big_move',
      '--session',
      'london',
      '--clean',
      '--sessions-old',
      '1',
    );

  it('decides which sessions lie between two bars, as it does in the server', async () => {
    const { holidays } = CALENDARS.london;
    const before = [...holidays];
    try {
      expect((await replayed()).stdout).toBe('');
      const days = [...before.filter((day) => day.startsWith('2012-')), '2012-02-07', '2012-02-08'];
      vi.stubEnv(
        'MARKET_CALENDARS',
        write('calendars.json', JSON.stringify({ london: { 2012: { holidays: days } } })),
      );
      expect(JSON.parse((await replayed()).stdout)).toMatchObject({
        time: '2012-02-09T00:00:00.000Z',
        value: 20,
      });
      vi.stubEnv('MARKET_CALENDARS', write('broken.json', '{'));
      expect(await replayed()).toEqual({
        code: 1,
        stdout: '',
        stderr: 'MARKET_CALENDARS is not valid: the file isn’t valid JSON.\n',
      });
    } finally {
      vi.unstubAllEnvs();
      // Other files of this worker see the same calendars.
      holidays.clear();
      for (const day of before) holidays.add(day);
    }
  });
});
