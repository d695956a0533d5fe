import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Admin, adminOf, connect } from './lock.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { SUPERUSER } from './initialise.ts';
import { findPlace } from './place.ts';
import { loadPassword } from './password.ts';
import { isPostmaster, readPostmasterFile } from './postmaster.ts';
import { SERVER_USERS } from './server-user.ts';
import { RELOCATION_ROOT } from './start.ts';

export type Joined = { admin: Admin; leave: () => Promise<void> };

/**
 * A way to the embedded server for a moment, beside the program: the server that a running program holds is joined,
 * otherwise it is started and stopped again by `leave`. Makes no database where there is none.
 * @returns null where no database was ever made in the data folder
 * @throws EmbeddedPostgresError
 */
export async function joinEmbeddedPostgres(options: {
  dataDir: string;
  log: (message: string) => void;
}): Promise<Joined | null> {
  if (!existsSync(join(options.dataDir, 'secrets', 'postgres-password'))) return null;
  const place = await findPlace({ ...options, relocationRoot: RELOCATION_ROOT, serverUsers: SERVER_USERS });
  if (!place.hasData) return null;
  const file = readPostmasterFile(place);
  if (file && isPostmaster(file.pid, place)) {
    const { text } = loadPassword(place.dataDir);
    const admin = adminOf(file.socketDir ?? place.socketDir, SUPERUSER, text);
    const answer = await connect(admin);
    if (answer.state === 'connected') {
      await answer.connection.close();
      return { admin, leave: async () => undefined };
    }
  }
  const server = await startEmbeddedPostgres(options);
  return { admin: server.admin, leave: server.stop };
}
