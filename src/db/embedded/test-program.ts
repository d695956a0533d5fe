/**
 * A small program for the tests to start, kill and start again: brings the embedded server up, says so in one
 * line of JSON on standard output, and stops it on SIGTERM. Its one argument is the options as JSON.
 */
import { EmbeddedPostgresError } from './errors.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

function say(event: object): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

try {
  const options = JSON.parse(process.argv[2] ?? '{}') as { dataDir: string };
  const server = await startEmbeddedPostgres({
    durable: false,
    ...options,
    log: (message) => say({ message }),
  });
  const { admin, origin, pid, dataPath, notice } = server;
  const alive = setInterval(() => {}, 1000);
  process.once('SIGTERM', () => void server.stop().then(() => clearInterval(alive)));
  say({ event: 'up', admin, origin, pid, dataPath, notice });
} catch (error) {
  if (!(error instanceof EmbeddedPostgresError)) throw error;
  say({ event: 'refused', kind: error.kind, message: error.message });
}
