import pg from 'pg';
import { startTemporaryPostgres } from '#src/db/embedded/temporary.ts';
import { memoryFolder } from './memory-folder.ts';
import { type ProgramEnv, programHome, type RunningProgram, startProgram, stopProgram } from './program.ts';

/** A program whose database can be written to as its owner, to make a past that nobody could click together. */
export type OwnedProgram = RunningProgram & { owner: pg.Client };

/** Starts one on a data folder and, where no server is given, a database of its own. `stop` answers its exit code. */
export async function startOwnedProgram(
  env: ProgramEnv = {},
): Promise<OwnedProgram & { stop: () => Promise<number | null> }> {
  const home = await programHome();
  const server = home.env['DATABASE_URL'] ? null : await startTemporaryPostgres({ root: memoryFolder() });
  const url = home.env['DATABASE_URL'] ?? addressOf(server?.admin);
  const program = await startProgram({ ...home.env, DATABASE_URL: url, DEMO: 'off', ...env });
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  return {
    ...program,
    owner,
    stop: async () => {
      await owner.end();
      const { code } = await stopProgram(program);
      await home.remove();
      await server?.stop();
      return code;
    },
  };
}

function addressOf(admin?: { host: string; port: number; user: string; password: string }): string {
  if (!admin) throw new Error('There is no database server.');
  const { host, port, user, password } = admin;
  // A socket folder as the host, escaped.
  return `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/postgres`;
}
