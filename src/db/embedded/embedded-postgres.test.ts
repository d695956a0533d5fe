import { spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import type { Admin } from './lock.ts';
import { readProcess, signal, waitUntil } from './processes.ts';
import { isRoot } from './server-user.ts';
import { announceUrl, readRunningProgram } from './running.ts';
import { processField, processesIn, query, startProgram, test } from './test-support.ts';

const TIMEOUT = { timeout: 120_000, concurrent: true };

function start(dataDir: string, more: object = {}) {
  return startEmbeddedPostgres({ dataDir, durable: false, log: () => {}, ...more });
}

/** The numbers of the server's own helpers (checkpointer, writers …). */
async function helpers(admin: Admin): Promise<number[]> {
  const rows = await query(admin, "select pid from pg_stat_activity where backend_type <> 'client backend'");
  return rows.map((row) => Number(row.pid));
}

describe('starting and stopping', TIMEOUT, () => {
  test('a fresh start makes a UTF-8 database that only we can reach, and stop leaves no process', async ({
    sandbox,
    expect,
  }) => {
    const dataDir = join(sandbox, 'data');
    const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
    expect(server.origin).toBe('started');
    expect(server.notice).toBeNull();
    expect(server.dataPath).toBe(join(dataDir, 'postgres'));
    const settings = await query(
      server.admin,
      `select current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
              current_setting('listen_addresses') as addresses, current_setting('max_connections') as connections,
              current_setting('TimeZone') as zone, datlocprovider as provider, datlocale as locale, upper('é') as upper
         from pg_database where datname = 'postgres'`,
    );
    expect(settings[0]).toEqual({
      encoding: 'UTF8',
      fsync: 'on',
      addresses: '',
      connections: '200',
      zone: 'UTC',
      provider: 'b',
      locale: 'C.UTF-8',
      upper: 'É',
    });
    expect(statSync(join(dataDir, 'secrets')).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'secrets/postgres-password')).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'postgres/.s.PGSQL.5432')).mode & 0o777).toBe(0o700);
    await expect(query({ ...server.admin, password: 'wrong' }, 'select 1')).rejects.toMatchObject({
      code: '28P01',
    });
    // Ctrl-C reaches the process group of the terminal, so the server must lead one of its own.
    expect(processField(server.pid, 'pgid')).toBe(server.pid);

    await server.stop();
    expect(processesIn(dataDir)).toEqual([]);
    expect(existsSync(join(dataDir, 'running.json'))).toBe(false);
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'secrets']);
  });

  test('data is kept from one start to the next, also with LANG and LC_* unset or odd', async ({
    sandbox,
    expect,
  }) => {
    const dataDir = join(sandbox, 'data, with "odd" name');
    const bare = startProgram({ dataDir }, { env: {} });
    const first = await bare.outcome;
    expect(first).toMatchObject({ event: 'up', origin: 'started' });
    await query(first.admin, "create table kept as select 'Żółć €'::text as word");
    await bare.kill('SIGTERM');
    const odd = startProgram(
      { dataDir },
      { env: { LANG: 'xx_YY', LC_ALL: 'de_DE.ISO-8859-1', PGDATA: '/nowhere', PGPORT: '1' } },
    );
    const second = await odd.outcome;
    expect(second).toMatchObject({ event: 'up', origin: 'started' });
    expect(
      await query(second.admin, "select word, current_setting('server_encoding') as e from kept"),
    ).toEqual([{ word: 'Żółć €', e: 'UTF8' }]);
    await odd.kill('SIGTERM');
    expect(processesIn(dataDir)).toEqual([]);
  });

  test('a long path gets its socket elsewhere, and a left-over server there is found again', async ({
    sandbox,
    expect,
  }) => {
    const dataDir = join(
      sandbox,
      ...Array.from({ length: 6 }, (_, i) => `${i}-a-rather-long-folder-name`),
      'data',
    );
    const program = startProgram({ dataDir });
    const first = await program.outcome;
    expect(first).toMatchObject({ event: 'up', origin: 'started' });
    expect(first.admin.host.startsWith(dataDir)).toBe(false);
    expect(statSync(first.admin.host).mode & 0o777).toBe(0o700);
    await program.kill('SIGKILL');
    const server = await start(dataDir);
    expect(server).toMatchObject({ origin: 'adopted', pid: first.pid, admin: first.admin });
    await server.stop();
    rmdirSync(first.admin.host);
    expect(processesIn(dataDir)).toEqual([]);
  });
});

describe('a second program', TIMEOUT, () => {
  test('is refused with the process and address of the first, which goes on undisturbed', async ({
    made: dataDir,
    expect,
  }) => {
    const first = await start(dataDir);
    announceUrl(dataDir, 'http://127.0.0.1:3000');
    const backend = await query(first.admin, 'select pg_postmaster_start_time() as t');
    const second = startProgram({ dataDir });
    const outcome = await second.outcome;
    expect(outcome).toMatchObject({ event: 'refused', kind: 'already_running' });
    expect(outcome.message).toContain(`(process ${process.pid}, http://127.0.0.1:3000)`);
    expect(outcome.message).toContain(dataDir);
    await second.ended;
    expect(await query(first.admin, 'select pg_postmaster_start_time() as t')).toEqual(backend);
    expect(readRunningProgram(dataDir)?.pid).toBe(process.pid);
    await first.stop();
  });

  test('may start while the first is stopping', async ({ made: dataDir, expect }) => {
    let server = await start(dataDir);
    for (let round = 0; round < 5; round += 1) {
      const [next] = await Promise.all([start(dataDir), server.stop()]);
      server = next;
      expect(await query(server.admin, 'select 1 as one')).toEqual([{ one: 1 }]);
    }
    await server.stop();
    expect(processesIn(dataDir)).toEqual([]);
  });

  test('two first starts at once: one wins, the other is told so', async ({ sandbox, expect }) => {
    const dataDir = join(sandbox, 'data');
    const programs = [startProgram({ dataDir }), startProgram({ dataDir })];
    const outcomes = await Promise.all(programs.map((program) => program.outcome));
    expect(outcomes.map((outcome) => outcome.event).sort()).toEqual(['refused', 'up']);
    const winner = outcomes.findIndex((outcome) => outcome.event === 'up');
    const refused = outcomes[1 - winner]!;
    expect(refused.kind).toBe('already_running');
    expect(refused.message).toContain(`process ${programs[winner]!.pid}`);
    expect(await query(outcomes[winner]!.admin, 'select 1 as one')).toEqual([{ one: 1 }]);
    await programs[winner]!.kill('SIGTERM');
    expect(processesIn(dataDir)).toEqual([]);
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'secrets']);
  });
});

describe('after a violent end', TIMEOUT, () => {
  test('the server of a killed program is taken over, three times in a row', async ({
    made: dataDir,
    expect,
  }) => {
    const pids = new Set<number>();
    for (let round = 0; round < 4; round += 1) {
      const program = startProgram({ dataDir });
      const outcome = await program.outcome;
      expect(outcome).toMatchObject({ event: 'up', origin: round === 0 ? 'started' : 'adopted' });
      pids.add(outcome.pid);
      await query(outcome.admin, 'create table if not exists t (n int); insert into t values (1)');
      await program.kill('SIGKILL');
    }
    expect(pids.size).toBe(1);
    const server = await start(dataDir);
    expect(await query(server.admin, 'select count(*)::int as n from t')).toEqual([{ n: 4 }]);
    await server.stop();
    expect(processesIn(dataDir)).toEqual([]);
  });

  test('a first start cut short at any moment does not stand in the way of the next', async ({
    sandbox,
    expect,
  }) => {
    const dataDir = join(sandbox, 'data');
    let sawInitdb = false;
    for (const delay of [0, 150, 300]) {
      const program = startProgram({ dataDir });
      await waitUntil(
        () => existsSync(dataDir) && readdirSync(dataDir).some((name) => name.includes('.init-')),
        30_000,
      );
      await sleep(delay);
      sawInitdb ||= readdirSync(dataDir).some((name) => name.includes('.init-'));
      await program.kill('SIGKILL');
    }
    expect(sawInitdb).toBe(true);
    const server = await start(dataDir);
    expect(await query(server.admin, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(readdirSync(dataDir).filter((name) => name.includes('.init-'))).toEqual([]);
    await server.stop();
    expect(processesIn(dataDir)).toEqual([]);
  });

  test('what a live program is just making is left alone', async ({ sandbox, expect }) => {
    const dataDir = join(sandbox, 'data');
    const own = readProcess(process.pid)!;
    const live = join(dataDir, `postgres.init-${own.pid}-${own.start}.0000`);
    const dead = join(dataDir, `postgres.init-${own.pid}-reused.0000`);
    for (const folder of [live, dead]) mkdirSync(join(folder, 'data'), { recursive: true, mode: 0o755 });
    const server = await start(dataDir);
    expect([existsSync(live), existsSync(dead)]).toEqual([true, false]);
    await server.stop();
  });

  test.for([
    ['of a dead process', '4194303'],
    ['whose number another process of the same user has now', 'sleep'],
    ['cut short by a power failure', ''],
  ] as const)('lock files %s do not block the start', async ([, kind], { made: dataDir, expect }) => {
    const first = await start(dataDir);
    const file = join(dataDir, 'postgres/postmaster.pid');
    const text = readFileSync(file, 'utf8');
    await first.stop();
    const { uid, gid } = statSync(first.dataPath);
    const sleeper = spawn('sleep', ['60'], { stdio: 'ignore', cwd: '/', ...(isRoot() ? { uid, gid } : {}) });
    const pid = kind === 'sleep' ? String(sleeper.pid) : kind;
    for (const path of [file, join(dataDir, 'postgres/.s.PGSQL.5432.lock')]) {
      writeFileSync(path, pid === '' ? '' : text.replace(/^\d+/, pid));
      chownSync(path, uid, gid);
    }
    const second = await start(dataDir);
    expect(second.origin).toBe('started');
    expect(sleeper.kill('SIGKILL'), 'the other process was left alone').toBe(true);
    await second.stop();
  });

  test('a killed server is reported, and the next start recovers what was committed', async ({
    made: dataDir,
    expect,
  }) => {
    const first = await start(dataDir, { durable: true });
    await query(first.admin, 'create table t as select 7 as n');
    const busy = query(first.admin, 'select pg_sleep(60)').catch(() => null);
    signal(first.pid, 'SIGKILL');
    const end = await first.exited;
    expect(end.code).toBeNull();
    expect(end.logTail).toContain('ready to accept connections');
    const second = await start(dataDir);
    await busy;
    expect(second.origin).toBe('started');
    expect(await query(second.admin, 'select n from t')).toEqual([{ n: 7 }]);
    await Promise.all([first.stop(), second.stop()]);
    expect(processesIn(dataDir)).toEqual([]);
  });

  test('a server that dies is started again in place, until it has died five times in a minute', async ({
    made: dataDir,
    expect,
  }) => {
    const said: string[] = [];
    const server = await start(dataDir, {
      durable: true,
      restart: { deaths: 5, withinMs: 600_000 },
      log: (message: string) => said.push(message),
    });
    await query(server.admin, 'create table t as select 7 as n');
    for (let death = 1; death < 5; death += 1) {
      const { pid } = server;
      signal(pid, 'SIGKILL');
      await expect
        .poll(() => query(server.admin, 'select n from t').catch(() => []), { timeout: 15_000, interval: 50 })
        .toEqual([{ n: 7 }]);
      await expect.poll(() => server.pid, { timeout: 15_000 }).not.toBe(pid);
    }
    expect(said.filter((line) => line.includes('starting it again'))).toHaveLength(4);
    // Still this program's.
    const second = startProgram({ dataDir });
    expect((await second.outcome).kind).toBe('already_running');
    await second.ended;
    signal(server.pid, 'SIGKILL');
    expect((await server.exited).message).toMatch(/^The database stopped 5 times in 600 s\. /);
    await server.stop();
    expect(processesIn(dataDir)).toEqual([]);
  });

  test('a stop while the server is started again leaves no process', async ({ made: dataDir, expect }) => {
    const server = await start(dataDir, { restart: { deaths: 5, withinMs: 60_000 } });
    signal(server.pid, 'SIGKILL');
    await waitUntil(() => readProcess(server.pid) === null, 2_000);
    await server.stop();
    await sleep(300);
    expect(processesIn(dataDir)).toEqual([]);
  });

  test('children that outlive their server do not hold up the next start', async ({
    made: dataDir,
    expect,
  }) => {
    const program = startProgram({ dataDir });
    const first = await program.outcome;
    const frozen = await helpers(first.admin);
    expect(frozen.length).toBeGreaterThan(2);
    await program.kill('SIGKILL');
    for (const pid of frozen) signal(pid, 'SIGSTOP');
    signal(first.pid, 'SIGKILL');
    const server = await start(dataDir);
    expect(server.origin).toBe('started');
    await server.stop();
    expect(frozen.filter((pid) => readProcess(pid) !== null)).toEqual([]);
  });

  test('a left-over server that does not answer is replaced', async ({ made: dataDir, expect }) => {
    const program = startProgram({ dataDir });
    const stuck = (await program.outcome).pid;
    await program.kill('SIGKILL');
    signal(stuck, 'SIGSTOP');
    const server = await start(dataDir, { unresponsiveAfterMs: 500 });
    expect(server.origin).toBe('started');
    expect(readProcess(stuck)).toBeNull();
    await server.stop();
  });

  test('after a crash of one of its children the server restarts itself and is locked again', async ({
    made: dataDir,
    expect,
  }) => {
    const server = await start(dataDir);
    let lost = false;
    void server.exited.then(() => (lost = true));
    const [row] = await query(
      server.admin,
      "select pid from pg_stat_activity where backend_type = 'checkpointer'",
    );
    signal(Number(row!.pid), 'SIGKILL');
    const isLocked = async (): Promise<boolean> => {
      const sql = "select count(*)::int as n from pg_locks where locktype = 'advisory' and granted";
      return query(server.admin, sql).then(
        (rows) => rows[0]!.n === 1,
        () => false,
      );
    };
    await sleep(300);
    await expect.poll(isLocked, { timeout: 15_000 }).toBe(true);
    expect(lost).toBe(false);
    const second = startProgram({ dataDir });
    expect((await second.outcome).kind).toBe('already_running');
    await second.ended;
    await server.stop();
    await sleep(200);
    expect(lost).toBe(false);
  });

  test('a lost password is set anew, with the server stopped or still running', async ({
    made: dataDir,
    expect,
  }) => {
    const file = join(dataDir, 'secrets/postgres-password');
    const first = await start(dataDir);
    await query(first.admin, 'create table t as select 7 as n');
    await first.stop();
    writeFileSync(file, '');
    const program = startProgram({ dataDir });
    const second = await program.outcome;
    expect(second).toMatchObject({ event: 'up', origin: 'started' });
    expect(second.admin.password).not.toBe(first.admin.password);
    await program.kill('SIGKILL');
    writeFileSync(file, 'another');
    const third = await start(dataDir);
    expect(third.origin).toBe('started');
    expect(await query(third.admin, 'select n from t')).toEqual([{ n: 7 }]);
    await third.stop();
    expect(processesIn(dataDir)).toEqual([]);
  });
});
