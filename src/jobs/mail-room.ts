import { CONNECTIONS } from '#src/platform/mail/transport.ts';

/** How many emails of each queue are sent at a time. */
export const MAIL_WORKERS = {
  account: 2,
  approval: 1,
  lead: 1,
  invitation: 1,
  contact: 1,
  chat: 1,
  notification: 1,
  subscriber: 1,
} as const;

/**
 * How many alerts are sent at a time over the installation's own mail server: the others each have a connection of their
 * own, so that account mail never waits behind alerts.
 */
export const ALERT_ROOM = CONNECTIONS - Object.values(MAIL_WORKERS).reduce((sum, count) => sum + count, 0);
