import { type Context, Hono } from 'hono';
import type { Billing } from '#src/billing/index.ts';
import type { Chat } from '#src/chat/index.ts';
import type { Database } from '#src/db/database.ts';
import { loggable } from '#src/loggable.ts';
import { openApi } from '#src/shared/api/openapi.ts';
import { answerableMember } from '#src/db/queries/membership.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { createOperatorRoutes, type OperatorDeps } from '../operator/routes.ts';
import { problemAnswer } from '../problem.ts';
import type { Team } from '#src/workspaces/team/index.ts';
import type { Actor as ActivityActor } from '#src/db/queries/activity.ts';
import { activityActor, type ApiEnv, personOf } from './actor.ts';
import { addActivityRoutes } from './activity.ts';
import { addAlertRoutes } from './alerts.ts';
import { addBillingRoutes } from './billing.ts';
import { addCalendarRoutes } from './calendar.ts';
import { addChatRoutes } from './chat.ts';
import type { Documents } from '#src/documents/index.ts';
import { addDocumentRoutes } from './documents.ts';
import type { FeedDesk } from '#src/engine/feeds/desk.ts';
import { addBarImportRoutes } from './bar-import.ts';
import { addOwnSymbolRoutes } from './own-symbols.ts';
import { addFeedRoutes } from './feeds.ts';
import { addFirstRunRoutes } from './first-run.ts';
import { addFeedbackRoute, type FeedbackDeps } from './feedback.ts';
import { addApiKeyRoutes, type ApiKeyDeps } from './api-keys.ts';
import { addAnalyticsRoutes } from './analytics.ts';
import { addDemoSession, type DemoDeps, serveDemo } from './demo.ts';
import { idempotent, type KeepAnswer, keeping } from './idempotency.ts';
import { addInstrumentRoutes } from './instruments.ts';
import { addInvitationRoutes, addOpenInvitationRoutes } from './invitations.ts';
import { readMe } from './me.ts';
import { addNotificationRoutes, type NotificationDeps } from './notifications.ts';
import { requirePermitted } from './permitted.ts';
import { type CountRequest, limitRate } from './rate.ts';
import { addSecurityRoutes, type SecurityDeps } from './security.ts';
import { type CheckKey, type CheckSession, requireSignedIn } from './signed-in.ts';
import type { LiveHub } from './live-hub.ts';
import { addStreamRoute } from './stream-route.ts';
import { addNewsRoutes } from './news.ts';
import { addOutsideRoutes } from './outside.ts';
import { addRuleRoutes, type RuleRouteDeps } from './rules.ts';
import { addTeamRoutes } from './team.ts';
import { addViewRoutes } from './views.ts';
import { tellChanges } from './changes.ts';
import { requireWritable } from './writable.ts';

export type ApiDeps = {
  app: Database;
  clock: Clock;
  checkSession: CheckSession;
  /** Whoever knows no keys leaves it out. */
  checkKey?: CheckKey;
  /** Starts one real run of the workspace's rule and answers its id. @throws AppError trial_run_limit */
  requestTrialRun: (request: {
    workspaceId: string;
    userId: string;
    actor: ActivityActor;
    keepAnswer?: KeepAnswer;
  }) => Promise<string>;
  hub: LiveHub;
  /** Where webhooks are called; without it their addresses begin with the path. */
  publicUrl?: string;
  /** Addresses of private networks may be sources of news and calendars. */
  privateAddresses?: boolean;
  /** Hints to the streams of all processes. */
  announce?: NotificationDeps['announce'];
  stop: AbortSignal;
  outboxUrl: string | null;
  /** Whoever counts no requests leaves it out. */
  countRequest?: CountRequest;
  /** With what requests are hashed that may be sent again. Whoever keeps no answers leaves it out. */
  idempotencyKey?: Buffer;
  /** Whoever shows no demo leaves it out. */
  demo?: DemoDeps;
  /** Whoever sells nothing leaves it out. */
  billing?: Billing;
  /** Whoever serves no accounts leaves it out. */
  security?: SecurityDeps;
  /** Whoever knows no keys leaves it out. */
  apiKeys?: ApiKeyDeps;
  /** Members, invitations, roles. Whoever has none leaves it out. */
  team?: Team;
  /** The address of the peer, or of the client behind a trusted proxy; null where it cannot be known. */
  clientAddress?: (c: Context) => string | null;
  /** Whoever takes no messages leaves these out. */
  feedback?: FeedbackDeps;
  chat?: Chat;
  /** Bars that ship with the product, for replays. Whoever has none leaves it out. */
  recordedBars?: RuleRouteDeps['recordedBars'];
  /** Whoever keeps no documents leaves it out. */
  documents?: Documents;
  /** Whoever reads no feeds leaves it out. */
  feeds?: FeedDesk;
  /** Whoever has no operators leaves it out. */
  operator?: Pick<OperatorDeps, 'secondFactor' | 'chat' | 'jobs' | 'announce'>;
  log: { error: (context: object, message: string) => void };
};

/** /api/v1: everything the account area shows, and what customers' programs may ask. */
export function createApiRoutes(deps: ApiDeps): Hono<ApiEnv> {
  const api = new Hono<ApiEnv>();
  api.onError((error, c) => {
    if (!(error instanceof AppError)) {
      deps.log.error(
        { err: loggable(error), request: c.get('requestId'), path: c.req.path },
        'a request failed',
      );
    }
    return problemAnswer(c, error, c.get('requestId'));
  });
  // For whoever writes a program: before the check of the token.
  const contract = openApi();
  api.get('/openapi.json', (c) => c.json(contract, 200, { 'Cache-Control': 'public, max-age=300' }));

  addDemoSession(api, deps);
  const { team, clientAddress = () => null } = deps;
  // For whoever has the mail, with an account or without: before the check of the token.
  if (team) addOpenInvitationRoutes(api, { team, clientAddress });
  // Its own guard: what workspace somebody belongs to is no matter here.
  if (deps.operator) api.route('/operator', createOperatorRoutes({ ...deps, ...deps.operator }));

  api.use(requireSignedIn(deps));
  api.use(serveDemo(deps));
  api.use(limitRate(deps));
  api.use(requirePermitted);
  api.use(requireWritable(deps));
  api.use(idempotent(deps));
  api.use(async (c, next) => {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  });

  api.get('/me', async (c) =>
    c.json(await readMe(deps, { user: personOf(c), membership: c.get('membership') })),
  );

  api.use(tellChanges(deps));

  addAlertRoutes(api, deps);
  addViewRoutes(api, deps);
  addRuleRoutes(api, deps);
  addInstrumentRoutes(api, deps);
  addNewsRoutes(api, { app: deps.app, clock: deps.clock, allowPrivate: deps.privateAddresses ?? false });
  addCalendarRoutes(api, {
    app: deps.app,
    clock: deps.clock,
    allowPrivate: deps.privateAddresses ?? false,
    announce: deps.announce ?? (() => undefined),
  });
  addOutsideRoutes(api, { app: deps.app, clock: deps.clock, publicUrl: deps.publicUrl ?? '' });
  addAnalyticsRoutes(api, deps);
  addNotificationRoutes(api, deps);
  addActivityRoutes(api, deps);
  if (team) {
    addTeamRoutes(api, { ...deps, team });
    addInvitationRoutes(api, { ...deps, team });
  }
  addFirstRunRoutes(api, deps);

  api.post('/trial-runs', async (c) => {
    const { workspaceId } = c.get('membership');
    const actor = c.get('actor');
    const userId =
      actor.kind !== 'key'
        ? actor.user.id
        : await withTenant(deps.app, workspaceId, (tx) => answerableMember(tx, actor.key.createdBy));
    const id = await deps.requestTrialRun({
      workspaceId,
      userId,
      actor: activityActor(c),
      ...keeping(c),
    });
    return c.json({ id }, 202);
  });

  addStreamRoute(api, deps);
  if (deps.billing) addBillingRoutes(api, deps.billing);
  if (deps.security) addSecurityRoutes(api, deps.security);
  if (deps.apiKeys) addApiKeyRoutes(api, { ...deps.apiKeys, app: deps.app });
  if (deps.feedback) addFeedbackRoute(api, deps.feedback);
  if (deps.chat) addChatRoutes(api, deps.chat);
  if (deps.feeds) {
    addFeedRoutes(api, deps.feeds);
    addBarImportRoutes(api, deps.feeds);
    addOwnSymbolRoutes(api, deps.feeds);
  }
  if (deps.documents) addDocumentRoutes(api, deps.documents, clientAddress);
  // An unknown path must not fall through to the site's pages.
  api.all('*', () => {
    throw new AppError('not_found');
  });
  return api;
}
