/**
 * The delivery role of the program as a process of its own, with practice providers in place of the real ones. The
 * bench sends it the hosts that refuse every connection.
 */
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '#src/db/ids.ts';
import { createAnnouncer } from '#src/db/live.ts';
import { proveLife } from '#src/db/liveness.ts';
import { openDatabase } from '#src/db/open.ts';
import { createFolderStore } from '#src/documents/folder-store.ts';
import { createModelWriter } from '#src/engine/content/model/model-writer.ts';
import { createEnqueue, openBoss } from '#src/jobs/queues.ts';
import { createLog } from '#src/platform/log/log.ts';
import { createMailPools } from '#src/platform/mail/pools.ts';
import { createMailTransport } from '#src/platform/mail/transport.ts';
import { createCallProvider } from '#src/platform/net/call.ts';
import { startDelivery } from '#src/start/roles-delivery.ts';
import { createSenderKeys } from '#src/subscribers/devices/sender-keys.ts';
import { BENCH_KEY } from './delivery-key.ts';

export type ToDelivery =
  | { ownerUrl: string; practiceUrl: string; smtpUrl: string }
  | { refuse: readonly string[] };
export type FromDelivery = 'ready';

let refused: readonly string[] = [];

async function run({
  ownerUrl,
  practiceUrl,
  smtpUrl,
}: Extract<ToDelivery, { ownerUrl: string }>): Promise<void> {
  const clock = () => new Date();
  const log = createLog('warn');
  const onError = (error: Error): void => log.warn({ err: error }, 'a database connection was lost');
  const database = await openDatabase({
    ownerUrl,
    appUrl: null,
    systemUrl: null,
    fallbackSecret: 'bench',
    afterMigrations: async () => undefined,
    onError,
  });
  const { app } = database;
  const instanceId = newId();
  const life = await proveLife({ url: database.urls.system, db: database.system, instanceId, onError });
  const boss = openBoss({ url: database.urls.system, onError });
  await boss.start();
  const called = (url: string) =>
    createCallProvider({ allowPrivate: false, agent: 'Bench', now: Date.now, practiceUrl: url });
  const [there, gone] = [called(practiceUrl), called(`http://127.0.0.1:${await closedPort()}`)];
  const call: typeof there = (request) =>
    (refused.includes(new URL(request.url).host) ? gone : there)(request);
  const transport = createMailTransport(smtpUrl);
  const pools = createMailPools({
    own: transport,
    now: Date.now,
    connectTo: () => {
      throw new Error('The bench has one mail server.');
    },
  });
  const keyed = { app, clock, encryptionKey: BENCH_KEY };
  await startDelivery({
    ...database,
    ...keyed,
    boss,
    instanceId,
    transport,
    pools,
    call,
    log,
    stop: new AbortController().signal,
    privateAddresses: false,
    recordedDir: join(tmpdir(), 'bellwire-bench-no-bars'),
    enqueue: createEnqueue(boss),
    announce: createAnnouncer(app, (error) => onError(error as Error)),
    isDead: life.isDead,
    modelWriter: createModelWriter({
      ...keyed,
      allowPrivate: false,
      installed: null,
      call,
      callInstalled: call,
      log,
    }),
    mailFrom: 'alerts@bench.example',
    takesMail: false,
    teamEmail: 'team@bench.example',
    publicUrl: 'https://bench.example',
    senderKeys: createSenderKeys({ ...keyed, subject: 'mailto:alerts@bench.example' }),
    answerMailRequest: async () => undefined,
    mayTellUnconfirmed: async () => false,
    store: createFolderStore(join(tmpdir(), 'bellwire-bench-no-documents')),
    provider: null,
  });
  process.send?.('ready' satisfies FromDelivery);
}

/** Nothing listens there: connections are refused at once. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

process.on('message', (told: ToDelivery) => {
  if ('refuse' in told) refused = told.refuse;
  else void run(told);
});
process.on('disconnect', () => process.exit());
