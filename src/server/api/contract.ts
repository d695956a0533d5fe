import { ACTIVITY } from './activity/contract.ts';
import { LEDGER } from './ledger/contract.ts';
import { ALERTS } from './alerts/contract.ts';
import { ANALYTICS } from './analytics/contract.ts';
import { API_KEYS } from './api-keys/contract.ts';
import { AUDIENCES } from './audiences/contract.ts';
import { BAR_CORRECTION_ENDPOINTS } from './bar-corrections/contract.ts';
import { BARS } from './bars/contract.ts';
import { BILLING } from './billing/contract.ts';
import { BRANDS } from './brands/contract.ts';
import { CALENDAR } from './calendar/contract.ts';
import { CHANNELS } from './channels/contract.ts';
import { CHAT } from './chat/contract.ts';
import { CLIENT_APPROVERS } from './client-approvers/contract.ts';
import { COMMENTS } from './comments/contract.ts';
import { CONTACT_IMPORTS } from './contact-imports/contract.ts';
import { CONTACT_PREFERENCES } from './contact-preferences/contract.ts';
import { CONTACTS } from './contacts/contract.ts';
import { COMPOSED_ALERTS } from './composed/contract.ts';
import { CONNECTIONS } from './connections/contract.ts';
import { CONTENT } from './content/contract.ts';
import { DEPUTIES } from './deputies/contract.ts';
import { DEMO } from './demo/contract.ts';
import { DOCUMENTS } from './documents/contract.ts';
import { FEEDBACK } from './feedback/contract.ts';
import { FEED_KEYS } from './feed-keys/contract.ts';
import { FEEDS } from './feeds/contract.ts';
import { FOLLOW_UPS } from './follow-ups/contract.ts';
import { RESOLUTIONS } from './resolutions/contract.ts';
import { FIRST_RUN } from './first-run/contract.ts';
import { INSTRUMENTS } from './instruments/contract.ts';
import { ME } from './me/contract.ts';
import { NEWS } from './news/contract.ts';
import { NOTIFICATIONS } from './notifications/contract.ts';
import { OPENAPI } from './openapi/contract.ts';
import { ERASURE } from './erasure/contract.ts';
import { EXTERNAL } from './external/contract.ts';
import { PUBLIC_PAGES } from './public-pages/contract.ts';
import { OWN_SYMBOLS } from './own-symbols/contract.ts';
import { REPLAYS } from './replays/contract.ts';
import { REVIEW } from './review/contract.ts';
import { SAMPLES } from './samples/contract.ts';
import { READER_BOTS } from './reader-bots/contract.ts';
import { REVIEW_CHATS } from './review-chats/contract.ts';
import { RULES } from './rules/contract.ts';
import { MUTES } from './mutes/contract.ts';
import { SYMBOL_LISTS_OF_BRANDS } from './symbol-lists/contract.ts';
import { SENDING } from './sending/contract.ts';
import { SECURITY } from './security/contract.ts';
import { SIGNUP_FORMS } from './signup-forms/contract.ts';
import { SENDERS } from './senders/contract.ts';
import { STREAM } from './stream/contract.ts';
import { SUPPRESSIONS } from './suppressions/contract.ts';
import { APPROVAL_POLICIES } from './approval-policies/contract.ts';
import { TEMPLATES } from './templates/contract.ts';
import { TEAM } from './team/contract.ts';
import { TRIAL_RUNS } from './trial-runs/contract.ts';
import { VIEWS } from './views/contract.ts';
import { WATCHLISTS } from './watchlists/contract.ts';
import { WRITER } from './writer/contract.ts';
import type { Endpoint } from '../contract/endpoint.ts';

/** Every endpoint of /api/v1, in the order of the reference: a folder's declarations are a line here. */
export const ENDPOINTS: readonly Endpoint[] = [
  OPENAPI,
  ME,
  NOTIFICATIONS,
  BRANDS,
  APPROVAL_POLICIES,
  TEMPLATES,
  FEEDBACK,
  FIRST_RUN,
  DEMO,
  CHAT,
  TRIAL_RUNS,
  ALERTS,
  COMPOSED_ALERTS,
  REVIEW,
  SAMPLES,
  COMMENTS,
  CONTENT,
  FOLLOW_UPS,
  BAR_CORRECTION_ENDPOINTS,
  RESOLUTIONS,
  PUBLIC_PAGES,
  SENDING,
  MUTES,
  SYMBOL_LISTS_OF_BRANDS,
  WRITER,
  VIEWS,
  ANALYTICS,
  STREAM,
  CHANNELS,
  CONNECTIONS,
  REPLAYS,
  REVIEW_CHATS,
  SENDERS,
  RULES,
  INSTRUMENTS,
  WATCHLISTS,
  EXTERNAL,
  FEEDS,
  FEED_KEYS,
  BARS,
  OWN_SYMBOLS,
  NEWS,
  CALENDAR,
  ERASURE,
  SIGNUP_FORMS,
  READER_BOTS,
  SUPPRESSIONS,
  CONTACTS,
  CONTACT_PREFERENCES,
  CONTACT_IMPORTS,
  AUDIENCES,
  API_KEYS,
  TEAM,
  DEPUTIES,
  CLIENT_APPROVERS,
  ACTIVITY,
  LEDGER,
  DOCUMENTS,
  BILLING,
  SECURITY,
].flatMap((declared) => Object.values<Endpoint>(declared));
