import { Resolver } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import type { PgBoss } from 'pg-boss';
import type { Accounts } from '#src/accounts/accounts.ts';
import { createSiteReader } from '#src/brands/website/read-site.ts';
import { createBilling } from '#src/billing/billing.ts';
import type { TestProvider } from '#src/billing/test-provider/provider.ts';
import { createChat } from '#src/support/chat/chat.ts';
import type { Config } from '#src/config.ts';
import type { Database } from '#src/db/database.ts';
import { type createAnnouncer, createViewingNotifier, listenForHints } from '#src/db/live.ts';
import { withTenant } from '#src/db/tenant.ts';
import { createDemo } from '#src/demo/gate.ts';
import { addressForms } from '#src/engine/channels/address-forms.ts';
import { createDocuments } from '#src/documents/documents.ts';
import type { DocumentStore } from '#src/documents/store.ts';
import { createFeedKeys } from '#src/engine/feeds/keys/feed-keys.ts';
import { isOperatorKey } from '#src/engine/feeds/keys/operator-reaches.ts';
import type { KnownName } from '#src/engine/feeds/symbols/names.ts';
import type { OwnReaches } from '#src/engine/feeds/keys/own-reaches.ts';
import { createFeedService } from '#src/engine/feeds/feed-service.ts';
import type { Reach } from '#src/engine/exchanges/reach.ts';
import { recordedBarsIn } from '#src/engine/market/csv/recorded.ts';
import { requestTrialRun } from '#src/engine/rules/trial-run.ts';
import { createDeadLetters } from '#src/jobs/dead-letters.ts';
import type { Enqueue } from '#src/jobs/queues.ts';
import { deriveKey } from '#src/platform/keys/keys.ts';
import { createLeads } from '#src/support/leads/leads.ts';
import { createPeople } from '#src/people/people.ts';
import { count } from '#src/platform/limits/count.ts';
import { createLeasedLimit, type LeasedLimit } from '#src/platform/limits/leased.ts';
import { networkOf } from '#src/platform/limits/network.ts';
import type { Logger } from '#src/platform/log/log.ts';
import type { MailPools } from '#src/platform/mail/pools.ts';
import type { MailTransport } from '#src/platform/mail/transport.ts';
import { practiceAddress } from '#src/platform/practice/server.ts';
import type { Practice } from '#src/platform/practice/provider.ts';
import { createOutboxRoutes } from '#src/platform/outbox/routes.ts';
import { createViewers } from '#src/server/api/review/viewers.ts';
import { ledgerSigner } from '#src/ledger/head.ts';
import { createLiveHub } from '#src/server/api/stream/live-hub.ts';
import { createServer, type ServerDeps } from '#src/server/app.ts';
import { createAuthRoutes } from '#src/server/auth/routes.ts';
import { createContactRoutes } from '#src/server/contact/routes.ts';
import { createFormRoutes } from '#src/server/forms/routes.ts';
import { createFunctionRoutes } from '#src/server/functions/routes.ts';
import { createOAuthHooks } from '#src/server/hooks/oauth.ts';
import { createRuleHooks } from '#src/server/hooks/rules.ts';
import { createPaymentHooks } from '#src/server/payment/hooks.ts';
import { createTestPaymentPage } from '#src/server/payment/test-page.ts';
import { createRestRoutes } from '#src/server/rest/routes.ts';
import { readSite } from '#src/server/site/files.ts';
import type { Clock } from '#src/shared/clock.ts';
import { COUNTED_PER_MINUTE } from '#src/shared/tracking.ts';
import { PUBLIC_PAGES_PER_MINUTE } from '#src/shared/public-places.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import { createApiKeys } from '#src/workspaces/api-keys/api-keys.ts';
import { findChannel } from '#src/engine/channels/registry.ts';
import { createFetchPage } from '#src/platform/net/fetch-page.ts';
import { fetchText } from '#src/platform/net/fetch-text.ts';
import { createCallbacks } from '#src/engine/connections/callbacks.ts';
import { createDomainChecks } from '#src/engine/connections/domain-checks.ts';
import type { CallProvider } from '#src/platform/net/call.ts';
import { createChannelHooks } from '#src/server/hooks/channels.ts';
import { createMailHooks } from '#src/server/hooks/mail.ts';
import { createApprovalLinks } from '#src/engine/alerts/by-email/decide-by-link.ts';
import { createClientApprovers } from '#src/engine/approval/clients/approvers.ts';
import { createConfirmations } from '#src/engine/approval/clients/confirm.ts';
import { createReaderBots } from '#src/engine/reader-chats/reader-bots.ts';
import { readerLink } from '#src/engine/reader-chats/link.ts';
import { createReaderCalls } from '#src/engine/reader-chats/take-call.ts';
import { createChatActs } from '#src/engine/review-chats/acts.ts';
import { createReviewChats } from '#src/engine/review-chats/chats.ts';
import { createChatCalls } from '#src/engine/review-chats/take-call.ts';
import { createResolutions } from '#src/engine/delivery/in-doubt/decide.ts';
import { createFollowUps } from '#src/engine/alerts/follow-ups/follow-ups.ts';
import { createContactPreferences } from '#src/subscribers/contact-preferences.ts';
import type { SenderKeys } from '#src/subscribers/devices/sender-keys.ts';
import { createErasure } from '#src/subscribers/erase.ts';
import { createLinks, createSigner } from '#src/subscribers/links.ts';
import { packIds, unpackIds } from '#src/subscribers/packed-ids.ts';
import { createReaderActs } from '#src/subscribers/chats/acts.ts';
import type { Offer } from '#src/subscribers/chats/offers.ts';
import { brandToken } from '#src/subscribers/chats/tokens.ts';
import { createSignupForms } from '#src/subscribers/sign-up/forms.ts';
import { createSignUps } from '#src/subscribers/sign-up/sign-up.ts';
import { createFindHost } from '#src/server/hosts/find-host.ts';
import { createLinkHosts } from '#src/brands/link-host/link-hosts.ts';
import { createPublishing } from '#src/publishing/publishing.ts';
import { createPreferences } from '#src/subscribers/preferences.ts';
import { createMailReporters } from '#src/subscribers/reporters.ts';
import { createCounting } from '#src/subscribers/tracking/counting.ts';
import { createUnsubscribe } from '#src/subscribers/unsubscribe.ts';
import type { Team } from '#src/workspaces/team/team.ts';
import type { AddressOf } from './address-of.ts';
import type { HttpServer } from './http.ts';
import { readerDevices } from './reader-devices.ts';
import { createReadiness } from './readiness.ts';
import { readerAgent } from './reader-agent.ts';

type WebRoleDeps = {
  http: HttpServer;
  config: Config;
  app: Database;
  system: Database;
  /** Where the embedded database's data is; null where it is another server's. */
  databasePath: string | null;
  /** Where hints of changes arrive. */
  appUrl: string;
  onError: (error: Error) => void;
  encryptionKey: Buffer;
  /** What messages to devices are signed with. */
  senderKeys: () => Promise<SenderKeys>;
  boss: PgBoss;
  enqueue: Enqueue;
  announce: ReturnType<typeof createAnnouncer>;
  store: DocumentStore;
  clock: Clock;
  accounts: Accounts;
  team: Team;
  payments: TestProvider | null;
  transport: MailTransport;
  pools: MailPools;
  call: CallProvider;
  writer: ServerDeps['writer'];
  reached: readonly Reach[];
  /** What symbols are called. */
  symbolNames: readonly KnownName[];
  ownFeeds: OwnReaches;
  publicUrl: string;
  siteDir: string;
  /** Where the build put the recorded series. */
  recordedDir: string;
  /** The development outbox that collects emails; null with a mail server, and in production. */
  outbox: { url: string; dir: string } | null;
  /** Providers to practice with; null where there are none. */
  practice: (Practice & { url: string }) | null;
  addressOf: AddressOf;
  isProxy: (c: Context) => boolean;
  /** What an operator should put right. */
  warnings: () => readonly string[];
  stop: AbortSignal;
  log: Logger;
};

/** Serves the site, the API and what they need. @returns stops serving */
export async function startWeb(deps: WebRoleDeps): Promise<() => Promise<void>> {
  const { app, system, config, clock, enqueue, announce, boss, store, log } = deps;
  const { accounts, team, payments, transport, reached, addressOf, publicUrl, outbox, stop } = deps;
  const { siteDir, recordedDir } = deps;
  const key = (purpose: string): Buffer => deriveKey(deps.encryptionKey, purpose);
  const hub = createLiveHub();
  const viewers = createViewers((workspaceId) => hub.hint(workspaceId, 'viewers'));
  const publicDemo = config.demo
    ? createDemo({
        app,
        clock,
        key: key('demo tokens'),
        limits: { db: app, clock, hashKey: key('demo limits') },
        log,
      })
    : null;
  const apiKeys = createApiKeys({
    app,
    clock,
    hashKey: key('api key'),
    enqueue,
    onError: (error) => log.warn({ err: error }, 'a use of an API key was not noted'),
  });
  const leads = createLeads({
    db: app,
    clock,
    hashKey: key('lead limits'),
    enqueue,
    transport,
    mailFrom: config.mailFrom,
    production: config.production,
    allow: config.testEmailAllow,
    sleep: (ms) => sleep(ms, undefined, { ref: false }),
  });
  const contact = { db: app, clock, hashKey: key('contact limits'), enqueue };
  const chat = createChat({ db: app, clock, hashKey: key('chat limits'), enqueue, announce });
  const billing = createBilling({ app, clock, publicUrl, provider: payments, enqueue, announce, log });
  const hookLimits = { db: app, clock, hashKey: key('hook limits') };
  const readers = {
    app,
    clock,
    links: createLinks({ key: key('unsubscribe'), publicUrl }),
    channelTitle: (kind: string) => findChannel(kind)?.title ?? kind,
    linkTo: (offer: Offer, token: string) => readerLink(offer, token, publicUrl),
  };
  const dns = new Resolver({ timeout: 3_000, tries: 2 });
  const mailReporters = createMailReporters({
    app,
    clock,
    encryptionKey: deps.encryptionKey,
    key: key('mail reporter'),
    publicUrl,
    limits: { clock, hashKey: key('mail report') },
    fetchText,
    ownPassword: config.bouncesPassword,
  });
  const { take: countPublicPages } = createLeasedLimit(
    { db: app, clock, hashKey: key('public page limits') },
    { scope: 'public-pages', seconds: 60 },
  );
  const { take: countFollowed } = createLeasedLimit(
    { db: app, clock, hashKey: key('counted link limits') },
    { scope: 'counted-links', seconds: 60 },
  );
  const counting = createCounting({
    app,
    clock,
    links: readers.links.counted,
    announce,
    onError: (error) => log.error({ err: error }, 'opens and clicks were not counted'),
  });
  const waitOf = async (c: Context, take: LeasedLimit['take'], perMinute: number): Promise<number> => {
    const network = networkOf(addressOf(c));
    if (network === null) return 0;
    const { within, seconds } = await take(network, perMinute);
    return within ? 0 : seconds;
  };
  const calledBy = createSigner(key('channel callback'), 'channel callback');
  const calledConnection = (token: string) => {
    const [workspaceId, connectionId] = unpackIds(calledBy.open(token) ?? '', 2) ?? [];
    return workspaceId && connectionId ? { workspaceId, connectionId } : null;
  };
  const development = new Hono();
  if (outbox) development.route('/', createOutboxRoutes({ dir: outbox.dir, practice: deps.practice }));
  if (payments)
    development.route('/', createTestPaymentPage({ provider: payments, isOpen: billing.isOpen, log }));
  const site = await readSite(siteDir, new URL(publicUrl).origin);
  const visitors = { checkSession: accounts.checkSession, clientAddress: addressOf, log };
  const practiceUrl = deps.practice?.url ?? null;
  const practiceAt = practiceUrl === null ? null : (url: string) => practiceAddress(practiceUrl, url);
  const senders = { app, clock, encryptionKey: deps.encryptionKey, mailFrom: config.mailFrom, dns };
  const connections = {
    app,
    clock,
    random: Math.random,
    checkDomain: createDomainChecks(senders).check,
    encryptionKey: deps.encryptionKey,
    mail: { transport: deps.pools.transport, from: config.mailFrom },
    call: deps.call,
    practices: deps.practice !== null,
    publicUrl,
    oauth: { apps: config.oauthApps, practiceAt },
    callbackUrl: ({ workspaceId, connectionId }: { workspaceId: string; connectionId: string }) =>
      `${publicUrl}/hooks/channels/${calledBy.seal(packIds(workspaceId, connectionId))}`,
    callbackOf: (url: string) =>
      calledConnection(/^\/hooks\/channels\/([^/]+)$/.exec(URL.parse(url)?.pathname ?? '')?.[1] ?? ''),
  };
  const server = createServer({
    app,
    clock,
    enqueue,
    checkSession: accounts.checkSession,
    countRequest: createLeasedLimit(
      { db: app, clock, hashKey: key('api limits') },
      { scope: 'api', seconds: 60 },
    ).take,
    idempotencyKey: key('idempotency'),
    ledgerSigner: ledgerSigner(deps.encryptionKey),
    checkKey: (apiKey, c) => apiKeys.check(apiKey, networkOf(addressOf(c))),
    apiKeys: { keys: apiKeys, accounts },
    security: { accounts },
    contact,
    demo: publicDemo,
    chat,
    team,
    startWorkspace: accounts.startWorkspace,
    clientAddress: addressOf,
    documents: createDocuments({
      app,
      store,
      clock,
      limits: { db: app, clock, hashKey: key('document limits') },
      announce,
    }),
    people: createPeople({
      app,
      clock,
      addressForms,
      enqueue: (tx, job) => enqueue(tx, 'contact-import', job),
    }),
    feeds: createFeedService({
      app,
      system,
      reached,
      own: deps.ownFeeds,
      names: deps.symbolNames,
      announce,
      clock,
    }),
    feedKeys: createFeedKeys({
      app,
      system,
      encryptionKey: deps.encryptionKey,
      addresses: config.feedAddresses,
      now: () => clock().getTime(),
      signal: stop,
      isOperatorKey: isOperatorKey(config.feedKeys, deps.encryptionKey),
      announce,
      clock,
    }),
    billing,
    connections,
    testMessageKey: key('test messages'),
    templatePreview: {
      hashKey: key('template tests'),
      channel: {
        mail: { transport: deps.pools.transport, from: config.mailFrom },
        call: deps.call,
        random: Math.random,
      },
    },
    senders,
    writer: deps.writer,
    publicUrl,
    privateAddresses: config.privateAddresses,
    readSite: createSiteReader({
      fetchPage: createFetchPage({
        allowPrivate: config.privateAddresses,
        agent: readerAgent(publicUrl),
      }),
      limits: { db: app, clock, hashKey: key('brand limits') },
    }),
    approvalLinks: createApprovalLinks({ app, clock, enqueue, announce }),
    confirmations: createConfirmations({ app, clock }),
    reviewChats: createReviewChats(connections),
    clientApprovers: createClientApprovers({ app, clock, enqueue, hashKey: key('client approver limits') }),
    subscribers: {
      unsubscribe: createUnsubscribe(readers),
      preferences: createPreferences(readers),
      signUps: createSignUps({
        app,
        clock,
        publicUrl,
        signer: createSigner(key('sign-up'), 'sign-up'),
        links: readers.links,
        limits: { db: app, clock, hashKey: key('sign-up limits') },
        linkTo: readers.linkTo,
        enqueue,
      }),
    },
    ...readerDevices(deps),
    publishing: createPublishing({ app, clock, publicUrl }),
    findHost: createFindHost({ app, clock }),
    isProxy: deps.isProxy,
    linkHosts: createLinkHosts({ app, clock, publicUrl, dns, enqueue }),
    publicPageWait: (c) => waitOf(c, countPublicPages, PUBLIC_PAGES_PER_MINUTE),
    counting,
    countedWait: (c) => waitOf(c, countFollowed, COUNTED_PER_MINUTE),
    mailReporters,
    erasure: createErasure({ app, clock }),
    resolveDelivery: createResolutions({ app, clock, enqueue, announce }),
    followUps: createFollowUps({ app, clock, enqueue, announce }),
    contactPreferences: createContactPreferences({ app, clock }),
    signupForms: createSignupForms({ app, clock, publicUrl, linkTo: readers.linkTo }),
    readerBots: createReaderBots({ ...connections, tokenOf: brandToken }),
    development: config.production ? null : development,
    operator: { secondFactor: config.production, jobs: createDeadLetters({ system, boss }) },
    site,
    routes: {
      auth: createAuthRoutes({
        accounts,
        clientAddress: addressOf,
        spendsOpenedLinks: config.openedLinksSpend,
        log,
      }),
      rest: createRestRoutes({ ...visitors, db: app, admitLeads: leads.admit, isFirstLead: leads.isFirst }),
      functions: createFunctionRoutes({ ...visitors, leads }),
      contact: createContactRoutes({ ...visitors, app, contact }),
      forms: createFormRoutes({ site, leads, contact, clientAddress: addressOf, log }),
      paymentHooks: createPaymentHooks({ billing, log }),
      ruleHooks: createRuleHooks({
        app,
        clock,
        enqueue,
        announce,
        count: (limit) => count(hookLimits, limit),
        clientNetwork: (c) => networkOf(addressOf(c)),
        log,
      }),
      channelHooks: createChannelHooks({
        callbacks: createCallbacks({
          app,
          announce,
          encryptionKey: deps.encryptionKey,
          takeChatCalls: [
            createChatCalls({ ...connections, acts: createChatActs({ app, clock, enqueue, announce }) }),
            createReaderCalls({
              ...connections,
              acts: createReaderActs({
                ...readers,
                publicUrl,
                limits: { db: app, clock, hashKey: key('reader chat limits') },
              }),
            }),
          ],
        }),
        opened: calledConnection,
        clock,
        count: (limit) => count(hookLimits, limit),
        clientNetwork: (c) => networkOf(addressOf(c)),
        log,
      }),
      oauthHooks: createOAuthHooks(),
      mailHooks: createMailHooks({
        reporters: mailReporters,
        clock,
        count: (limit) => count(hookLimits, limit),
        clientNetwork: (c) => networkOf(addressOf(c)),
        log,
      }),
    },
    hub,
    viewing: { tell: createViewingNotifier(app), viewers },
    announce,
    stop,
    outboxUrl: outbox?.url ?? null,
    recordedBars: recordedBarsIn(recordedDir),
    requestTrialRun: ({ workspaceId, userId, actor, keepAnswer }) =>
      withTenant(app, workspaceId, async (tx) => {
        const onNew = (id: string) => enqueue(tx, 'trial-run', { workspaceId, trialRunId: id });
        const trialRunId = await requestTrialRun(tx, { workspaceId, userId, actor, now: clock(), onNew });
        await keepAnswer?.(tx, 202, { id: trialRunId });
        return trialRunId;
      }),
    ready: createReadiness({
      query: (text) => app.$client.query(text),
      dataDir: config.dataDir,
      databasePath: deps.databasePath,
      instanceId: config.instanceId,
      stop,
    }),
    warnings: deps.warnings,
    https: publicUrl.startsWith('https:'),
    log,
  });
  // Listens once everything that reacts to hints is there.
  const deafen = await listenForHints({
    url: deps.appUrl,
    onHint: (hint) => {
      if (hint.workspaceId === DEMO_WORKSPACE_ID) publicDemo?.answers.clear();
      hub.hint(hint.workspaceId, hint.topic);
    },
    onViewing: (viewing) => viewers.note(viewing),
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
    onError: deps.onError,
  });
  deps.http.serve(server.fetch);
  return async () => {
    // Requests end before the parts that they need.
    await deps.http.stop();
    await counting.flush();
    await deafen();
  };
}
