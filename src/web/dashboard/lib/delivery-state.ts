import type { DeliveryState } from '#src/shared/alerts.ts';
import type { StatusTone } from '#src/web/ui/status-tag.tsx';

/** How the state of a delivery is told. */
export const DELIVERY_STATUS: Readonly<Record<DeliveryState, { tone: StatusTone; label: string }>> = {
  sent: { tone: 'done', label: 'Sent' },
  rejected: { tone: 'fault', label: 'Failed' },
  held: { tone: 'waiting', label: 'Waiting for your confirmation' },
  pending: { tone: 'active', label: 'Sending' },
  sending: { tone: 'active', label: 'Sending' },
  retry: { tone: 'active', label: 'Sending' },
  unknown: { tone: 'unsure', label: 'Unknown' },
};
