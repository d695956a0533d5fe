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
  writeFileSync,
} from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type ProgramEnv,
  programHome,
  spawnProgram,
  startProgram,
  stopProgram,
} from '#tests/support/program.ts';

type Home = Awaited<ReturnType<typeof programHome>>;
const homes: Home[] = [];
const newHome = async (): Promise<Home> => {
  const home = await programHome();
  homes.push(home);
  return home;
};
afterEach(async () => {
  for (const home of homes.splice(0)) await home.remove();
});

/** Every process whose command line speaks of the folder. */
function processesOf(folder: string): string[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return command.includes(folder) ? [command] : [];
      } catch {
        return [];
      }
    });
}

async function failing(env: ProgramEnv): Promise<string> {
  const program = spawnProgram(env);
  expect(await program.exited, program.output()).toBe(1);
  const said = program.output().trim().split('\n');
  // One sentence for a person, not a stack.
  expect(program.output()).not.toMatch(/^ {4}at /m);
  return said.at(-1) ?? '';
}

const external = Boolean(process.env['TEST_DATABASE_URL']);
const root = process.getuid?.() === 0;
const linux = process.platform === 'linux';

describe('a start that cannot be', () => {
  it('names the variable that is wrong', async () => {
    expect(await failing({ PORT: 'http' })).toBe(
      'PORT is not valid: it must be a port number. See .env.example.',
    );
  });

  it('says that the port is taken, and leaves nothing running', async () => {
    const { env, dataDir } = await newHome();
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    expect(await failing({ ...env, PORT: String(port) })).toBe(
      `Port ${port} is taken by another program. Set PORT to another one, for example PORT=3001 npm start.`,
    );
    other.close();
    expect(linux ? processesOf(dataDir) : []).toEqual([]);
  });

  it.skipIf(external)(
    'refuses a second program on the same data folder and leaves the first alone',
    async () => {
      const { env } = await newHome();
      const first = await startProgram(env);
      const sentence = await failing(env);
      expect(sentence).toContain(String(first.process.pid));
      expect(sentence).toContain(first.url);
      expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
      expect((await stopProgram(first)).code).toBe(0);
    },
  );

  it('says that the data folder cannot be made', async () => {
    const { dataDir } = await newHome();
    const file = join(dataDir, 'a-file');
    writeFileSync(file, '');
    expect(await failing({ DATA_DIR: join(file, 'data'), PORT: '0' })).toBe(
      `The data folder ${file}/data cannot be made (ENOTDIR). Set DATA_DIR to one that can.`,
    );
  });

  it('is given up at once when it is asked to stop, and leaves nothing running', async () => {
    const { env, dataDir } = await newHome();
    for (const after of [300, 600, 900, 1_300]) {
      const program = spawnProgram(env);
      await sleep(after);
      const { ms } = await stopProgram(program);
      expect(ms, program.output()).toBeLessThan(5_000);
      expect(program.output()).not.toMatch(/^ {4}at /m);
      expect(linux ? processesOf(dataDir) : []).toEqual([]);
    }
  });

  it('says that the database cannot be reached, without its password', async () => {
    const { env } = await newHome();
    const sentence = await failing({ ...env, DATABASE_URL: 'postgres://owner:s3cret@127.0.0.1:9/bellwire' });
    expect(sentence).toMatch(
      /^The database at postgres:\/\/owner@127\.0\.0\.1:9\/bellwire cannot be reached/,
    );
    expect(sentence).not.toContain('s3cret');
  });

  it('wants a mail server in production', async () => {
    const { env } = await newHome();
    expect(await failing({ ...env, PUBLIC_URL: 'https://wire.example' })).toMatch(/^SMTP_URL is missing/);
  });
});

describe('a start that must be', () => {
  it('works with LANG unset, stops within five seconds and leaves no process', async () => {
    const { env, dataDir } = await newHome();
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const program = await startProgram(env);
      const started = performance.now();
      program.process.kill(signal);
      expect(await program.exited, program.output()).toBe(0);
      expect(performance.now() - started).toBeLessThan(5_000);
      expect(linux ? processesOf(dataDir) : []).toEqual([]);
    }
  });

  it('stops within five seconds while a mail server hangs and a live stream is open', async () => {
    const held = new Set<Socket>();
    const hanging = createServer((socket) => held.add(socket)).listen(0, '127.0.0.1');
    await new Promise((resolve) => hanging.once('listening', resolve));
    const address = hanging.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { env, dataDir } = await newHome();
    const program = await startProgram({ ...env, DEMO_PACE: '0', SMTP_URL: `smtp://127.0.0.1:${port}` });
    const password = readFileSync(join(dataDir, 'secrets', 'demo-password'), 'utf8').trim();
    const signedIn = await fetch(`${program.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      body: JSON.stringify({ email: 'demo@bellwire.example', password }),
    });
    const { access_token: token } = (await signedIn.json()) as { access_token: string };
    const stream = await fetch(`${program.url}/api/v1/stream`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const reader = stream.body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('connected');
    await expect.poll(() => held.size, { timeout: 20_000 }).toBeGreaterThan(0);

    const { code, ms } = await stopProgram(program);
    expect(code, program.output()).toBe(0);
    expect(ms).toBeLessThan(5_000);
    for (const socket of held) socket.destroy();
    hanging.close();
    await reader.cancel().catch(() => undefined);
  });

  it('goes on after a first start that was killed half way', async () => {
    const { env } = await newHome();
    for (const after of [150, 400, 700, 1_000, 1_400]) {
      const program = spawnProgram(env);
      await sleep(after);
      program.process.kill('SIGKILL');
      await program.exited;
    }
    const program = await startProgram(env);
    expect(program.output()).toContain('demo@bellwire.example');
    expect((await stopProgram(program)).code).toBe(0);
  });

  it('keeps its keys to itself: mode 0600, and neither printed nor logged', async () => {
    const { env, dataDir } = await newHome();
    const program = await startProgram({ ...env, LOG_LEVEL: 'trace', DEMO_PACE: '0' });
    await fetch(`${program.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      body: '{"email":"a@b.example","password":"hunter2hunter2"}',
    });
    await sleep(2_000);
    await stopProgram(program);
    const folder = join(dataDir, 'secrets');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const names = readdirSync(folder);
    expect(names).toEqual(expect.arrayContaining(['demo-password', 'encryption.key', 'signing.jwk']));
    const logged = program
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .join('\n');
    expect(logged).toContain('"path":"/auth/v1/token"');
    expect(logged).not.toContain('hunter2');
    for (const name of names) {
      const path = join(folder, name);
      expect({ name, mode: statSync(path).mode & 0o777 }).toEqual({ name, mode: 0o600 });
      const secret = readFileSync(path, 'utf8').trim();
      const parts = name.endsWith('.jwk') ? [String((JSON.parse(secret) as { d: string }).d)] : [secret];
      for (const part of parts) expect(logged.includes(part), `${name} in the log`).toBe(false);
    }
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
    expect((await stopProgram(program)).code).toBe(0);
  });

  it.skipIf(external || !root)(
    'works as root in a folder whose parents are closed to others, and says where the data is',
    async () => {
      const closed = mkdtempSync(join(tmpdir(), 'bellwire-closed-'));
      const dataDir = join(closed, 'inner', 'data');
      mkdirSync(join(closed, 'inner'));
      const program = await startProgram({ DATA_DIR: dataDir, PORT: '0' });
      const place = /The database lies in (\S+?)\/postgres/.exec(program.output())?.[1] ?? '';
      expect(place).toMatch(/^\/var\/lib\/bellwire\//);
      expect((await stopProgram(program)).code).toBe(0);
      expect(existsSync(join(dataDir, 'secrets', 'encryption.key'))).toBe(true);
      rmSync(closed, { recursive: true });
      rmSync(place, { recursive: true });
    },
  );

  it.skipIf(external || !root)(
    'works as an ordinary user, and says in one sentence that a folder is not his',
    async () => {
      const home = mkdtempSync(join(tmpdir(), 'bellwire-user-'));
      const nobody = statSync('/').uid === 0 ? 65_534 : 0;
      chownSync(home, nobody, nobody);
      chmodSync(home, 0o755);
      const as = { uid: nobody, gid: nobody, cwd: home };
      const program = spawnProgram({ DATA_DIR: join(home, 'data'), PORT: '0', HOME: home }, as);
      await expect.poll(() => program.output(), { timeout: 30_000 }).toContain('Ctrl-C');
      expect(program.output()).not.toContain('/var/lib/bellwire');
      expect((await stopProgram(program)).code).toBe(0);

      chownSync(home, 0, 0);
      rmSync(join(home, 'data'), { recursive: true });
      const refused = spawnProgram({ DATA_DIR: join(home, 'data'), PORT: '0', HOME: home }, as);
      expect(await refused.exited).toBe(1);
      expect(refused.output().trim()).toMatch(
        /^The data folder \S+ cannot be made \(EACCES\)\. Set DATA_DIR/,
      );
      rmSync(home, { recursive: true });
    },
  );
});
