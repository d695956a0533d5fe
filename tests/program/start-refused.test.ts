import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ProgramEnv, spawnProgram, startProgram, stopProgram } from '#tests/support/program.ts';
import { homesOfTest, MOMENTS, processesOf } from './start-support.ts';

const homeOfTest = homesOfTest();
/** Without the demo, which no refusal depends on. */
const newHome = async () => {
  const home = await homeOfTest();
  return { ...home, env: { ...home.env, DEMO: 'off' } };
};
const external = Boolean(process.env['TEST_DATABASE_URL']);

async function failing(env: ProgramEnv): Promise<string> {
  const program = spawnProgram(env);
  expect(await program.exited, program.output()).toBe(1);
  const said = program.output().trim().split('\n');
  // One sentence for a person, not a stack.
  expect(program.output()).not.toMatch(/^ {4}at /m);
  return said.at(-1) ?? '';
}

describe('a start that cannot be', () => {
  it('names the variable that is wrong', async () => {
    expect(await failing({ PORT: 'http' })).toBe(
      'PORT is not valid: it must be a port number. See .env.example.',
    );
  });

  it('names an app whose channel has none', async () => {
    const { env } = await newHome();
    expect(await failing({ ...env, OAUTH_APPS: 'email an-id a-long-secret' })).toMatch(
      /^OAUTH_APPS is not valid: there is no app for “email”, only for slack, x, linkedin, facebook\. See/,
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
    expect(processesOf(dataDir)).toEqual([]);
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
      `The data folder ${file}/data can’t be created (ENOTDIR). Set DATA_DIR to another folder.`,
    );
  });

  it('is given up at once when it is asked to stop, and leaves nothing running', async () => {
    const { env, dataDir } = await newHome();
    for (const moment of MOMENTS) {
      const program = spawnProgram(env);
      await moment(program, dataDir);
      const { ms } = await stopProgram(program);
      expect(ms, program.output()).toBeLessThan(10_000);
      expect(program.output()).not.toMatch(/^ {4}at /m);
      // A program that had to end at once has told its server to stop, and doesn't wait for it.
      await expect.poll(() => processesOf(dataDir), { timeout: 20_000 }).toEqual([]);
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
