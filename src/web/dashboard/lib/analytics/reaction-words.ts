import type { ReactionCounts } from '#src/shared/analytics-reactions.ts';
import { sentLabel } from '#src/web/dashboard/lib/sent-label.ts';

type Column = { name: keyof ReactionCounts; label: string };

/** In the order in which they happen. */
export const reactionColumns = (): Column[] => [
  { name: 'sent', label: sentLabel() },
  { name: 'delivered', label: 'Delivered' },
  { name: 'opened', label: 'Opened' },
  { name: 'clicked', label: 'Clicked' },
  { name: 'bounced', label: 'Bounced' },
  { name: 'complained', label: 'Complaints' },
  { name: 'unsubscribed', label: 'Unsubscribed' },
];

/** A part of a whole in percent: one decimal below ten, and nothing of nothing. */
export function shareOf(part: number, whole: number): string | null {
  if (whole === 0) return null;
  const percent = (part / whole) * 100;
  const digits = percent > 0 && percent < 10 ? 1 : 0;
  return `${percent.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}%`;
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** What is in none of the numbers, in a sentence; null where there is nothing of it. */
export function apartWords({ maybeOpened, robotOpened, robotClicked }: ReactionCounts): string | null {
  const parts = [
    ...(maybeOpened > 0
      ? [`${counted(maybeOpened, 'open', 'opens')} by mail apps that hide their readers`]
      : []),
    ...(robotOpened > 0 ? [`${counted(robotOpened, 'open', 'opens')} by robots`] : []),
    ...(robotClicked > 0 ? [`${counted(robotClicked, 'click', 'clicks')} by robots`] : []),
  ];
  return parts.length === 0 ? null : `Not included: ${parts.join(', ')}.`;
}
