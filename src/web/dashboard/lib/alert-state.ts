import type { AlertState } from '#src/shared/alerts.ts';
import type { StatusTone } from '#src/web/ui/status-tag.tsx';

/** How the state of an alert is told, everywhere in the account area. */
export const ALERT_STATUS: Readonly<Record<AlertState, { tone: StatusTone; label: string }>> = {
  drafted: { tone: 'active', label: 'Being written' },
  pending_review: { tone: 'waiting', label: 'Waiting for review' },
  approved: { tone: 'active', label: 'Approved' },
  scheduled: { tone: 'waiting', label: 'Scheduled' },
  sending: { tone: 'active', label: 'Sending' },
  sent: { tone: 'done', label: 'Sent' },
  partly_sent: { tone: 'unsure', label: 'Partly sent' },
  failed: { tone: 'fault', label: 'Failed' },
  unknown: { tone: 'unsure', label: 'Unknown' },
  rejected: { tone: 'unsure', label: 'Rejected' },
  expired: { tone: 'unsure', label: 'Expired' },
  withheld: { tone: 'fault', label: 'Held back' },
};

/** The state of an alert in the list: one that waits for an address to be confirmed says so. */
export function alertStatus(alert: { state: AlertState; held: boolean }): {
  tone: StatusTone;
  label: string;
} {
  return alert.held ? { tone: 'waiting', label: 'Waiting for a confirmation' } : ALERT_STATUS[alert.state];
}
