import {
  appendFileSync,
  cpSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { packageFolder, tryRun } from './binaries.ts';
import { pathHash, socketFolder } from './folders.ts';
import { loadPassword } from './password.ts';
import type { Place } from './place.ts';
import { isMarkAlive, ownMark, parsePs, readProcess } from './processes.ts';
import { announceProgram, announceUrl, readRunningProgram, retractProgram } from './running.ts';
import { boundServerLog, openServerLog, serverLogTail } from './server-log.ts';
import { startTemporaryPostgres } from './temporary.ts';
import { processesIn, query, startProgram, test } from './test-support.ts';

function placeAt(dataPath: string): Place {
  return {
    dataDir: dataPath,
    home: dataPath,
    dataPath,
    hasData: true,
    socketDir: dataPath,
    clusterName: 'test',
    user: null,
    binaries: { folder: '/', major: '18', version: '18.0' },
    notice: null,
  };
}

describe('processes', () => {
  test('reads what ps writes, and leaves zombies out', ({ expect }) => {
    const text = [
      '    1 Ss   Fri Nov 20 18:45:09 2026 /sbin/launchd',
      '  345 Z    Fri Nov  6 08:01:02 2026 (postgres)',
      ' 9876 S+   Mon Jan  5 08:01:02 2026 /a b/postgres -D /Users/x/data dir/postgres -c port=5432 ',
      '',
    ].join('\n');
    expect(parsePs(text)).toEqual([
      { pid: 1, start: '2026Nov20184509', command: '/sbin/launchd' },
      {
        pid: 9876,
        start: '2026Jan05080102',
        command: '/a b/postgres -D /Users/x/data dir/postgres -c port=5432',
      },
    ]);
  });

  test('a mark names this process only, not another one with its number', ({ expect }) => {
    expect(isMarkAlive(ownMark())).toBe(true);
    expect(isMarkAlive(`${process.pid}-1`)).toBe(false);
    expect(isMarkAlive('')).toBe(false);
    expect(readProcess(process.pid)?.command).toContain('node');
    expect(readProcess(4194303)).toBeNull();
  });
});

describe('binaries', () => {
  test.for([
    ['win32-x64', 'unsupported_platform', 'set DATABASE_URL'],
    ['linux-riscv64', 'unsupported_platform', 'set DATABASE_URL'],
    [process.platform === 'darwin' ? 'linux-x64' : 'darwin-arm64', 'no_binaries', 'npm ci'],
  ] as const)('%s: %s', ([platform, kind, advice], { expect }) => {
    expect(() => packageFolder(platform)).toThrow(
      expect.objectContaining({ kind, message: expect.stringMatching(new RegExp(`${platform}.*${advice}`)) }),
    );
  });

  test('programs that lack their libraries are found out, with the reason', ({ sandbox, expect }) => {
    const broken = join(sandbox, 'native');
    cpSync(join(packageFolder().folder, 'bin'), join(broken, 'bin'), { recursive: true });
    expect(tryRun(broken, null)).toMatchObject({ ok: false, reason: expect.stringMatching(/librar/i) });
  });
});

describe('folders', () => {
  test('the socket lies in the data as long as the path fits', ({ sandbox, expect }) => {
    const exact = join(sandbox, 'x'.repeat(LIMIT - `${sandbox}//.s.PGSQL.5432`.length));
    expect(Buffer.byteLength(join(exact, '.s.PGSQL.5432'))).toBe(LIMIT);
    expect(socketFolder(exact, null, sandbox)).toBe(exact);
    const longer = socketFolder(`${exact}x`, null, sandbox);
    expect(longer).toBe(join(sandbox, `bellwire-${process.getuid!()}-${pathHash(`${exact}x`)}`));
    expect(statSync(longer).mode & 0o777).toBe(0o700);
    expect(socketFolder(`${exact}x`, null, sandbox)).toBe(longer);
    // Letters outside ASCII take more than one byte.
    expect(socketFolder(`${exact.slice(0, -1)}é`, null, sandbox)).not.toContain('é');
  });

  test('a link planted in its place is refused', ({ sandbox, expect }) => {
    const long = `/${'x'.repeat(120)}`;
    const folder = socketFolder(long, null, sandbox);
    rmSync(folder, { recursive: true });
    mkdirSync(join(sandbox, 'elsewhere'));
    symlinkSync(join(sandbox, 'elsewhere'), folder);
    expect(() => socketFolder(long, null, sandbox)).toThrow(/belongs to another user/);
  });
});

const LIMIT = process.platform === 'darwin' ? 103 : 107;

test('the password is made once, kept, and made anew when the file is empty', ({ sandbox, expect }) => {
  const first = loadPassword(sandbox);
  expect(first.isNew).toBe(true);
  expect(first.text).toMatch(/^[\w-]{32}$/);
  expect(loadPassword(sandbox)).toEqual({ text: first.text, isNew: false });
  writeFileSync(join(sandbox, 'secrets/postgres-password'), '');
  const second = loadPassword(sandbox);
  expect(second.isNew).toBe(true);
  expect(second.text).not.toBe(first.text);
});

test('the log is cut to its end, and who appends to it goes on behind the cut', ({ sandbox, expect }) => {
  const place = placeAt(sandbox);
  const file = openServerLog(place);
  for (let line = 0; line < 1000; line += 1) writeSync(file, `line ${line}\n`);
  boundServerLog(place, 100_000, 50);
  expect(readFileSync(join(sandbox, 'server.log'), 'utf8')).toContain('line 0\n');
  boundServerLog(place, 1000, 50);
  writeSync(file, 'after the cut\n');
  closeSync(file);
  const text = readFileSync(join(sandbox, 'server.log'), 'utf8');
  expect(text).toMatch(/line 999\nafter the cut\n$/);
  expect(text).not.toContain('\0');
  expect(text.length).toBeLessThan(70);
  expect(serverLogTail(place, 10)).toBe('r the cut');
});

test('a link in place of the log is not followed', ({ sandbox, expect }) => {
  const victim = join(sandbox, 'victim');
  closeSync(openSync(victim, 'w'));
  appendFileSync(victim, 'x'.repeat(100));
  symlinkSync(victim, join(sandbox, 'server.log'));
  expect(() => openServerLog(placeAt(sandbox))).toThrow(/ELOOP/);
  boundServerLog(placeAt(sandbox), 10, 1);
  expect(readFileSync(victim, 'utf8')).toHaveLength(100);
});

test('running.json speaks of live programs only, and is changed by its own program only', ({
  sandbox,
  expect,
}) => {
  announceProgram(sandbox, new Date('2026-11-20T12:00:00Z'));
  announceUrl(sandbox, 'http://127.0.0.1:3000');
  expect(readRunningProgram(sandbox)).toMatchObject({
    pid: process.pid,
    startedAt: '2026-11-20T12:00:00.000Z',
    url: 'http://127.0.0.1:3000',
  });
  const file = join(sandbox, 'running.json');
  const text = readFileSync(file, 'utf8');
  for (const foreign of [text.replace(ownMark(), `${process.pid}-1`), '{"pid":', '']) {
    writeFileSync(file, foreign);
    expect(readRunningProgram(sandbox)).toBeNull();
    retractProgram(sandbox);
    announceUrl(sandbox, 'http://elsewhere');
    expect(readFileSync(file, 'utf8')).toBe(foreign);
  }
});

describe('throw-away servers', { timeout: 60_000 }, () => {
  test('start in a folder of their own and leave nothing; those of killed runs are removed', async ({
    sandbox,
    expect,
  }) => {
    const abandoned = join(sandbox, 'bellwire-temporary-4194303-1.abc');
    mkdirSync(abandoned, { mode: 0o755 });
    const program = startProgram({ dataDir: abandoned });
    const old = await program.outcome;
    await program.kill('SIGKILL');
    expect(readProcess(old.pid)).not.toBeNull();

    const server = await startTemporaryPostgres({ root: sandbox });
    expect(readProcess(old.pid)).toBeNull();
    expect(await query(server.admin, "select current_setting('fsync') as fsync")).toEqual([{ fsync: 'off' }]);
    await server.stop();
    expect(() => statSync(server.dataDir)).toThrow(/ENOENT/);
    expect(() => statSync(abandoned)).toThrow(/ENOENT/);
    expect(processesIn(sandbox)).toEqual([]);
  });
});
