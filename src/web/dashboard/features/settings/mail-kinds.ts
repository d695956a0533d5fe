import type { MailedKind } from '#src/shared/notifications.ts';

/** Labels of the notification emails. */
export const MAIL_KINDS: Record<MailedKind, string> = {
  alert_emails: 'Alerts',
  alert_waiting: 'An alert waits for your review',
  checks_waiting: 'Alerts wait for a check',
  correction_waiting: 'Corrections of published alerts wait for you',
  alert_failed: 'An alert couldn’t be delivered',
  alert_unknown: 'An alert’s outcome is unknown',
  allowance_near: 'Four fifths of the month’s alerts are used',
  allowance_used: 'The month’s alerts are used up',
  contacts_near: 'Four fifths of the plan’s contacts are used',
  contacts_full: 'The plan’s contacts are used up',
  contacts_over: 'There are more contacts than the plan includes',
  first_alert_sent: 'The first alert went out',
  plan_changed: 'The plan was changed',
  chat_answer: 'Support answered',
  member_joined: 'A member joined',
  role_changed: 'Your role was changed',
  deputy_set: 'Someone names you as a deputy, or names one for you',
  mentioned: 'A comment mentions you',
  connection_failing: 'A connection is failing',
  rule_suspended: 'A rule is suspended, as it triggers too often',
  sending_domain_lost: 'DNS records of a sending domain are missing',
  link_domain_lost: 'A brand’s link domain stopped working',
  feed_silent: 'No prices come from a feed',
};
