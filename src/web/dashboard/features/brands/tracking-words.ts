import type { Tracking } from '#src/shared/tracking.ts';

/** What a brand can count, as one choice. */
const CHOICES: Readonly<Record<string, { label: string; tracking: Tracking }>> = {
  none: { label: 'Nothing', tracking: { opens: false, clicks: false } },
  clicks: { label: 'Clicks', tracking: { opens: false, clicks: true } },
  opens: { label: 'Opens of emails', tracking: { opens: true, clicks: false } },
  both: { label: 'Opens of emails, and clicks', tracking: { opens: true, clicks: true } },
};

export const TRACKING_OPTIONS = Object.entries(CHOICES).map(([value, { label }]) => ({ value, label }));

export const choiceOf = ({ opens, clicks }: Tracking): string =>
  opens ? (clicks ? 'both' : 'opens') : clicks ? 'clicks' : 'none';

export const trackingOf = (choice: string): Tracking =>
  CHOICES[choice]?.tracking ?? { opens: false, clicks: false };

export const trackingLabel = (tracking: Tracking): string => CHOICES[choiceOf(tracking)]?.label ?? '';
