/** What an alert is about, for people who want some of it. By the detector that found it; `rule` is a rule's own condition. */
export const TOPICS = {
  moves: { label: 'Price moves', detectors: ['big_move', 'gap', 'streak', 'round_number'] },
  extremes: { label: 'New highs and lows', detectors: ['new_high', 'new_low'] },
  trends: { label: 'Trends and momentum', detectors: ['golden_cross', 'death_cross', 'rsi_cross'] },
  activity: { label: 'Volume and volatility', detectors: ['volume_spike', 'volatility_spike'] },
  patterns: { label: 'Chart patterns', detectors: ['candle', 'opening_range_break'] },
  conditions: { label: 'Combined conditions', detectors: ['rule'] },
  news: { label: 'News', detectors: ['news'] },
  calendar: { label: 'Economic calendar and earnings', detectors: ['calendar'] },
  other: { label: 'Other alerts', detectors: ['webhook'] },
} as const satisfies Record<string, { label: string; detectors: readonly string[] }>;

export type Topic = keyof typeof TOPICS;
export const TOPIC_NAMES = Object.keys(TOPICS) as [Topic, ...Topic[]];

const byDetector = new Map<string, Topic>(
  TOPIC_NAMES.flatMap((topic) => TOPICS[topic].detectors.map((detector) => [detector, topic] as const)),
);

/** Stands for a detector where a digest is sent. */
export const DIGEST = 'digest';

/** The topic of what is sent; `other` for a detector that no topic names, null for a digest: its alerts have theirs. */
export const topicOf = (detector: string): Topic | null =>
  detector === DIGEST ? null : (byDetector.get(detector) ?? 'other');

export const isTopic = (name: string): name is Topic => Object.hasOwn(TOPICS, name);
