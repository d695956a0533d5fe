import type { Bar } from '#src/shared/market.ts';
import { type Condition, type Operand, partsOf } from '#src/shared/rules/ast.ts';
import type { PriceName } from '#src/shared/rules/prices.ts';
import { EVENTS } from '#src/shared/rules/events.ts';
import { FUNCTIONS } from '#src/shared/rules/functions.ts';
import { OF_DAY_BEFORE, OF_DAY_VOLUME } from '#src/shared/rules/functions-days.ts';
import type { Span } from '#src/shared/rules/spans.ts';
import { operandsCompared } from '#src/shared/rules/figures.ts';
import { type Elsewhere, elsewhereIn, sourceKey } from '#src/shared/rules/elsewhere.ts';
import { detectorOf } from './event-detector.ts';
import type { DayOf } from './others.ts';

/**
 * What a rule looks at: how many bars before a bar decide about it and which time before those, which of their figures,
 * whether when they were matters, and whether the trading days that they belong to do.
 */
export type Needs = {
  bars: number;
  ms: number;
  columns: ReadonlySet<PriceName>;
  times: boolean;
  days: boolean;
  /** How many trading days before that of a bar, of which the earliest is only begun. */
  sessions: number;
};

const MINUTE = 60_000;
/** Two trading days before another are never longer ago: a market's holidays, and a weekend. */
const LONGEST_BREAK = 8 * 1440 * MINUTE;
const nothing: Needs = { bars: 0, ms: 0, columns: new Set(), times: false, days: false, sessions: 0 };
/** The time before a bar that holds all that is needed, whichever its trading days are. */
export const timeNeeded = ({ ms, sessions }: Pick<Needs, 'ms' | 'sessions'>): number =>
  sessions === 0 ? ms : Math.max(ms, LONGEST_BREAK);
const both = (a: Needs, b: Needs): Needs => ({
  bars: Math.max(a.bars, b.bars),
  ms: Math.max(a.ms, b.ms),
  columns: new Set([...a.columns, ...b.columns]),
  times: a.times || b.times,
  days: a.days || b.days,
  sessions: Math.max(a.sessions, b.sessions),
});
const later = (needs: Needs, span: Span): Needs =>
  typeof span === 'object'
    ? { ...needs, bars: needs.bars + 1, ms: needs.ms + span.minutes * MINUTE, times: true }
    : { ...needs, bars: needs.bars + span };

type Call = Extract<Operand, { call: string }>;
const lookbackOf = ({ call, args, back }: Call): number =>
  (FUNCTIONS[call]?.lookback(args) ?? 0) + (back ?? 0);

const needsOfOperand = (operand: Operand): Needs => {
  if ('number' in operand) return nothing;
  if ('price' in operand) return { ...nothing, bars: operand.back ?? 0, columns: new Set([operand.price]) };
  if ('extreme' in operand)
    return later({ ...nothing, columns: new Set([operand.extreme]) }, { minutes: operand.minutes });
  // Which bar from elsewhere is seen from a bar follows from when they were.
  if ('value' in operand) return { ...nothing, times: true };
  if ('negate' in operand) return needsOfOperand(operand.negate);
  if ('op' in operand) return both(needsOfOperand(operand.left), needsOfOperand(operand.right));
  if ('math' in operand) return operand.of.map(needsOfOperand).reduce(both, nothing);
  const own = lookbackOf(operand);
  const { from } = FUNCTIONS[operand.call] ?? {};
  if (from === 'day')
    return {
      bars: own,
      // No trading day is longer, nor with the hour that it has more in autumn.
      ms: (OF_DAY_VOLUME.has(operand.call) ? 1440 : 1500) * MINUTE,
      columns: new Set(
        OF_DAY_VOLUME.has(operand.call)
          ? ['high', 'low', 'close', 'volume']
          : ['open', 'high', 'low', 'close'],
      ),
      times: true,
      days: true,
      sessions: OF_DAY_BEFORE.has(operand.call) ? 2 : 0,
    };
  if (from === 'time') return { ...nothing, bars: own, times: true };
  if (from === 'pairs' || from === 'conditions' || from === 'choices') {
    const parts = [operand.of, operand.with].map((each) => (each ? needsOfOperand(each) : nothing));
    return later(both(operand.when ? needsOf(operand.when) : nothing, parts.reduce(both, nothing)), own);
  }
  if (from === 'bars')
    return { ...nothing, bars: own, columns: new Set(['open', 'high', 'low', 'close', 'volume']) };
  return later(needsOfOperand(operand.of ?? { price: 'close' }), own);
};

export const needsOf = (condition: Condition): Needs => {
  if ('within' in condition) return later(needsOf(condition.of), condition.within);
  if ('not' in condition) return needsOf(condition.not);
  if ('event' in condition) {
    const { columns, times = false } = EVENTS[condition.event] ?? {};
    return { ...nothing, bars: detectorOf(condition).lookback, columns: new Set(columns), times };
  }
  if ('happens' in condition) return { ...nothing, bars: 1, times: true };
  if ('all' in condition) return condition.all.map(needsOf).reduce(both, nothing);
  if ('any' in condition) return condition.any.map(needsOf).reduce(both, nothing);
  const own = operandsCompared(condition).map(needsOfOperand).reduce(both, nothing);
  return later(own, 'moves' in condition ? condition.bars : 1);
};

/** So many bars of a size hold all that is needed; where no size is said, of one minute. */
export const barsNeeded = (needs: Needs, barMinutes = 1): number => {
  const { bars } = needs;
  const ms = timeNeeded(needs);
  return bars + (ms === 0 ? 0 : Math.ceil(ms / (barMinutes * MINUTE)) + bars + 1);
};

/** All that a condition and its evidence ask from elsewhere. */
const elsewhereNeeded = (condition: Condition): Elsewhere[] => [
  ...elsewhereIn(condition),
  ...operandsCompared(condition).flatMap((left) => elsewhereIn({ test: '>', left, right: { number: 0 } })),
];

/** What conditions and their evidence ask of one source, known by its key. */
export const askedOf = (conditions: readonly Condition[], source: string): Elsewhere['of'][] =>
  conditions
    .flatMap(elsewhereNeeded)
    .filter((each) => sourceKey(each.source) === source)
    .map(({ of }) => of);

const ofAny = (parts: readonly (Needs | null)[]): Needs | null => {
  const known = parts.filter((each) => each !== null);
  return known.length === 0 ? null : known.reduce(both);
};
const lookedFor = (operand: Operand, source: string): Needs | null => {
  if ('value' in operand) return sourceKey(operand) === source ? nothing : null;
  const parts = ofAny(
    'call' in operand
      ? [
          operand.when ? sightNeeded(operand.when, source) : null,
          ...[operand.of, operand.with].map((each) => (each ? lookedFor(each, source) : null)),
        ]
      : partsOf(operand).map((each) => lookedFor(each, source)),
  );
  return parts && ('call' in operand ? later(parts, lookbackOf(operand)) : parts);
};
/** How far before a bar those are whose sight of a source decides about a condition; null where it is not looked at. */
export const sightNeeded = (condition: Condition, source: string): Needs | null => {
  if ('within' in condition) {
    const of = sightNeeded(condition.of, source);
    return of && later(of, condition.within);
  }
  if ('not' in condition) return sightNeeded(condition.not, source);
  if ('event' in condition) return null;
  if ('happens' in condition) return sourceKey(condition) === source ? { ...nothing, bars: 1 } : null;
  if ('all' in condition || 'any' in condition)
    return ofAny(
      ('all' in condition ? condition.all : condition.any).map((each) => sightNeeded(each, source)),
    );
  const of = ofAny(operandsCompared(condition).map((each) => lookedFor(each, source)));
  return of && later(of, 'moves' in condition ? condition.bars : 1);
};

/** What the answers to what is asked of one source look at there. */
export const needsElsewhere = (asked: readonly Elsewhere['of'][]): Needs =>
  asked
    .map((each) => ('operand' in each ? needsOfOperand(each.operand) : needsOf(each.condition)))
    .reduce(both, nothing);

/** The index of the last bar of the trading day so many before that of another. */
const beforeSessions = (recent: readonly Bar[], from: number, sessions: number, dayOf: DayOf): number => {
  const days = new Set([dayOf(recent[from]?.ts ?? 0)]);
  let at = from;
  while (at > 0 && days.size <= sessions) {
    at -= 1;
    days.add(dayOf(recent[at]?.ts ?? 0));
  }
  return at;
};

/**
 * The index of the first bar that is needed for the last: never after any that decides, whatever was asked in which
 * order. Without `dayOf`, for a market of any trading days.
 */
export const firstNeeded = (
  recent: readonly Bar[],
  needs: Needs,
  last = recent.length - 1,
  dayOf?: DayOf,
): number => {
  const { bars, sessions } = needs;
  let first = Math.max(0, last - bars);
  const ms = dayOf ? needs.ms : timeNeeded(needs);
  if (ms === 0) return first;
  if (dayOf && sessions > 0) first = beforeSessions(recent, first, sessions, dayOf);
  const from = (recent[Math.max(0, last - bars)]?.ts ?? 0) - ms;
  while (first > 0 && (recent[first]?.ts ?? 0) > from) first -= 1;
  return Math.max(0, first - bars);
};
