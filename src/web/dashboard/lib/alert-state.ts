import type { AlertState } from '#src/shared/alerts.ts';
import type { StatusTone } from '#src/web/ui/status-tag.tsx';
import { sentLabel } from './sent-label.ts';

/** Labels of alert states, everywhere in the account area. */
export const ALERT_STATUS: Readonly<Record<AlertState, { tone: StatusTone; label: string }>> = {
  drafted: { tone: 'active', label: 'Being written' },
  pending_review: { tone: 'waiting', label: 'Waiting for review' },
  approved: { tone: 'active', label: 'Approved' },
  scheduled: { tone: 'waiting', label: 'Scheduled' },
  sending: { tone: 'active', label: 'Sending' },
  sent: {
    tone: 'done',
    // Asked when it is shown: a page is of the demo or of an account.
    get label() {
      return sentLabel();
    },
  },
  partly_sent: { tone: 'unsure', label: 'Partly sent' },
  failed: { tone: 'fault', label: 'Failed' },
  unknown: { tone: 'unsure', label: 'Unknown' },
  rejected: { tone: 'unsure', label: 'Rejected' },
  expired: { tone: 'unsure', label: 'Expired' },
  withheld: { tone: 'fault', label: 'Held back' },
};

/** The state of an alert in the list. One that waits for an address to be confirmed has a label of its own. */
export function alertStatus(alert: { state: AlertState; held: boolean }): {
  tone: StatusTone;
  label: string;
} {
  return alert.held ? { tone: 'waiting', label: 'Waiting for a confirmation' } : ALERT_STATUS[alert.state];
}
