import type { DeliveryState, RecentState } from '#src/shared/alerts.ts';
import type { StatusTone } from '#src/web/ui/status-tag.tsx';
import { sentLabel } from './sent-label.ts';

/** Labels of delivery states. */
export const DELIVERY_STATUS: Readonly<Record<DeliveryState, { tone: StatusTone; label: string }>> = {
  sent: {
    tone: 'done',
    // Asked when it is shown: a page is of the demo or of an account.
    get label() {
      return sentLabel();
    },
  },
  rejected: { tone: 'fault', label: 'Failed' },
  held: { tone: 'waiting', label: 'Held' },
  pending: { tone: 'active', label: 'Sending' },
  sending: { tone: 'active', label: 'Sending' },
  retry: { tone: 'active', label: 'Sending' },
  unknown: { tone: 'unsure', label: 'Unknown' },
};

/** As in Recent alerts, where an alert that was kept has no delivery. */
export const RECENT_STATUS: Readonly<Record<RecentState, { tone: StatusTone; label: string }>> = {
  ...DELIVERY_STATUS,
  held: { tone: 'waiting', label: 'Waiting for your confirmation' },
  withheld: { tone: 'fault', label: 'Held back' },
};
