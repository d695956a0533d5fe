import { EmbeddedPostgresError } from '#src/db/embedded/errors.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#src/db/embedded/embedded-postgres.ts';
import { ensureEmbeddedDatabase } from '#src/db/embedded-database.ts';
import { keepSetting } from '#src/db/installation-settings.ts';
import { type OpenDatabase, openDatabase } from '#src/db/open.ts';
import { FROM_INSTALLATION } from '#src/engine/delivery/sender-limit.ts';
import { prepareQueues } from '#src/jobs/queues.ts';
import { type Config, StartError } from '#src/config.ts';

/** A server that keeps dying has a reason that a person has to find. */
const RESTART = { deaths: 5, withinMs: 60_000 };

type StartedDatabase = OpenDatabase & {
  embedded: EmbeddedPostgres | null;
  /** Closes the pools, and stops the embedded server. */
  stop: () => Promise<void>;
};

/**
 * The database of the configuration, or the program's own.
 * @throws StartError with one sentence
 */
export async function startDatabase(
  config: Config,
  options: {
    encryptionKey: Buffer;
    say: (line: string) => void;
    onError: (error: Error) => void;
    stop: AbortSignal;
    /** After the server is up and before anything in it is touched: what can still say no, should say it here. */
    beforeTouching: () => Promise<void>;
  },
): Promise<StartedDatabase> {
  const embedded = config.database.url ? null : await startOwnServer(config.dataDir, options.say);
  try {
    await options.beforeTouching();
    options.stop.throwIfAborted();
    const ownerUrl = config.database.url ?? (await ownerOf(embedded));
    const database = await openDatabase({
      ownerUrl,
      appUrl: config.database.appUrl,
      systemUrl: config.database.systemUrl,
      fallbackSecret: options.encryptionKey.toString('hex'),
      afterMigrations: async (owner) => {
        await prepareQueues(owner);
        await keepSetting(owner.client, FROM_INSTALLATION, config.mailFromReach);
      },
      onError: options.onError,
      say: options.say,
      stop: options.stop,
    });
    return {
      ...database,
      embedded,
      stop: async () => {
        // A query that does not end must not keep the server from stopping: it ends the query.
        await Promise.race([database.close(), new Promise((resolve) => setTimeout(resolve, 500))]);
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

async function startOwnServer(dataDir: string, say: (line: string) => void): Promise<EmbeddedPostgres> {
  try {
    const embedded = await startEmbeddedPostgres({ dataDir, log: say, restart: RESTART });
    if (embedded.notice) say(embedded.notice);
    return embedded;
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw new StartError(error.message, { cause: error });
    throw error;
  }
}

function ownerOf(embedded: EmbeddedPostgres | null): Promise<string> {
  if (!embedded) throw new Error('There is neither a database address nor an embedded server.');
  return ensureEmbeddedDatabase(embedded.admin);
}
