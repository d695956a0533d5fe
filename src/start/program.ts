import { lookup } from 'node:dns';
import { join } from 'node:path';
import { createAccounts } from '#src/accounts/accounts.ts';
import { createHasher } from '#src/accounts/passwords.ts';
import { PROVIDERS } from '#src/billing/registry.ts';
import { type Config, StartError } from '#src/config.ts';
import { announceUrl } from '#src/db/embedded/running.ts';
import { createAnnouncer } from '#src/db/live.ts';
import { proveLife } from '#src/db/liveness.ts';
import { createFolderStore } from '#src/documents/folder-store.ts';
import { readOperatorPrices } from '#src/engine/channels/operator-prices.ts';
import { endingCalendars } from '#src/engine/market/sessions/calendars.ts';
import { useOperatorFile } from '#src/engine/market/sessions/use-operator-file.ts';
import { endingApis } from '#src/engine/channels/ending-apis.ts';
import { releaseHeld } from '#src/engine/delivery/release.ts';
import { reachFeeds } from '#src/engine/exchanges/reach.ts';
import { operatorReaches } from '#src/engine/feeds/keys/operator-reaches.ts';
import { type KnownName, knownNames } from '#src/engine/feeds/symbols/names.ts';
import { createOwnReaches } from '#src/engine/feeds/keys/own-reaches.ts';
import { createEnqueue, openBoss } from '#src/jobs/queues.ts';
import { deriveKey, loadKeys } from '#src/platform/keys/keys.ts';
import { createSenderKeys, subjectOf } from '#src/subscribers/devices/sender-keys.ts';
import type { Logger } from '#src/platform/log/log.ts';
import { createMailPools } from '#src/platform/mail/pools.ts';
import { connectThrough } from '#src/platform/mail/smtp-server.ts';
import { createMailTransport } from '#src/platform/mail/transport.ts';
import { createModelWriter } from '#src/engine/content/model/model-writer.ts';
import { createWriterSettings } from '#src/engine/content/model/settings.ts';
import { createCallProvider } from '#src/platform/net/call.ts';
import { createFetchPage, publicLookup } from '#src/platform/net/fetch-page.ts';
import type { PracticeRoom } from '#src/platform/practice/provider.ts';
import { folderRoom } from '#src/platform/practice/room.ts';
import { startPractice } from '#src/platform/practice/server.ts';
import { channels } from '#src/engine/channels/registry.ts';
import { type Outbox, startOutbox } from '#src/platform/outbox/outbox.ts';
import { systemClock } from '#src/shared/clock.ts';
import { siteConfig } from '#src/shared/site-config.ts';
import { provisionWorkspace } from '#src/workspaces/provision.ts';
import { countLoopback } from '#src/platform/limits/network.ts';
import { noteSecurity } from '#src/workspaces/security-notices.ts';
import { startOver } from '#src/workspaces/start-over.ts';
import { createTeam } from '#src/workspaces/team/team.ts';
import { readAddressOf, readIsProxy } from './address-of.ts';
import { banner } from './banner.ts';
import { startDatabase } from './database.ts';
import { seedDemo } from './demo.ts';
import { type HttpServer, listen } from './http.ts';
import { readerAgent } from './reader-agent.ts';
import { startDelivery } from './roles-delivery.ts';
import { startEngine } from './roles-engine.ts';
import { startWeb } from './roles-web.ts';
import { createWarnings } from './warnings.ts';

/** What ends on a day is looked at so often. */
const DAY_MS = 86_400_000;

export type Program = {
  /** The last lines to print. */
  banner: string[];
  /** The embedded server's process now, or null: for a stop that found no other end. */
  databasePid: () => number | null;
  /** Resolves when the program cannot go on (its database is gone). */
  failed: Promise<Error>;
  /** Stops taking work, lets what is in flight end, closes everything. Within five seconds. */
  stop: () => Promise<void>;
};

const BOSS_STOP_MS = 1_500;

/**
 * Wires the parts together and starts the roles of the configuration.
 * @throws StartError with one sentence; whatever had been started is stopped again
 */
export async function startProgram(
  config: Config,
  options: {
    log: Logger;
    say: (line: string) => void;
    siteDir: string;
    recordedDir: string;
    stop: AbortSignal;
  },
): Promise<Program> {
  const { log } = options;
  // Undone in the reverse order, on a stop and on a start that fails half way.
  const undo: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) {
      await step().catch((error: unknown) => log.error({ err: error }, 'a part did not stop cleanly'));
    }
  };
  try {
    return { ...(await start(config, options, undo)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  config: Config,
  options: {
    log: Logger;
    say: (line: string) => void;
    siteDir: string;
    recordedDir: string;
    stop: AbortSignal;
  },
  undo: (() => Promise<void>)[],
): Promise<Omit<Program, 'stop'>> {
  const { log } = options;
  const clock = systemClock;
  const onError = (error: Error): void => {
    // On a stop they are all cut.
    if (!options.stop.aborted) log.warn({ err: error }, 'a database connection was lost');
  };
  const serves = (role: 'web' | 'engine' | 'delivery'): boolean => config.roles.has(role);
  if (config.production && !config.smtpUrl) {
    throw new StartError('SMTP_URL is missing: in production, emails need a mail server.');
  }

  countLoopback(config.production);
  const warnings = createWarnings(log);
  const addressOf = readAddressOf(config.trustedProxies, warnings.raise);
  useOwnCalendars(config);
  takeOwnPrices(config);
  const warnAhead = (): void => {
    const now = clock().getTime();
    for (const sentence of [...endingApis(now), ...endingCalendars(now)]) warnings.raise(sentence);
  };
  warnAhead();
  const daily = setInterval(warnAhead, DAY_MS).unref();
  undo.push(async () => clearInterval(daily));
  const reached = readFeeds(config, { now: () => clock().getTime(), signal: options.stop });
  const symbolNames = readSymbolNames(config);
  assertKnownApps(config);
  const keys = await loadKeys(config);
  const web: { server: HttpServer | null } = { server: null };
  const database = await startDatabase(config, {
    encryptionKey: keys.encryptionKey,
    say: options.say,
    onError,
    stop: options.stop,
    beforeTouching: async () => {
      if (!serves('web')) return;
      web.server = await listen({ port: config.port, host: config.production ? '0.0.0.0' : '127.0.0.1' });
      undo.push(web.server.stop);
    },
  });
  undo.push(database.stop);
  const http = web.server;
  const failed = new Promise<Error>((resolve) => {
    database.embedded?.exited.then(({ message }) => resolve(new StartError(message))).catch(() => undefined);
  });
  const publicUrl = config.publicUrl.replace(/:0$/, `:${http?.port ?? config.port}`);

  const outboxDir = join(config.dataDir, 'outbox');
  const outbox: Outbox | null = config.smtpUrl ? null : await startOutbox({ dir: outboxDir, log });
  if (outbox) undo.push(outbox.stop);
  const transport = createMailTransport(config.smtpUrl ?? outbox?.smtpUrl ?? '');
  undo.push(async () => transport.close());
  const pools = createMailPools({
    own: transport,
    now: () => clock().getTime(),
    connectTo: connectThrough(config.privateAddresses ? lookup : publicLookup),
  });
  undo.push(async () => pools.close());
  const practiceRoom = folderRoom(join(outboxDir, 'practice'), () => clock().getTime());
  const practice = outbox && !config.production ? await startPracticeProviders(practiceRoom, log) : null;
  if (practice) undo.push(practice.stop);
  const call = createCallProvider({
    practiceUrl: practice?.url ?? null,
    allowPrivate: config.privateAddresses,
    agent: `${siteConfig.name} (+${publicUrl})`,
    now: () => clock().getTime(),
  });
  const senderKeys = createSenderKeys({
    app: database.app,
    clock,
    encryptionKey: keys.encryptionKey,
    subject: subjectOf(publicUrl, config.mailFrom),
  });
  const keyed = {
    ...database,
    encryptionKey: keys.encryptionKey,
    addresses: config.feedAddresses,
    now: () => clock().getTime(),
    signal: options.stop,
  };
  const ownFeeds = createOwnReaches(keyed);
  const writing = {
    app: database.app,
    clock,
    encryptionKey: keys.encryptionKey,
    allowPrivate: config.privateAddresses,
    installed: config.writer,
  };
  const modelWriter = createModelWriter({
    ...writing,
    call,
    // The operator's own model may be on this machine.
    callInstalled: createCallProvider({
      allowPrivate: true,
      agent: siteConfig.name,
      now: () => clock().getTime(),
    }),
    log,
  });

  // Ends after the queues: what is still being sent must not be taken for a dead process's.
  const life = await proveLife({
    url: database.urls.system,
    db: database.system,
    instanceId: config.instanceId,
    onError,
  });
  undo.push(life.end);
  const boss = openBoss({
    url: database.urls.system,
    onError: (error) => log.warn({ err: error }, 'the job queue reports'),
  });
  await boss.start();
  undo.push(() => boss.stop({ graceful: true, timeout: BOSS_STOP_MS }));
  const enqueue = createEnqueue(boss);
  const announce = createAnnouncer(database.app, (error) => log.warn({ err: error }, 'a live hint was lost'));
  const store = createFolderStore(join(config.dataDir, 'documents'));
  const { instanceId } = config;
  const { isDead } = life;
  const shared = { ...database, store, boss, enqueue, announce, clock, instanceId, isDead, log };

  const team = createTeam({ ...database, ...keys, clock, enqueue, announce });
  const accounts = createAccounts({
    db: database.app,
    keys,
    clock,
    enqueue,
    hasher: createHasher({ pepper: config.passwordPepper }),
    publicUrl,
    emailConfirmation: config.emailConfirmation,
    signUps: config.signUps,
    redirectAllow: config.redirectAllow,
    reauthenticate: config.reauthenticate,
    limits: { mailHour: { max: config.accountMailsPerHour, perSeconds: 3_600 } },
    provision: provisionWorkspace,
    startOver,
    invitations: { openFor: team.openFor, accept: team.acceptIn, joined: team.announceJoined },
    onConfirmed: async (tx, user) => {
      for (const workspaceId of await releaseHeld(tx, enqueue, user.id, clock()))
        announce(workspaceId, 'account');
    },
    onSecurityEvent: async (tx, event) => {
      for (const workspaceId of await noteSecurity(tx, event)) announce(workspaceId, 'notifications');
    },
  });
  const payments = config.payments
    ? PROVIDERS[config.payments]({
        secret: deriveKey(keys.encryptionKey, 'test payments'),
        publicUrl,
        clock,
        post: async (path, headers, body) =>
          (
            await fetch(publicUrl + path, {
              method: 'POST',
              headers,
              body,
              signal: AbortSignal.timeout(10_000),
            })
          ).status,
      })
    : null;
  options.stop.throwIfAborted();
  const demo = config.demoAccount
    ? await seedDemo({
        ...database,
        dataDir: config.dataDir,
        pace: config.demoPace,
        now: clock(),
        createAccount: accounts.createConfirmed,
      })
    : null;
  if (serves('delivery')) {
    const { mailFrom, bouncesPassword, teamEmail } = config;
    const takesMail = bouncesPassword !== null;
    const { encryptionKey } = keys;
    const { answerMailRequest, mayTellUnconfirmed } = accounts;
    const { recordedDir } = options;
    const mail = {
      transport,
      pools,
      call,
      mailFrom,
      takesMail,
      teamEmail,
      publicUrl,
      encryptionKey,
      senderKeys,
      recordedDir,
      modelWriter,
    };
    const news = { answerMailRequest, mayTellUnconfirmed };
    const { privateAddresses } = config;
    undo.push(
      await startDelivery({
        ...shared,
        stop: options.stop,
        ...mail,
        ...news,
        privateAddresses,
        provider: payments,
      }),
    );
  }
  if (serves('engine')) {
    const { demo: showsDemo, demoEvery } = config;
    const { recordedDir } = options;
    undo.push(
      await startEngine({
        ...shared,
        recordedDir,
        publicUrl,
        reached,
        ownFeeds: ownFeeds.all,
        demoEvery: showsDemo ? demoEvery : null,
        fetchPage: createFetchPage({
          allowPrivate: config.privateAddresses,
          agent: readerAgent(publicUrl),
        }),
      }),
    );
  }
  const outboxUrl = outbox && !config.production ? `${publicUrl}/dev/outbox` : null;
  if (http) {
    undo.push(
      await startWeb({
        ...shared,
        http,
        config,
        encryptionKey: keys.encryptionKey,
        senderKeys,
        publicUrl,
        siteDir: options.siteDir,
        recordedDir: options.recordedDir,
        outbox: outboxUrl ? { url: outboxUrl, dir: outboxDir } : null,
        practice: practice && { providers: practice.providers, room: practiceRoom, url: practice.url },
        accounts,
        team,
        payments,
        transport,
        pools,
        call,
        writer: { settings: createWriterSettings(writing), model: modelWriter },
        reached,
        symbolNames,
        ownFeeds,
        addressOf,
        isProxy: readIsProxy(config.trustedProxies),
        databasePath: database.embedded?.dataPath ?? null,
        warnings: warnings.list,
        appUrl: database.urls.app,
        onError,
        stop: options.stop,
      }),
    );
    if (database.embedded) announceUrl(config.dataDir, publicUrl);
  }
  return {
    failed,
    databasePid: () => database.embedded?.pid ?? null,
    banner: banner({ url: publicUrl, demo, outboxUrl, dataDir: config.dataDir, cwd: process.cwd() }),
  };
}

/** Providers to practice with: one for each channel that brings one. */
async function startPracticeProviders(room: PracticeRoom, log: Parameters<typeof startPractice>[0]['log']) {
  const providers = await Promise.all(channels().flatMap(({ practice }) => practice?.() ?? []));
  return { providers, ...(await startPractice({ providers, room, log })) };
}

/** @throws StartError naming an app whose channel has none */
function assertKnownApps({ oauthApps }: Config): void {
  const known = channels().flatMap(({ kind, authorize }) => (authorize ? [kind] : []));
  const wrong = [...oauthApps.keys()].find((kind) => !known.includes(kind));
  if (wrong !== undefined)
    throw new StartError(
      `OAUTH_APPS is not valid: there is no app for “${wrong}”, only for ${known.join(', ')}. See .env.example.`,
    );
}

/** @throws StartError naming the line that can't be read */
function readSymbolNames({ symbolNames }: Config): KnownName[] {
  try {
    return knownNames(symbolNames);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`SYMBOL_NAMES is not valid: ${why}. See .env.example.`, { cause: error });
  }
}

/** @throws StartError naming the place in the file that is wrong */
function useOwnCalendars({ marketCalendars }: Config): void {
  try {
    useOperatorFile(marketCalendars);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`MARKET_CALENDARS is not valid: ${why}. See .env.example.`, { cause: error });
  }
}

/** @throws StartError naming the place in the file that is wrong */
function takeOwnPrices({ channelPrices }: Config): void {
  try {
    readOperatorPrices(channelPrices);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`CHANNEL_PRICES is not valid: ${why}. See .env.example.`, { cause: error });
  }
}

/** @throws StartError naming a feed that there is not */
function readFeeds(config: Config, options: Parameters<typeof reachFeeds>[2]): ReturnType<typeof reachFeeds> {
  try {
    return [
      ...reachFeeds(config.feeds, config.feedAddresses, options),
      ...operatorReaches(config.feedKeys, config.publicFeedKeys, {
        addresses: config.feedAddresses,
        ...options,
      }),
    ];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`FEEDS, FEED_ADDRESSES or FEED_KEYS is not valid: ${why}. See .env.example.`, {
      cause: error,
    });
  }
}
