import type { FeedState } from '#src/shared/feeds.ts';
import type { StatusTone } from '#src/web/ui/status-tag.tsx';

/** How a feed is, in words. */
export const STATE_WORDS: Record<FeedState, { label: string; tone: StatusTone; says: string }> = {
  live: { label: 'Live', tone: 'done', says: 'Messages come.' },
  connecting: { label: 'Connecting', tone: 'active', says: 'The exchange has not answered yet.' },
  silent: { label: 'Silent', tone: 'fault', says: 'Nothing is heard; it is connected to anew.' },
  maintenance: { label: 'Maintenance', tone: 'waiting', says: 'The exchange is busy with itself.' },
  away: { label: 'Not connected', tone: 'fault', says: 'We keep trying, at growing intervals.' },
  denied: { label: 'Key refused', tone: 'fault', says: 'We try again every 15 minutes.' },
  resting: {
    label: 'Resting',
    tone: 'waiting',
    says: 'It connects as soon as one of its symbols is watched.',
  },
};
