import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { spawnProgram, startProgram, stopProgram } from '#tests/support/program.ts';
import { homesOfTest, MOMENTS, processesOf } from './start-support.ts';

const newHome = homesOfTest();
const external = Boolean(process.env['TEST_DATABASE_URL']);
const root = process.getuid?.() === 0;

/** Kills the database's server, and waits until the program works again on another one. */
async function killDatabase(url: string, dataDir: string): Promise<void> {
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  const pidOf = () => Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
  const signIn = async () => {
    const body = '{"email":"nobody@traders.example","password":"nobody-knows-it"}';
    const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, { method: 'POST', body });
    return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
  };
  expect(await signIn()).toEqual({ status: 400, retryAfter: null });
  const before = pidOf();
  process.kill(before, 'SIGKILL');
  const seen: object[] = [];
  await expect
    .poll(async () => seen.push(await signIn()) && seen.at(-1), { timeout: 30_000, interval: 20 })
    .toEqual({ status: 400, retryAfter: null });
  const away = { status: 503, retryAfter: '2' };
  expect(seen.filter((each) => !isDeepStrictEqual(each, away)).length, JSON.stringify(seen)).toBe(1);
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 10_000 }).toBe(200);
  expect(pidOf()).not.toBe(before);
}

/** Files of mode 0600, none of whose contents is among the lines of the log; nor is a password that was tried. */
function expectKept(secrets: string, output: string): void {
  expect(statSync(secrets).mode & 0o777).toBe(0o700);
  const names = readdirSync(secrets);
  expect(names).toEqual(expect.arrayContaining(['demo-password', 'encryption.key', 'signing.jwk']));
  const logged = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .join('\n');
  expect(logged).toContain('"path":"/auth/v1/token"');
  expect(logged).not.toContain('hunter2');
  for (const name of names) {
    const path = join(secrets, name);
    expect({ name, mode: statSync(path).mode & 0o777 }).toEqual({ name, mode: 0o600 });
    const secret = readFileSync(path, 'utf8').trim();
    const parts = name.endsWith('.jwk') ? [String((JSON.parse(secret) as { d: string }).d)] : [secret];
    for (const part of parts) expect(logged.includes(part), `${name} in the log`).toBe(false);
  }
}

describe('a start that must be', () => {
  it('works with LANG unset, stops within five seconds and leaves no process', async () => {
    const { env, dataDir } = await newHome();
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const program = await startProgram({ ...env, DEMO: 'off' });
      if (!external && signal === 'SIGINT') await killDatabase(program.url, dataDir);
      const started = performance.now();
      program.process.kill(signal);
      expect(await program.exited, program.output()).toBe(0);
      expect(performance.now() - started).toBeLessThan(5_000);
      expect(processesOf(dataDir)).toEqual([]);
    }
  });

  it('keeps its keys to itself, and stops within five seconds while a mail server hangs and a live stream is open', async () => {
    const held = new Set<Socket>();
    const hanging = createServer((socket) => held.add(socket)).listen(0, '127.0.0.1');
    await new Promise((resolve) => hanging.once('listening', resolve));
    const address = hanging.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { env, dataDir } = await newHome();
    const program = await startProgram({
      ...env,
      LOG_LEVEL: 'trace',
      DEMO_PACE: '0',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
    });
    const secrets = join(dataDir, 'secrets');
    const password = readFileSync(join(secrets, 'demo-password'), 'utf8').trim();
    const signIn = (email: string, word: string) =>
      fetch(`${program.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        body: JSON.stringify({ email, password: word }),
      });
    await signIn('a@b.example', 'hunter2hunter2');
    const signedIn = await signIn('demo@bellwire.example', password);
    const { access_token: token } = (await signedIn.json()) as { access_token: string };
    const stream = await fetch(`${program.url}/api/v1/stream`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const reader = stream.body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('connected');
    // By the first email there are lines of every part.
    await expect.poll(() => held.size, { timeout: 20_000 }).toBeGreaterThan(0);

    const { code, ms } = await stopProgram(program);
    expect(code, program.output()).toBe(0);
    expect(ms).toBeLessThan(5_000);
    for (const socket of held) socket.destroy();
    hanging.close();
    await reader.cancel().catch(() => undefined);
    expectKept(secrets, program.output());
  });

  it('goes on after a first start that was killed half way', async () => {
    const { env, dataDir } = await newHome();
    for (const moment of MOMENTS) {
      const program = spawnProgram(env);
      await moment(program, dataDir);
      program.process.kill('SIGKILL');
      await program.exited;
    }
    const program = await startProgram(env);
    expect(program.output()).toContain('demo@bellwire.example');
    expect((await stopProgram(program)).code).toBe(0);
  });

  it('has no development pages and no demo in production', async () => {
    const { env } = await newHome();
    const port = 20_000 + (process.pid % 20_000);
    const production = {
      ...env,
      PORT: String(port),
      PUBLIC_URL: 'https://wire.example',
      SMTP_URL: 'smtp://127.0.0.1:9',
    };
    const program = await startProgram(production);
    const local = `http://127.0.0.1:${port}`;
    expect(program.output()).not.toContain('demo@');
    expect((await fetch(`${local}/dev/outbox`)).status).toBe(404);
    expect((await fetch(`${local}/dev/outbox.json`)).status).toBe(404);
    expect((await fetch(local)).headers.get('strict-transport-security')).toContain('max-age');
    // Behind a proxy on this machine that nobody has named, limits hold and the missing line is told.
    const recover = (n: number) =>
      fetch(`${local}/auth/v1/recover`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `203.0.113.${n}` },
        body: JSON.stringify({ email: `nobody-${n}@traders.example` }),
      });
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await recover(n)).status);
    expect([statuses.slice(0, 30).every((status) => status === 200), statuses[30]]).toEqual([true, 429]);
    const { warnings } = (await (await fetch(`${local}/readyz`)).json()) as { warnings: string[] };
    expect(warnings).toEqual([expect.stringMatching(/TRUSTED_PROXY=127\.0\.0\.1$/)]);
    expect((await stopProgram(program)).code).toBe(0);
  });

  it.skipIf(external || !root)(
    'works as root in a folder whose parents are closed to others, and says where the data is',
    async () => {
      const closed = mkdtempSync(join(tmpdir(), 'bellwire-closed-'));
      const dataDir = join(closed, 'inner', 'data');
      mkdirSync(join(closed, 'inner'));
      const program = await startProgram({ DATA_DIR: dataDir, PORT: '0', DEMO: 'off' });
      const place = /The database is in (\S+?)\/postgres/.exec(program.output())?.[1] ?? '';
      expect(place).toMatch(/^\/var\/lib\/bellwire\//);
      expect((await stopProgram(program)).code).toBe(0);
      expect(existsSync(join(dataDir, 'secrets', 'encryption.key'))).toBe(true);
      rmSync(closed, { recursive: true });
      rmSync(place, { recursive: true });
    },
  );

  it.skipIf(external || !root)(
    'works as an ordinary user, and reports in one sentence that a folder belongs to another user',
    async () => {
      const home = mkdtempSync(join(tmpdir(), 'bellwire-user-'));
      const nobody = statSync('/').uid === 0 ? 65_534 : 0;
      chownSync(home, nobody, nobody);
      chmodSync(home, 0o755);
      const as = { uid: nobody, gid: nobody, cwd: home };
      const env = { DATA_DIR: join(home, 'data'), PORT: '0', HOME: home, DEMO: 'off' };
      const program = spawnProgram(env, as);
      await expect.poll(() => program.output(), { timeout: 30_000 }).toContain('Ctrl-C');
      expect(program.output()).not.toContain('/var/lib/bellwire');
      expect((await stopProgram(program)).code).toBe(0);

      chownSync(home, 0, 0);
      rmSync(join(home, 'data'), { recursive: true });
      const refused = spawnProgram(env, as);
      expect(await refused.exited).toBe(1);
      expect(refused.output().trim()).toMatch(
        /^The data folder \S+ can’t be created \(EACCES\)\. Set DATA_DIR/,
      );
      rmSync(home, { recursive: true });
    },
  );
});
