import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { startWorkspace } from '#src/accounts/start-workspace.ts';
import { users } from '#src/db/schema.ts';
import { ledgerSigner } from '#src/ledger/head.ts';
import { type ApiDeps, createApiRoutes } from '#src/server/api/routes.ts';
import { createLiveHub } from '#src/server/api/stream/live-hub.ts';
import { createServer, type ServerDeps } from '#src/server/app.ts';
import { provisionWorkspace } from '#src/workspaces/provision.ts';
import { createTeam } from '#src/workspaces/team/team.ts';
import { AppError } from '#src/shared/errors.ts';
import type { TestDatabase } from './database.ts';

/** What tokens are sealed with. */
export const TEST_KEY = Buffer.alloc(32, 7);

/** A service that a test doesn't have: whatever is called of it answers that it isn't there. */
function absent(): never {
  const refuse = () => {
    throw new AppError('not_found');
  };
  return new Proxy(refuse, { get: () => absent() }) as never;
}

/** The parts of /api/v1 over a test's database. Tokens are user ids. */
function apiParts(db: Pick<TestDatabase, 'app' | 'enqueue'>, parts: Partial<ApiDeps>): ApiDeps {
  const clock = () => new Date();
  return {
    app: db.app,
    clock,
    checkSession: async (token) => {
      const [user] = await db.app.select().from(users).where(eq(users.id, token));
      if (!user) throw new AppError('session_not_found');
      return { user, session: { id: token } };
    },
    checkKey: () => Promise.reject(new AppError('invalid_api_key')),
    countRequest: async (_, max) => ({
      within: true,
      limit: max,
      remaining: max,
      seconds: 60,
      windowSeconds: 60,
    }),
    idempotencyKey: TEST_KEY,
    ledgerSigner: ledgerSigner(TEST_KEY),
    demo: null,
    announce: () => undefined,
    enqueue: db.enqueue,
    clientAddress: () => null,
    publicUrl: '',
    readSite: absent(),
    linkHosts: absent(),
    privateAddresses: false,
    recordedBars: () => null,
    requestTrialRun: () => Promise.reject(new Error('not asked for here')),
    hub: createLiveHub(),
    stop: new AbortController().signal,
    outboxUrl: null,
    startWorkspace: (userId, keepAnswer) =>
      startWorkspace({ db: db.app, clock, provision: provisionWorkspace }, userId, keepAnswer),
    team: createTeam({ app: db.app, clock, encryptionKey: TEST_KEY, enqueue: db.enqueue }),
    apiKeys: absent(),
    billing: absent(),
    connections: absent(),
    templatePreview: absent(),
    testMessageKey: TEST_KEY,
    senders: absent(),
    chat: absent(),
    contact: absent(),
    documents: absent(),
    people: absent(),
    feeds: absent(),
    feedKeys: absent(),
    memberDevices: absent(),
    viewing: absent(),
    writer: absent(),
    erasure: absent(),
    contactPreferences: absent(),
    followUps: absent(),
    resolveDelivery: () => Promise.reject(new Error('Not here.')),
    clientApprovers: absent(),
    mailReporters: absent(),
    signupForms: absent(),
    readerBots: absent(),
    operator: { secondFactor: false, jobs: absent() },
    security: absent(),
    log: { error: () => undefined },
    ...parts,
  };
}

/** /api/v1 over a test's database. What a test doesn't need is not there, and `parts` replaces it. */
export const testApi = (db: Pick<TestDatabase, 'app' | 'enqueue'>, parts: Partial<ApiDeps> = {}) =>
  createApiRoutes(apiParts(db, parts));

/** The whole web server over a test's database, without pages and without what stands beside /api/v1. */
export function testServer(db: Pick<TestDatabase, 'app' | 'enqueue'>, parts: Partial<ServerDeps> = {}) {
  const { routes, ...others } = parts;
  return createServer({
    ...apiParts(db, {}),
    routes: {
      auth: new Hono(),
      rest: new Hono(),
      functions: new Hono(),
      contact: new Hono(),
      forms: new Hono(),
      paymentHooks: new Hono(),
      ruleHooks: new Hono(),
      mailHooks: new Hono(),
      channelHooks: new Hono(),
      oauthHooks: new Hono(),
      ...routes,
    },
    approvalLinks: absent(),
    confirmations: absent(),
    reviewChats: absent(),
    publishing: absent(),
    findHost: async () => null,
    isProxy: () => true,
    publicPageWait: async () => 0,
    counting: absent(),
    countedWait: async () => 0,
    subscribers: { unsubscribe: absent(), preferences: absent(), signUps: absent() },
    site: { files: new Map(), redirects: new Map() },
    development: null,
    ready: async () => null,
    https: false,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    ...others,
  });
}
