import type { FeedState } from '#src/shared/feeds.ts';
import type { StatusTone } from '#src/web/ui/status-tag.tsx';

/** How a feed is, in words. */
export const STATE_WORDS: Record<FeedState, { label: string; tone: StatusTone; says: string }> = {
  live: { label: 'Live', tone: 'done', says: 'Receiving data.' },
  connecting: { label: 'Connecting', tone: 'active', says: 'Waiting for the exchange to answer.' },
  silent: { label: 'Silent', tone: 'fault', says: 'No data is arriving. We’re reconnecting.' },
  maintenance: { label: 'Maintenance', tone: 'waiting', says: 'The exchange is under maintenance.' },
  away: { label: 'Not connected', tone: 'fault', says: 'We keep trying, at growing intervals.' },
  denied: { label: 'Key rejected', tone: 'fault', says: 'We retry every 15 minutes.' },
  resting: {
    label: 'Idle',
    tone: 'waiting',
    says: 'It connects when you watch one of its symbols.',
  },
};
