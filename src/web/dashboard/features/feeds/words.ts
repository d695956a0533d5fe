import type { FeedHappening, FeedState } from '#src/shared/feeds.ts';
import type { StatusTone } from '#src/web/ui/status-tag.tsx';

export const STATE_WORDS: Record<FeedState, { label: string; tone: StatusTone; says: string }> = {
  live: { label: 'Live', tone: 'done', says: 'Messages come.' },
  connecting: { label: 'Connecting', tone: 'active', says: 'The exchange has not answered yet.' },
  silent: { label: 'Silent', tone: 'fault', says: 'Nothing is heard; it is connected to anew.' },
  maintenance: { label: 'Maintenance', tone: 'waiting', says: 'The exchange is busy with itself.' },
  away: { label: 'Not connected', tone: 'fault', says: 'It is tried again, at growing intervals.' },
  resting: {
    label: 'Resting',
    tone: 'waiting',
    says: 'It connects as soon as one of its symbols is watched.',
  },
};

export const HAPPENING_WORDS: Record<FeedHappening['kind'], string> = {
  live: 'is live again',
  silent: 'fell silent',
  away: 'lost the connection',
  maintenance: 'is being maintained',
  lost: 'lost trades',
  hole: 'was not watched for long; bars are missing',
  refused: 'refused what it was asked',
};

/** A delay as people say it: `120 ms`, `2.4 s`. */
export const lagText = (ms: number): string =>
  Math.abs(ms) < 1000 ? `${Math.max(0, ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
