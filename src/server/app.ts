import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { createApiRoutes, type ApiDeps } from './api/routes.ts';
import { createConfirmRoutes } from './approvals/confirm.ts';
import { createDecideRoutes } from './approvals/decide.ts';
import { RETRY_AFTER_S } from './failure.ts';
import { problemAnswer } from './problem.ts';
import { createBrandHost } from './hosts/brand-host.ts';
import { createCertificateAsk } from './hosts/certificate-ask.ts';
import { type BrandHost, type FindHost, hostIn } from './hosts/find-host.ts';
import { createMediaRoutes } from './media/routes.ts';
import { createMemberPushRoutes } from './notifications/routes.ts';
import { isUpload } from './documents/is-upload.ts';
import { loggedChannelHookPath } from './hooks/channels.ts';
import { loggedMailHookPath } from './hooks/mail.ts';
import { loggedHookPath } from './hooks/rules.ts';
import { createPublicPages } from './publishing/routes.ts';
import { createSharedRoutes, loggedPath as loggedSharedPath } from './shared/routes.ts';
import { nonePage } from './publishing/pages.ts';
import type { Site } from './site/files.ts';
import { createSiteRoutes } from './site/routes.ts';
import { createBrandPages } from './subscribers/brand-page.ts';
import { createClickRoutes, createOpenRoutes } from './subscribers/counted.ts';
import { loggedSubscriberPath } from './subscribers/form.ts';
import { deviceParts, type Devices } from './subscribers/devices/parts.ts';
import { createPreferencesRoutes } from './subscribers/preferences.ts';
import { createSignUpRoutes } from './subscribers/sign-up.ts';
import { createUnsubscribeRoutes } from './subscribers/unsubscribe.ts';
import type { ApprovalLinks } from '#src/engine/alerts/by-email/decide-by-link.ts';
import type { ReviewChats } from '#src/engine/review-chats/chats.ts';
import type { Confirmations } from '#src/engine/approval/clients/confirm.ts';
import type { PreferencesService } from '#src/subscribers/preferences.ts';
import type { SignUps } from '#src/subscribers/sign-up/sign-up.ts';
import { publicPicture } from '#src/db/queries/media.ts';
import type { Publishing } from '#src/publishing/publishing.ts';
import type { Unsubscribe } from '#src/subscribers/unsubscribe.ts';
import { CLICK_PATH, OPEN_PATH } from '#src/shared/tracking.ts';
import type { Counting } from '#src/subscribers/tracking/counting.ts';
import { LINK_DOMAIN_HEADER } from '#src/shared/link-hosts.ts';
import { PUBLIC_PLACES } from '#src/shared/public-places.ts';
import { loggable } from '#src/platform/log/loggable.ts';

type RequestLog = {
  info: (context: object, message: string) => void;
  warn: (context: object, message: string) => void;
  error: (context: object, message: string) => void;
};

type Env = { Variables: { requestId: string } };

const loggedPath = (path: string): string =>
  loggedSubscriberPath(loggedChannelHookPath(loggedMailHookPath(loggedHookPath(loggedSharedPath(path)))));

export type ServerDeps = Omit<ApiDeps, 'log'> & {
  site: Site;
  routes: {
    auth: Hono;
    rest: Hono;
    functions: Hono;
    /** Messages to the team, at /api/v1/contact. */
    contact: Hono<Env>;
    /** Forms of browsers without script, at /forms. */
    forms: Hono;
    /** Events of payment providers, at /hooks/payment. */
    paymentHooks: Hono<Env>;
    /** Webhooks of rules, at /hooks/rules. */
    ruleHooks: Hono<Env>;
    /** Bounces and complaints that providers report, at /hooks/mail. */
    mailHooks: Hono<Env>;
    /** What providers report of messages they took, at /hooks/channels. */
    channelHooks: Hono<Env>;
    /** Where providers send people back to, at /hooks/oauth. */
    oauthHooks: Hono<Env>;
  };
  /** How members decide on alerts by the links in their emails. */
  approvalLinks: ApprovalLinks;
  /** How client approvers confirm, by the links in theirs. */
  confirmations: Confirmations;
  /** Where they link accounts in chats. */
  reviewChats: ReviewChats;
  /** What readers do by the links in their emails. */
  subscribers: { unsubscribe: Unsubscribe; preferences: PreferencesService; signUps: SignUps };
  /** Devices of readers; left out where nothing is sent to them. */
  devices?: Devices;
  /** A practice browser for members' notifications, as it subscribes. */
  practiceBrowser?: (() => Promise<unknown>) | null;
  /** What messages are counted by, and how often a network may ask. */
  counting: Pick<Counting, 'opened' | 'clicked' | 'isOld'>;
  countedWait: (c: Context) => Promise<number>;
  /** What anyone may read of what was sent to public pages, and how often a network may. */
  publishing: Publishing;
  publicPageWait: (c: Context) => Promise<number>;
  /** The brand that a host belongs to. Not called for the installation's own hosts. */
  findHost: FindHost;
  /** Whether a request is the proxy's own, and not one that it passes on. */
  isProxy: (c: Context) => boolean;
  /** The pages of a development machine, all below /dev; null in production. */
  development: Hono | null;
  /** Null while everything is running, else the code of what is wrong. */
  ready: () => Promise<string | null>;
  /** What an operator should put right, though the program works. */
  warnings?: () => readonly string[];
  https: boolean;
  log: RequestLog;
};

const PROBES = new Set(['/healthz', '/readyz']);

/** So many domains have their routes made and kept. */
const BRAND_HOSTS = 500;

/** The whole web server, without a port: tests call `createServer(deps).request(…)`. */
export function createServer(deps: ServerDeps): Hono<Env> {
  const server = new Hono<Env>();

  server.use(async (c, next) => {
    const requestId = randomUUID();
    const started = performance.now();
    c.set('requestId', requestId);
    await next();
    for (const [name, value] of Object.entries(securityHeaders(deps.https))) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
    c.res.headers.set('X-Request-Id', requestId);
    // The rest of a rejected body may still arrive, so the connection isn't reused.
    if (c.res.status === 413 || (isUpload(c.req) && c.res.status >= 400)) {
      c.res.headers.set('Connection', 'close');
    }
    // The path only: a query may hold a token.
    deps.log.info(
      {
        request: requestId,
        method: c.req.method,
        path: loggedPath(c.req.path),
        status: c.res.status,
        ms: Math.round(performance.now() - started),
      },
      'request',
    );
  });
  server.onError((error, c) => {
    deps.log.error(
      { err: loggable(error), request: c.get('requestId'), path: loggedPath(c.req.path) },
      'a request failed',
    );
    return problemAnswer(c, error, c.get('requestId'));
  });

  const siteRoutes = createSiteRoutes({
    site: deps.site,
    onNotFound: (path) => deps.log.warn({ path: path.slice(0, 500) }, 'page not found'),
  });
  const brandPages = createBrandPages(deps.site.files.keys());
  const ownHost = URL.parse(deps.publicUrl)?.hostname ?? null;
  const brandHosts = new Map<string, Hono>();
  const serverOf = (found: BrandHost): Hono => {
    const key = Object.values(found).join(' ');
    const made =
      brandHosts.get(key) ?? createBrandHost({ ...deps, pages: brandPages, site: siteRoutes }, found);
    if (brandHosts.size >= BRAND_HOSTS) brandHosts.clear();
    brandHosts.set(key, made);
    return made;
  };
  // A brand's own domain answers what is the brand's, and nothing of what follows.
  server.use(async (c, next) => {
    const host = hostIn(c.req.header('host'));
    if (host === null || host === ownHost) return next();
    // Without a database, probes get their answer by whatever name they use.
    const isProbe = PROBES.has(c.req.path);
    const found = await deps.findHost(host).catch((error: unknown) => {
      if (isProbe) return null;
      throw error;
    });
    if (!found) {
      // The proxy has a place of its own for customers' domains: one that was removed gets nothing of ours there.
      if (c.req.header(LINK_DOMAIN_HEADER) === undefined) return next();
      return brandPages(null, { ...nonePage(), status: 404 });
    }
    return serverOf(found).fetch(c.req.raw, c.env as object);
  });
  server.route('/certificates/ask', createCertificateAsk({ ...deps, ownHost }));

  server.get('/healthz', (c) => c.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' }));
  server.get('/readyz', async (c) => {
    const reason = await deps.ready().catch(() => 'unexpected_failure');
    const ready = reason === null;
    const warnings = deps.warnings?.() ?? [];
    const answer = {
      status: ready ? 'ready' : 'not ready',
      ...(ready ? {} : { reason }),
      ...(warnings.length > 0 && { warnings }),
    };
    return c.json(answer, ready ? 200 : 503, {
      'Cache-Control': 'no-store',
      ...(ready ? {} : { 'Retry-After': String(RETRY_AFTER_S) }),
    });
  });

  const { routes } = deps;
  server.route('/auth/v1', routes.auth);
  server.route('/rest/v1', routes.rest);
  server.route('/functions/v1', routes.functions);
  // Takes no token, so it comes before what does.
  server.route('/api/v1/contact', routes.contact);
  server.route('/api/v1', createApiRoutes(deps));
  server.route('/hooks/payment', routes.paymentHooks);
  server.route('/hooks/rules', routes.ruleHooks);
  server.route('/hooks/mail', routes.mailHooks);
  server.route('/hooks/channels', routes.channelHooks);
  server.route('/hooks/oauth', routes.oauthHooks);
  server.route('/forms', routes.forms);
  server.route('/shared', createSharedRoutes(deps.documents, deps.site.files.keys(), deps.clientAddress));
  server.route(
    '/media',
    createMediaRoutes((hash) => publicPicture(deps.app, hash)),
  );
  server.route('/unsubscribe', createUnsubscribeRoutes(deps.subscribers.unsubscribe, brandPages));
  const counted = { counting: deps.counting, wait: deps.countedWait, brandId: null };
  server.route(CLICK_PATH, createClickRoutes({ ...counted, pages: brandPages }));
  server.route(OPEN_PATH, createOpenRoutes(counted));
  server.route('/decide/confirm', createConfirmRoutes(deps.confirmations, brandPages, deps.reviewChats));
  server.route('/decide', createDecideRoutes(deps.approvalLinks, brandPages));
  const { preferences } = deps.subscribers;
  const devices = deviceParts(deps.devices, { find: preferences.find, clientAddress: deps.clientAddress });
  server.route(
    '/push/account',
    createMemberPushRoutes({ links: deps.approvalLinks, practice: deps.practiceBrowser ?? null }),
  );
  if (devices) server.route('/push', devices.routes);
  server.route(
    '/s',
    createSignUpRoutes(deps.subscribers.signUps, brandPages, deps.clientAddress, devices?.offerTo),
  );
  server.route(
    PUBLIC_PLACES,
    createPublicPages({
      publishing: deps.publishing,
      pages: brandPages,
      wait: deps.publicPageWait,
    }),
  );
  server.route('/preferences', createPreferencesRoutes(deps.subscribers, brandPages, devices));
  if (deps.development) server.route('/', deps.development);
  server.route('/', siteRoutes);
  return server;
}

/**
 * The page's own policy for scripts and styles is in its head (hashes made at build); a header with script-src beside
 * it would forbid what it allows, so this one says only what no page may decide for itself.
 */
function securityHeaders(https: boolean): Record<string, string> {
  return {
    'Content-Security-Policy':
      "frame-ancestors 'none'; base-uri 'self'; object-src 'none'; form-action 'self'",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    ...(https ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}
