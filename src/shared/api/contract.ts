import type { Endpoint } from './endpoint.ts';
import { ACCOUNT } from './endpoints/account.ts';
import { ALERTS } from './endpoints/alerts.ts';
import { BILLING } from './endpoints/billing.ts';
import { CALENDAR_ENDPOINTS } from './endpoints/calendar.ts';
import { CHAT } from './endpoints/chat.ts';
import { DEMO } from './endpoints/demo.ts';
import { FEEDS } from './endpoints/feeds.ts';
import { KEYS } from './endpoints/keys.ts';
import { OUTSIDE } from './endpoints/outside.ts';
import { RULES } from './endpoints/rules.ts';
import { TEAM } from './endpoints/team.ts';
import { FIRST_RUN } from './endpoints/first-run.ts';
import { WORKSPACE } from './endpoints/workspace.ts';
import { DOCUMENTS } from './endpoints/documents.ts';

/** Every address of /api/v1, in the order of its reference page: a file of endpoints/ and a line here. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...WORKSPACE,
  ...FIRST_RUN,
  ...DEMO,
  ...CHAT,
  ...ALERTS,
  ...RULES,
  ...OUTSIDE,
  ...FEEDS,
  ...CALENDAR_ENDPOINTS,
  ...KEYS,
  ...TEAM,
  ...DOCUMENTS,
  ...BILLING,
  ...ACCOUNT,
];
