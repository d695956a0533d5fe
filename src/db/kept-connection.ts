import pg from 'pg';

const AGAIN_AFTER_MS = 500;

/**
 * A connection of one's own that is made again when it was lost: for what lives in a session (a lock, LISTEN) and not
 * in a pool. `setup` runs on each connection; `onBack` after each but the first.
 * @returns ends it for good
 * @throws what the first connection throws
 */
export async function keepConnected(options: {
  url: string;
  name: string;
  setup: (client: pg.Client) => Promise<void>;
  onBack?: () => void;
  onError: (error: Error) => void;
}): Promise<() => Promise<void>> {
  let stopped = false;
  let current: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: options.url,
      application_name: options.name,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    });
    current = client;
    client.on('error', (error) => {
      options.onError(error);
      // What is lost while it is being set up is the setup's own failure.
      if (current === client) again();
    });
    try {
      await client.connect();
      await options.setup(client);
    } catch (error) {
      current = null;
      await client.end().catch(() => undefined);
      throw error;
    }
  }
  function again(): void {
    if (stopped) return;
    clearTimeout(retry);
    retry = setTimeout(() => {
      connect().then(
        () => options.onBack?.(),
        (error: Error) => {
          options.onError(error);
          again();
        },
      );
    }, AGAIN_AFTER_MS);
  }

  await connect();
  return async () => {
    stopped = true;
    clearTimeout(retry);
    await current?.end().catch(() => undefined);
  };
}
