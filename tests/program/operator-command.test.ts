import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callCli } from '#src/cli/run.fixture.ts';
import { inspect } from '#tests/support/inspect.ts';
import {
  inheritedEnv,
  programHome,
  type ProgramEnv,
  type RunningProgram,
  startProgram,
  stopProgram,
} from '#tests/support/program.ts';

const EMAIL = 'ada@desk.example';
const PASSWORD = 'correct horse 1!';
let home: Awaited<ReturnType<typeof programHome>>;
let env: ProgramEnv;
let program: RunningProgram;
beforeAll(async () => {
  home = await programHome();
  env = { ...home.env, DEMO: 'off', EMAIL_CONFIRMATION: 'off' };
});
afterAll(() => home.remove());

async function operator(...words: string[]) {
  const child = spawn(process.execPath, [join(process.cwd(), 'src/cli/main.ts'), 'operator', ...words], {
    env: { ...inheritedEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}

async function account(kind: 'signup' | 'token?grant_type=password', email: string): Promise<string> {
  const answer = await fetch(`${program.url}/auth/v1/${kind}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}
const ask = async (token: string) =>
  (await fetch(`${program.url}/api/v1/operator/me`, { headers: { Authorization: `Bearer ${token}` } }))
    .status;

describe('operator', () => {
  it('says that there is no installation yet, and makes none', async () => {
    const sentence = env['DATABASE_URL']
      ? 'This database is of an older program. Start the program once, then grant.\n'
      : `There is no database in ${home.dataDir} yet. Start the program there once.\n`;
    const ran = await operator('list');
    expect([ran.code, ran.stderr]).toEqual([1, sentence]);
  });

  it.each([
    [['grant'], 'Say operator grant EMAIL.\n'],
    [['grant', 'a@b.example', 'c'], 'Say operator grant EMAIL.\n'],
    [['list', 'x'], 'operator list takes nothing more.\n'],
    [['promote', EMAIL], 'Say operator grant EMAIL, operator revoke EMAIL or operator list.\n'],
    [[], 'Say operator grant EMAIL, operator revoke EMAIL or operator list.\n'],
  ])('refuses %j', async (words, sentence) => {
    const ran = await callCli('operator', ...words);
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([2, '', sentence]);
  });

  it('grants and revokes while the program runs, at once, and writes down that it did', async () => {
    program = await startProgram(env);
    const token = await account('signup', EMAIL);
    expect(await ask(token)).toBe(404);
    expect((await operator('grant', 'nobody@desk.example')).stderr).toBe(
      'There is no account with the email address nobody@desk.example. Sign up first.\n',
    );
    const granted = await operator('grant', 'ADA@desk.example');
    expect(granted.stdout).toContain(`${EMAIL} is an operator now.\n`);
    expect(granted.code).toBe(0);
    expect((await operator('grant', EMAIL)).stdout).toContain('is an operator already');
    expect(await ask(token)).toBe(200);
    expect((await operator('list')).stdout).toMatch(
      new RegExp(`^${EMAIL}  since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC  no second factor\n$`),
    );
    expect((await operator('revoke', EMAIL)).stdout).toBe(`${EMAIL} is no longer an operator.\n`);
    expect(await ask(token)).toBe(404);
    const again = await operator('revoke', EMAIL);
    expect([again.code, again.stderr]).toEqual([1, `${EMAIL} is not an operator.\n`]);
    expect((await stopProgram(program)).code).toBe(0);
  });

  it('grants while the program is stopped, and the next start knows it', async () => {
    expect((await operator('grant', EMAIL)).code).toBe(0);
    program = await startProgram(env);
    expect(await ask(await account('token?grant_type=password', EMAIL))).toBe(200);
    expect((await stopProgram(program)).code).toBe(0);
  });

  it('refuses an address that nobody has confirmed', async () => {
    await inspect(env, (client) =>
      client.query('update users set email_confirmed_at = null where email = $1', [EMAIL]),
    );
    expect((await operator('grant', EMAIL)).stderr).toContain('address isn’t confirmed yet');
    const trail = await inspect(env, (client) =>
      client.query('select operator_name, action, subject from operator_trail order by at'),
    );
    expect(trail.rows.map(({ action }) => action)).toEqual([
      'operator.granted',
      'operator.revoked',
      'operator.granted',
    ]);
    expect(trail.rows[0]).toMatchObject({ operator_name: 'command line', subject: EMAIL });
  });
});
