import pg from 'pg';
import { type Config, readConfig, StartError } from '#src/config.ts';
import { EmbeddedPostgresError } from '#src/db/embedded/errors.ts';
import { joinEmbeddedPostgres } from '#src/db/embedded/join.ts';
import { ensureEmbeddedDatabase } from '#src/db/embedded-database.ts';
import { shown } from '#src/db/open.ts';
import type { Io } from './output.ts';

/** The command can't continue; `message` is one sentence for the user. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/**
 * Runs `work` as the owner of the installation's database, whether the program runs or not: DATABASE_URL, or the
 * embedded server of the data folder.
 * @throws Refusal in one sentence
 */
export async function asOwner<T>(io: Io, work: (owner: pg.Client, config: Config) => Promise<T>): Promise<T> {
  try {
    const config = readConfig();
    const { url, leave } = await addressOf(config, io);
    try {
      return await connected(url, (owner) => work(owner, config));
    } finally {
      await leave();
    }
  } catch (error) {
    if (error instanceof StartError || error instanceof EmbeddedPostgresError)
      throw new Refusal(error.message, { cause: error });
    throw error;
  }
}

async function addressOf(config: Config, io: Io): Promise<{ url: string; leave: () => Promise<void> }> {
  if (config.database.url) return { url: config.database.url, leave: async () => undefined };
  const joined = await joinEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line) => void io.stderr.write(`${line}\n`),
  });
  if (!joined)
    throw new Refusal(`There is no database in ${config.dataDir} yet. Start the program there once.`);
  return { url: await ensureEmbeddedDatabase(joined.admin), leave: joined.leave };
}

async function connected<T>(url: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'bellwire command' });
  // A server that goes away between queries must not end the command by an unheard 'error' event.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Refusal(`The database at ${shown(url)} cannot be reached: ${why}.`, { cause: error });
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
