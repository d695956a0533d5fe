import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, Hono } from 'hono';
import { createAccounts, createHasher } from '#src/accounts/index.ts';
import { createBilling, PROVIDERS } from '#src/billing/index.ts';
import { type Config, StartError } from '#src/config.ts';
import { createChat } from '#src/chat/index.ts';
import { createContact } from '#src/contact/index.ts';
import { createDocuments, createFolderStore } from '#src/documents/index.ts';
import { announceUrl } from '#src/db/embedded/running.ts';
import { createDemo } from '#src/demo/gate.ts';
import { createAnnouncer, listenForHints } from '#src/db/live.ts';
import { proveLife } from '#src/db/liveness.ts';
import { withTenant } from '#src/db/tenant.ts';
import { releaseHeld } from '#src/engine/delivery/release.ts';
import { recordedBarsIn } from '#src/engine/feeds/replay/recorded.ts';
import { requestTrialRun } from '#src/engine/rules/trial-run.ts';
import { createDeadLetters } from '#src/jobs/dead-letters.ts';
import { createEnqueue, openBoss } from '#src/jobs/queues.ts';
import { deriveKey, loadKeys } from '#src/keys.ts';
import { count } from '#src/limits/count.ts';
import { createLeasedLimit } from '#src/limits/leased.ts';
import { networkOf } from '#src/limits/network.ts';
import { createLeads } from '#src/leads/index.ts';
import type { Logger } from '#src/log.ts';
import { createMailTransport } from '#src/mail/transport.ts';
import { type Outbox, startOutbox } from '#src/outbox/outbox.ts';
import { createOutboxRoutes } from '#src/outbox/routes.ts';
import { createServer } from '#src/server/app.ts';
import { clientAddress, type TrustedProxies, trustedProxies } from '#src/server/auth/client-address.ts';
import { createAuthRoutes } from '#src/server/auth/routes.ts';
import { createLiveHub } from '#src/server/api/live-hub.ts';
import { createContactRoutes } from '#src/server/contact/routes.ts';
import { createFormRoutes } from '#src/server/forms/routes.ts';
import { createRuleHooks } from '#src/server/hooks/rules.ts';
import { createPaymentHooks } from '#src/server/payment/hooks.ts';
import { createTestPaymentPage } from '#src/server/payment/test-page.ts';
import { createFunctionRoutes } from '#src/server/functions/routes.ts';
import { createRestRoutes } from '#src/server/rest/routes.ts';
import { readSite } from '#src/server/site/files.ts';
import { siteConfig } from '#src/shared/site-config.ts';
import { systemClock } from '#src/shared/clock.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import { createTeam } from '#src/workspaces/team/index.ts';
import { createApiKeys } from '#src/workspaces/api-keys/api-keys.ts';
import { provisionWorkspace } from '#src/workspaces/provision.ts';
import { noteSecurity } from '#src/workspaces/security-notices.ts';
import { banner } from './banner.ts';
import { startDatabase } from './database.ts';
import { seedDemo } from './demo.ts';
import { type HttpServer, listen } from './http.ts';
import { startDelivery } from './roles-delivery.ts';
import { createFetchPage } from '#src/net/fetch-page.ts';
import { createFeedDesk } from '#src/engine/feeds/desk.ts';
import { reachFeeds } from '#src/engine/feeds/live/reach.ts';
import { startEngine } from './roles-engine.ts';

export type Program = {
  /** The last lines to print. */
  banner: string[];
  /** The embedded server's process, or null: for a stop that found no other end. */
  databasePid: number | null;
  /** Resolves when the program cannot go on (its database is gone). */
  failed: Promise<Error>;
  /** Stops taking work, lets what is in flight end, closes everything. Within five seconds. */
  stop: () => Promise<void>;
};

const BOSS_STOP_MS = 2_000;

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
    throw new StartError('SMTP_URL is missing: in production mails need a server to go to.');
  }

  const proxies = readTrustedProxies(config.trustedProxies);
  const addressOf = (c: Context): string | null =>
    clientAddress(proxies, peerAddress(c), c.req.header('x-forwarded-for'));
  const reached = readFeeds(config, { now: () => clock().getTime(), signal: options.stop });
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
    database.embedded?.exited
      .then(({ logTail }) =>
        resolve(new StartError(`The database stopped by itself. Its last words: ${logTail}`)),
      )
      .catch(() => undefined);
  });
  const publicUrl = config.publicUrl.replace(/:0$/, `:${http?.port ?? config.port}`);

  const outboxDir = join(config.dataDir, 'outbox');
  const outbox: Outbox | null = config.smtpUrl ? null : await startOutbox({ dir: outboxDir, log });
  if (outbox) undo.push(outbox.stop);
  const transport = createMailTransport(config.smtpUrl ?? outbox?.smtpUrl ?? '');
  undo.push(async () => transport.close());

  // Ends after the queues: what is still being sent must not be taken for a dead process's.
  undo.push(await proveLife({ url: database.urls.system, instanceId: config.instanceId, onError }));
  const boss = openBoss({
    url: database.urls.system,
    onError: (error) => log.warn({ err: error }, 'the job queue reports'),
  });
  await boss.start();
  undo.push(() => boss.stop({ graceful: true, timeout: BOSS_STOP_MS }));
  const enqueue = createEnqueue(boss);
  const announce = createAnnouncer(database.app, (error) => log.warn({ err: error }, 'a live hint was lost'));
  const store = createFolderStore(join(config.dataDir, 'documents'));
  const shared = { ...database, store, boss, enqueue, announce, clock, instanceId: config.instanceId, log };

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
  const selling = { app: database.app, clock, publicUrl, provider: payments, enqueue, announce, log };
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
    const { mailFrom, teamEmail } = config;
    const { encryptionKey } = keys;
    const { answerMailRequest } = accounts;
    const mail = { transport, mailFrom, teamEmail, publicUrl, encryptionKey, answerMailRequest };
    undo.push(await startDelivery({ ...shared, ...mail, provider: payments }));
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
        demoEvery: showsDemo ? demoEvery : null,
        fetchPage: createFetchPage({
          allowPrivate: config.privateAddresses,
          agent: `${siteConfig.name} reader (+${publicUrl})`,
        }),
      }),
    );
  }
  const outboxUrl = outbox && !config.production ? `${publicUrl}/dev/outbox` : null;
  if (http) {
    const hub = createLiveHub();
    const publicDemo = config.demo
      ? createDemo({
          app: database.app,
          clock,
          key: deriveKey(keys.encryptionKey, 'demo tokens'),
          limits: { db: database.app, clock, hashKey: deriveKey(keys.encryptionKey, 'demo limits') },
          log,
        })
      : null;
    const apiKeys = createApiKeys({
      app: database.app,
      clock,
      hashKey: deriveKey(keys.encryptionKey, 'api key'),
      onError: (error) => log.warn({ err: error }, 'a use of an API key was not noted'),
    });
    undo.push(
      await listenForHints({
        url: database.urls.app,
        onHint: (hint) => {
          if (hint.workspaceId === DEMO_WORKSPACE_ID) publicDemo?.answers.clear();
          hub.hint(hint.workspaceId, hint.topic);
        },
        onEnded: (ended) => {
          if ('key' in ended) apiKeys.forget(ended.key);
          else accounts.forgetSessions(ended);
          hub.ended(ended);
        },
        onResync: () => {
          publicDemo?.answers.clear();
          apiKeys.forget(null);
          accounts.forgetSessions(null);
          hub.resync();
        },
        onError,
      }),
    );
    const leads = createLeads({
      db: database.app,
      clock,
      hashKey: deriveKey(keys.encryptionKey, 'lead limits'),
      enqueue,
      transport,
      mailFrom: config.mailFrom,
      production: config.production,
      allow: config.testEmailAllow,
      sleep: (ms) => sleep(ms, undefined, { ref: false }),
    });
    const contact = createContact({
      db: database.app,
      clock,
      hashKey: deriveKey(keys.encryptionKey, 'contact limits'),
      enqueue,
    });
    const chat = createChat({
      db: database.app,
      clock,
      hashKey: deriveKey(keys.encryptionKey, 'chat limits'),
      enqueue,
      announce,
    });
    const billing = createBilling(selling);
    const hookLimits = { db: database.app, clock, hashKey: deriveKey(keys.encryptionKey, 'hook limits') };
    const development = new Hono();
    if (outboxUrl) development.route('/', createOutboxRoutes({ dir: outboxDir }));
    if (payments)
      development.route('/', createTestPaymentPage({ provider: payments, isOpen: billing.isOpen, log }));
    const site = await readSite(options.siteDir, new URL(publicUrl).origin);
    const visitors = { checkSession: accounts.checkSession, clientAddress: addressOf, log };
    const server = createServer({
      app: database.app,
      clock,
      auth: createAuthRoutes({
        accounts,
        clientAddress: addressOf,
        spendsOpenedLinks: config.openedLinksSpend,
        log,
      }),
      rest: createRestRoutes({
        ...visitors,
        db: database.app,
        admitLeads: leads.admit,
        isFirstLead: leads.isFirst,
      }),
      functions: createFunctionRoutes({ ...visitors, leads }),
      contact: createContactRoutes({ ...visitors, app: database.app, contact }),
      forms: createFormRoutes({ site, leads, contact, clientAddress: addressOf, log }),
      checkSession: accounts.checkSession,
      countRequest: createLeasedLimit(
        { db: database.app, clock, hashKey: deriveKey(keys.encryptionKey, 'api limits') },
        { scope: 'api', seconds: 60 },
      ),
      idempotencyKey: deriveKey(keys.encryptionKey, 'idempotency'),
      checkKey: (key, c) => apiKeys.check(key, networkOf(addressOf(c))),
      apiKeys: { keys: apiKeys, accounts },
      security: { accounts, clientAddress: addressOf },
      feedback: { contact, clientAddress: addressOf },
      ...(publicDemo ? { demo: { demo: publicDemo, clientAddress: addressOf } } : {}),
      chat,
      team,
      clientAddress: addressOf,
      documents: createDocuments({
        app: database.app,
        store,
        clock,
        limits: { db: database.app, clock, hashKey: deriveKey(keys.encryptionKey, 'document limits') },
        announce,
      }),
      feeds: createFeedDesk({ app: database.app, system: database.system, reached, announce, clock }),
      billing,
      paymentHooks: createPaymentHooks({ billing, log }),
      ruleHooks: createRuleHooks({
        app: database.app,
        clock,
        enqueue,
        announce,
        count: (limit) => count(hookLimits, limit),
        clientNetwork: (c) => networkOf(addressOf(c)),
        log,
      }),
      publicUrl,
      privateAddresses: config.privateAddresses,
      development: config.production ? null : development,
      operator: {
        secondFactor: config.production,
        chat,
        jobs: createDeadLetters({ system: database.system, boss }),
        announce,
      },
      site,
      hub,
      announce,
      stop: options.stop,
      outboxUrl,
      recordedBars: recordedBarsIn(options.recordedDir),
      requestTrialRun: ({ workspaceId, userId, actor, keepAnswer }) =>
        withTenant(database.app, workspaceId, async (tx) => {
          const trialRunId = await requestTrialRun(tx, { workspaceId, userId, actor, now: clock() });
          await enqueue(tx, 'trial-run', { workspaceId, trialRunId });
          await keepAnswer?.(tx, 202, { id: trialRunId });
          return trialRunId;
        }),
      ready: async () => {
        await database.app.$client.query('select 1');
        return !options.stop.aborted;
      },
      https: publicUrl.startsWith('https:'),
      log,
    });
    http.serve(server.fetch);
    // First of all on a stop: no request may meet parts that have gone already.
    undo.push(http.stop);
    if (database.embedded) announceUrl(config.dataDir, publicUrl);
  }
  return {
    failed,
    databasePid: database.embedded?.pid ?? null,
    banner: banner({ url: publicUrl, demo, outboxUrl, dataDir: config.dataDir, cwd: process.cwd() }),
  };
}

/** The socket's own address; null where there is no socket. */
function peerAddress(c: Context): string | null {
  try {
    return getConnInfo(c).remote.address ?? null;
  } catch {
    return null;
  }
}

/** @throws StartError naming a feed that there is not */
function readFeeds(config: Config, options: Parameters<typeof reachFeeds>[2]): ReturnType<typeof reachFeeds> {
  try {
    return reachFeeds(config.feeds, config.feedAddresses, options);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`FEEDS or FEED_ADDRESSES is not valid: ${why}. See .env.example.`, { cause: error });
  }
}

/** @throws StartError naming what is no address in TRUSTED_PROXY */
function readTrustedProxies(entries: readonly string[]): TrustedProxies {
  try {
    return trustedProxies(entries);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`TRUSTED_PROXY is not valid: ${why}. See .env.example.`, { cause: error });
  }
}
