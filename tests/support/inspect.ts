import pg from 'pg';
import { joinEmbeddedPostgres } from '#src/db/embedded/join.ts';
import type { ProgramEnv } from './program.ts';

/** Looks into a program's database, running or stopped, as a user whom row security does not limit. */
export async function inspect<T>(env: ProgramEnv, look: (client: pg.Client) => Promise<T>): Promise<T> {
  const url = env['DATABASE_URL'];
  const server = url
    ? null
    : await joinEmbeddedPostgres({ dataDir: env['DATA_DIR'] ?? '', log: () => undefined });
  if (!url && !server) throw new Error(`There is no database in ${env['DATA_DIR']}.`);
  const client = new pg.Client(
    server ? { ...server.admin, database: 'bellwire' } : { connectionString: url },
  );
  await client.connect();
  try {
    return await look(client);
  } finally {
    await client.end();
    await server?.leave();
  }
}
