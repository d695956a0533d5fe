import { Hono } from 'hono';
import { loggable } from '#src/platform/log/loggable.ts';
import type { Chat } from '#src/support/chat/chat.ts';
import { AppError } from '#src/shared/errors.ts';
import type { OperatorDeps } from '../operator/deps.ts';
import { createOperatorRoutes } from '../operator/routes.ts';
import { problemAnswer } from '../problem.ts';
import { addActivityRoutes } from './activity/activity.ts';
import { addLedgerRoutes } from './ledger/ledger.ts';
import type { ApiEnv } from './actor.ts';
import { addAlertRoutes } from './alerts/alerts.ts';
import { addAnalyticsRoutes } from './analytics/analytics.ts';
import { addApiKeyRoutes } from './api-keys/api-keys.ts';
import { addAudienceRoutes } from './audiences/audiences.ts';
import { addBarCorrectionRoutes } from './bar-corrections/bar-corrections.ts';
import { addBarImportRoutes } from './bars/bar-import.ts';
import { addBillingRoutes } from './billing/billing.ts';
import { addBrandRoutes } from './brands/brands.ts';
import { addCalendarRoutes } from './calendar/calendar.ts';
import { addChannelRoutes } from './channels/channels.ts';
import { addChatRoutes } from './chat/chat.ts';
import { addClientApproverRoutes } from './client-approvers/client-approvers.ts';
import { addCommentRoutes } from './comments/comments.ts';
import { addContactImportRoutes } from './contact-imports/contact-imports.ts';
import { addContactPreferencesRoutes } from './contact-preferences/contact-preferences.ts';
import { addContactRoutes } from './contacts/contacts.ts';
import { addComposedRoutes } from './composed/composed.ts';
import { addConnectionRoutes } from './connections/connections.ts';
import { addContentRoutes } from './content/content.ts';
import { addDemoRoutes } from './demo/session.ts';
import { addDeputyRoutes } from './deputies/deputies.ts';
import { addDocumentRoutes } from './documents/documents.ts';
import { addFeedbackRoute } from './feedback/feedback.ts';
import { addFeedKeyRoutes } from './feed-keys/feed-keys.ts';
import { addFeedRoutes } from './feeds/feeds.ts';
import { addPublicPageRoutes } from './public-pages/public-pages.ts';
import { addFollowUpRoutes } from './follow-ups/follow-ups.ts';
import { addResolutionRoutes } from './resolutions/resolutions.ts';
import { addFirstRunRoutes } from './first-run/first-run.ts';
import { addInstrumentRoutes } from './instruments/instruments.ts';
import { addInvitationRoutes } from './team/invitations.ts';
import { addMeRoute } from './me/me.ts';
import { addNewsRoutes } from './news/news.ts';
import { addNotificationRoutes } from './notifications/notifications.ts';
import { addOpenApiRoute } from './openapi/openapi.ts';
import { addErasureRoute } from './erasure/erasure.ts';
import { addExternalRoutes } from './external/external.ts';
import { addOwnSymbolRoutes } from './own-symbols/own-symbols.ts';
import { addReviewRoutes } from './review/review.ts';
import { addSampleRoutes } from './samples/samples.ts';
import { addReaderBotRoutes } from './reader-bots/reader-bots.ts';
import { addReviewChatRoutes } from './review-chats/review-chats.ts';
import { createRoute, type GuardDeps, refuseOthers, type Route } from './route.ts';
import { addRuleRoutes } from './rules/rules.ts';
import { addMuteRoutes } from './mutes/mutes.ts';
import { addReplayRoutes } from './replays/replays.ts';
import { addSymbolListRoutes } from './symbol-lists/symbol-lists.ts';
import { addSendingRoutes } from './sending/sending.ts';
import { addSecurityRoutes } from './security/security.ts';
import { addSignupFormRoutes } from './signup-forms/signup-forms.ts';
import { addSenderRoutes } from './senders/senders.ts';
import { addStreamRoute } from './stream/stream-route.ts';
import { addSuppressionRoutes } from './suppressions/suppressions.ts';
import { addTeamRoutes } from './team/team.ts';
import { addApprovalPolicyRoutes } from './approval-policies/approval-policies.ts';
import { addTemplateRoutes } from './templates/templates.ts';
import { addTrialRunRoute } from './trial-runs/trial-runs.ts';
import { addViewRoutes } from './views/views.ts';
import { addWatchlistRoutes } from './watchlists/watchlists.ts';
import { addWriterRoutes } from './writer/writer.ts';

/** Every feature of /api/v1: its folder serves its endpoints, and names the parts of the program that it needs. */
const FEATURES = [
  addOpenApiRoute,
  addMeRoute,
  addNotificationRoutes,
  addBrandRoutes,
  addApprovalPolicyRoutes,
  addClientApproverRoutes,
  addReviewChatRoutes,
  addTemplateRoutes,
  addWriterRoutes,
  addFeedbackRoute,
  addFirstRunRoutes,
  addDemoRoutes,
  addChatRoutes,
  addTrialRunRoute,
  // Before the address of one alert, which would be any word.
  addComposedRoutes,
  addAlertRoutes,
  addReviewRoutes,
  addSampleRoutes,
  addBarCorrectionRoutes,
  addCommentRoutes,
  addContentRoutes,
  addFollowUpRoutes,
  addResolutionRoutes,
  addPublicPageRoutes,
  addSendingRoutes,
  addMuteRoutes,
  addReplayRoutes,
  addSymbolListRoutes,
  addViewRoutes,
  addAnalyticsRoutes,
  addStreamRoute,
  addChannelRoutes,
  addConnectionRoutes,
  addSenderRoutes,
  addRuleRoutes,
  addInstrumentRoutes,
  addWatchlistRoutes,
  addExternalRoutes,
  addFeedRoutes,
  addFeedKeyRoutes,
  addBarImportRoutes,
  addOwnSymbolRoutes,
  addNewsRoutes,
  addCalendarRoutes,
  addErasureRoute,
  addSignupFormRoutes,
  addReaderBotRoutes,
  addSuppressionRoutes,
  addContactRoutes,
  addContactPreferencesRoutes,
  addContactImportRoutes,
  addAudienceRoutes,
  addApiKeyRoutes,
  addTeamRoutes,
  addInvitationRoutes,
  addDeputyRoutes,
  addActivityRoutes,
  addLedgerRoutes,
  addDocumentRoutes,
  addBillingRoutes,
  addSecurityRoutes,
] as const;

/** What all features together need: an intersection, as each is handed the whole. */
type FeatureDeps = (typeof FEATURES)[number] extends (route: Route, deps: infer Deps) => void ? Deps : never;

export type ApiDeps = FeatureDeps &
  GuardDeps & {
    chat: Chat;
    operator: Pick<OperatorDeps, 'secondFactor' | 'jobs'>;
    log: { error: (context: object, message: string) => void };
  };

/** /api/v1: everything the account area shows, and what customers' programs may call. */
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
  // Guarded by itself: operators need no workspace.
  api.route('/operator', createOperatorRoutes({ ...deps, ...deps.operator }));
  const route = createRoute(api, deps);
  for (const add of FEATURES) add(route, deps);
  // An unknown path must not fall through to the site's pages.
  refuseOthers(api, deps);
  return api;
}
