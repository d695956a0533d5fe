import pg from 'pg';
import { startEmbeddedPostgres } from '#src/db/embedded/embedded-postgres.ts';
import type { ProgramEnv } from './program.ts';

/** Looks into a stopped program's database, as somebody whom row security does not hold. */
export async function inspect<T>(env: ProgramEnv, look: (client: pg.Client) => Promise<T>): Promise<T> {
  const url = env['DATABASE_URL'];
  const server = url
    ? null
    : await startEmbeddedPostgres({ dataDir: env['DATA_DIR'] ?? '', log: () => undefined });
  const client = new pg.Client(
    server ? { ...server.admin, database: 'bellwire' } : { connectionString: url },
  );
  await client.connect();
  try {
    return await look(client);
  } finally {
    await client.end();
    await server?.stop();
  }
}
