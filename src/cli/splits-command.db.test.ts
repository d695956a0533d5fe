import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { splitsOf } from '#src/engine/market/splits/split-store.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { SPX_ID } from '#tests/support/workspace.ts';
import { UsageError } from './command.ts';
import { callCommand } from './run.fixture.ts';
import { splitsCommand } from './splits-command.ts';

let db: TestDatabase;
let folder: string;
beforeAll(async () => {
  db = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), 'splits-'));
  // Where the server listens on a socket, its address names no host.
  vi.stubEnv('DATABASE_URL', db.urls.owner.replace('@/', '@localhost/'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
  await db.drop();
});
beforeEach(() => db.admin.query('delete from instrument_splits'));

const file = (lines: string): string => {
  const path = join(folder, 'splits.csv');
  writeFileSync(path, lines);
  return path;
};
const ran = (...args: string[]) => callCommand(splitsCommand, ...args);
const known = () => splitsOf(db.system, { instrumentId: SPX_ID, timeframe: '1m' });

describe('bellwire splits', () => {
  it('keeps those of a file from midnight on where the instrument is traded, and lists them', async () => {
    const listed =
      'SPX  2014-06-09T04:00:00.000Z  7 for 1\nSPX  2022-12-01T05:00:00.000Z  0.1 for 1\nSPX  2024-06-10T13:30:00.000Z  10 for 1\n';
    const rows = 'date,split\n2014-06-09,7\n2022-12-01,0.1\n2024-06-10T13:30:00Z,10\n';
    expect(await ran('SPX', file(rows))).toEqual({ code: 0, stdout: listed, stderr: '' });
    expect(await ran('spx')).toEqual({ code: 0, stdout: listed, stderr: '' });
    expect(await known()).toEqual([
      { ts: Date.parse('2014-06-09T04:00Z'), ratio: 7 },
      { ts: Date.parse('2022-12-01T05:00Z'), ratio: 0.1 },
      { ts: Date.parse('2024-06-10T13:30Z'), ratio: 10 },
    ]);
  });

  it('puts a file in the place of what was known', async () => {
    await ran('SPX', file('date,split\n2014-06-09,7\n2022-12-01,2\n'));
    expect((await ran('SPX', file('time,split\r\n2020-08-31,4\r\n'))).stdout).toBe(
      'SPX  2020-08-31T04:00:00.000Z  4 for 1\n',
    );
    expect(await ran('SPX', file('date,split\n'))).toMatchObject({
      code: 0,
      stdout: 'No split of SPX is known.\n',
    });
    expect(await known()).toEqual([]);
  });

  it.each([
    ['day,ratio\n2020-08-31,4\n', 'line 1: the header must be date,split'],
    ['date,split\n2020-08-31,4\n31.08.2020,4\n', "line 3: time '31.08.2020' is neither ISO"],
    ['date,split\n2020-08-31,4\n2020-08-31,2\n', 'line 3: 2020-08-31 is not after the split before it'],
    ['date,split\n2020-08-31,4:1\n', "line 2: the ratio '4:1' is not a number above zero"],
    ['date,split\n2020-08-31,0\n', "line 2: the ratio '0' is not a number above zero"],
    [
      'date,split\n2020-08-31,2000000\n',
      "line 2: the ratio '2000000' is not between a millionth and a million",
    ],
  ])('refuses %j, says where, and keeps what it knew', async (rows, sentence) => {
    await ran('SPX', file('date,split\n2014-06-09,7\n'));
    const { code, stdout, stderr } = await ran('SPX', file(rows));
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`${join(folder, 'splits.csv')}, ${sentence}`);
    expect(await known()).toHaveLength(1);
  });

  it('keeps nothing of a file that the database refuses in the middle', async () => {
    await ran('SPX', file('date,split\n2014-06-09,7\n'));
    await db.admin.query('alter table instrument_splits add constraint no_five check (ratio <> 5)');
    await expect(ran('SPX', file('date,split\n2020-08-31,4\n2021-08-31,5\n'))).rejects.toThrow(
      /check constraint/,
    );
    await db.admin.query('alter table instrument_splits drop constraint no_five');
    expect(await known()).toMatchObject([{ ratio: 7 }]);
  });

  it('names a symbol and a file that are not there', async () => {
    expect(await ran('NOSUCH')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no instrument NOSUCH.\n',
    });
    const missing = join(folder, 'missing.csv');
    expect((await ran('SPX', missing)).stderr).toBe(`${missing}: the file of splits cannot be read.\n`);
  });

  it('takes one symbol and one file, and explains itself', async () => {
    for (const args of [[], ['SPX', 'a.csv', 'b.csv']])
      await expect(ran(...args)).rejects.toThrow(new UsageError('Say splits SYMBOL or splits SYMBOL FILE.'));
    expect((await ran('--help')).stdout).toBe(splitsCommand.help);
  });
});
