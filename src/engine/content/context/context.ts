import type { Context, ContextFact } from '#src/shared/content/context.ts';
import type { Evidence, Timeframe } from '#src/shared/market.ts';
import { isDaysLong, MONTHS } from '#src/shared/timeframes.ts';
import type { EventKind } from '../../detectors/alert-facts.ts';
import { findDetector } from '../../detectors/registry.ts';
import { followedBy, largestSince, type PastBar, streakOf, wayOf, yearPlace } from './facts.ts';

/** So many bars before an event are looked at: daily ones of some 20 years. */
export const CONTEXT_BARS = 5_000;
/** Rows that are worth a sentence: beside others, and where there is nothing else. */
const STREAK_LONG = 4;
const STREAK_LEAST = 3;

/** Kinds whose texts say what the close was before, so that its change can be spoken of. */
const MOVES_SAID: ReadonlySet<EventKind | undefined> = new Set([
  'big_move',
  'volume_spike',
  'volatility_spike',
  'round_number',
  // A rule of the rule language.
  undefined,
]);

type Asked = {
  detector: string;
  evidence: Evidence;
  timeframe: Timeframe;
  /** Oldest first, the event's bar last. */
  bars: readonly PastBar[];
  /** Which of its facts comes first where there are several. */
  shape: number;
};

/** Bars of a day and longer have sessions, years and what came after; shorter ones have no such context. */
export const hasContext = ({ timeframe, evidence }: Pick<Asked, 'timeframe' | 'evidence'>): boolean =>
  isDaysLong(timeframe) && evidence.until === undefined;

/**
 * What the bars before an event say of it: at most one thing that makes it rare, and one that compares it. Null where
 * there is nothing, or the history is too short.
 */
export function contextOf(asked: Asked): Context | null {
  const { bars, shape } = asked;
  const [first] = bars;
  const alert = findDetector(asked.detector)?.alert;
  // What went the other way than the alert says is left out: it would read as if it were of the alert.
  const way = alert ? (alert.direction(asked.evidence) >= 0 ? 'up' : 'down') : wayOf(bars);
  if (!first || way === null || !hasContext(asked)) return null;
  const kind = alert?.kind;
  // Closes of months aren't all those of a year.
  const place = MONTHS[asked.timeframe] === undefined ? yearPlace(bars, way) : null;
  const isExtreme = place?.fact === 'year_extreme';
  const long = kind === 'streak' ? null : streakOf(bars, way, STREAK_LONG);
  // What the alert is about is said there.
  const isMove = MOVES_SAID.has(kind);
  const rare =
    (isMove ? largestSince(bars, way) : null) ?? (isExtreme && kind !== 'new_extreme' ? place : null) ?? long;
  const minPct = kind === 'big_move' ? (asked.evidence.params['min_pct'] ?? null) : null;
  const comparing = [
    isMove ? followedBy(bars, way, minPct) : null,
    isExtreme ? null : place,
    kind === 'streak' || rare === long ? null : streakOf(bars, way, STREAK_LEAST),
  ].filter((fact) => fact !== null);
  const compared = comparing[shape % Math.max(1, Math.min(2, comparing.length))];
  const facts: ContextFact[] = [rare, compared ?? null].filter((fact) => fact !== null);
  return facts.length === 0 ? null : { from: new Date(first.time).toISOString(), bars: bars.length, facts };
}
