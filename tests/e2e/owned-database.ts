import pg from 'pg';
import { startTemporaryPostgres } from '#src/db/embedded/temporary.ts';
import { programHome, type RunningProgram, startProgram, stopProgram } from '#tests/support/program.ts';
import { expect, test as base } from './journey.ts';

/** A program whose database the test can write to as its owner, to make a past that nobody could click together. */
export type OwnedProgram = RunningProgram & { owner: pg.Client };

export const test = base.extend<object, { owned: OwnedProgram }>({
  owned: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape
    async ({}, use) => {
      const home = await programHome();
      const server = home.env['DATABASE_URL'] ? null : await startTemporaryPostgres();
      const url = home.env['DATABASE_URL'] ?? addressOf(server?.admin);
      const program = await startProgram({ ...home.env, DATABASE_URL: url, DEMO: 'off' });
      const owner = new pg.Client({ connectionString: url });
      await owner.connect();
      await use({ ...program, owner });
      await owner.end();
      const stopped = await stopProgram(program);
      await home.remove();
      await server?.stop();
      expect(stopped.code, program.output()).toBe(0);
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});
export { expect };

function addressOf(admin?: { host: string; port: number; user: string; password: string }): string {
  if (!admin) throw new Error('There is no database server.');
  const { host, port, user, password } = admin;
  // A socket folder as the host, escaped.
  return `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/postgres`;
}
