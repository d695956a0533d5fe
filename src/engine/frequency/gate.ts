import type { Bar, Timeframe } from '#src/shared/market.ts';
import type { RuleSettings } from '#src/shared/rules/settings.ts';
import { BAR_MINUTES } from '#src/shared/rules/spans.ts';
import { openDuring } from './hours.ts';

const MINUTE = 60_000;

/** What a rule says at a moment. `bar`: the start of the bar it is about, ms; `closed`: that bar is done. */
export type Said = {
  /** The moment, ms since the epoch, as `momentsOf` has it; not before the one before. */
  ts: number;
  bar: number;
  closed: boolean;
  isTrue: boolean;
  /** Is the rule of `rearm` true? Left out where there is none. */
  isRearmed?: boolean;
};

/** All that is remembered between moments; times are null where there is none yet. */
export type GateState = {
  wasTrue: boolean;
  armed: boolean;
  spokeAt: number | null;
  spokeOnBar: number | null;
  /** The day on which it spoke last, and how often it did on it; only where the settings count them. */
  day: string | null;
  onDay: number;
};

export const NEW_GATE: GateState = {
  wasTrue: false,
  armed: true,
  spokeAt: null,
  spokeOnBar: null,
  day: null,
  onDay: 0,
};

/**
 * Whether a rule also triggers on bars that are not closed. Those of a minute never are: they are the smallest, and an
 * open bar is looked at whenever a smaller one has closed.
 */
export const speaksEarly = ({ frequency }: RuleSettings, timeframe: Timeframe): boolean =>
  timeframe !== '1m' && (frequency === 'once_per_bar' || typeof frequency === 'object');

/**
 * The moments (ms, UTC) by which a rule counts time: bars are told by their starts, all by the same. A rule that also
 * triggers before they close goes by what is known until when: the end of a closed bar, and within it what it was
 * shown until. `endOf`: the first moment after a closed bar; without, the length of a bar later.
 */
export const momentsOf = (
  settings: RuleSettings,
  timeframe: Timeframe,
  endOf: (ts: number) => number = (ts) => ts + BAR_MINUTES[timeframe] * MINUTE,
): ((bar: Bar) => number) =>
  speaksEarly(settings, timeframe) ? (bar) => bar.until ?? endOf(bar.ts) : ({ ts }) => ts;

/**
 * Until when (ms) a rule that need not be armed says nothing more on bars that are not closed, whatever is true;
 * Infinity: until `bar` is over.
 */
export const silentUntil = (
  { frequency, cooldown_minutes: cooldown = 0 }: RuleSettings,
  { spokeAt, spokeOnBar }: GateState,
  bar: number,
): number => {
  if (spokeAt === null) return Number.NEGATIVE_INFINITY;
  if (frequency === 'once_per_bar' && spokeOnBar === bar) return Number.POSITIVE_INFINITY;
  const between = typeof frequency === 'object' ? Math.max(frequency.minutes, cooldown) : cooldown;
  return spokeAt + between * MINUTE;
};

const DAY_FORMAT = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;

/**
 * Decides moment by moment whether a rule on bars of a timeframe that is true may speak: frequency, cooldown, hysteresis, expiry, hours and
 * how many a day.
 * A pure step: the state goes in and comes out, plain data. What keeps a rule from speaking does not keep it from being
 * true: one that became true while it had to be silent does not speak later, unless its frequency is about every bar
 * or minute.
 */
export const gate = (
  settings: RuleSettings,
  timeframe: Timeframe,
): ((state: GateState, said: Said) => { state: GateState; triggers: boolean }) => {
  const { frequency, cooldown_minutes: cooldown = 0, rearm, expires, hours, most_per_day: most } = settings;
  const isOpenOnBar = hours ? openDuring(hours, BAR_MINUTES[timeframe]) : () => true;
  const isOpenInMinute = hours ? openDuring(hours, 1) : () => true;
  // Of a bar that is not over, the last minute that is known: the whole bar may have hours in it that are yet to come.
  const isOpen = ({ closed, bar, ts }: Said): boolean =>
    closed ? isOpenOnBar(bar) : isOpenInMinute(ts - MINUTE);
  const days =
    most === undefined
      ? null
      : new Intl.DateTimeFormat('en-CA', { ...DAY_FORMAT, timeZone: hours?.time_zone ?? 'UTC' });
  const dayOf = ({ bar, ts }: Said): string | null => days?.format(Math.max(bar, ts - 1)) ?? null;

  const isTurn = (state: GateState, said: Said): boolean => {
    switch (frequency) {
      case 'once':
        return state.spokeAt === null;
      case 'every_time':
        return !state.wasTrue;
      case 'once_per_bar':
        return state.spokeOnBar !== said.bar;
      case 'once_per_bar_close':
        return said.closed && state.spokeOnBar !== said.bar;
      default:
        return state.spokeAt === null || said.ts - state.spokeAt >= frequency.minutes * MINUTE;
    }
  };

  return (state, said) => {
    const armed = state.armed || said.isRearmed === true;
    const triggers =
      said.isTrue &&
      armed &&
      isTurn(state, said) &&
      (state.spokeAt === null || said.ts - state.spokeAt >= cooldown * MINUTE) &&
      (expires === undefined || said.ts < expires) &&
      isOpen(said) &&
      (most === undefined || state.day !== dayOf(said) || state.onDay < most);
    const day = triggers ? dayOf(said) : null;
    return {
      triggers,
      state: {
        wasTrue: said.isTrue,
        armed: triggers ? rearm === undefined : armed,
        spokeAt: triggers ? said.ts : state.spokeAt,
        spokeOnBar: triggers ? said.bar : state.spokeOnBar,
        day: day ?? state.day,
        onDay: day === null ? state.onDay : day === state.day ? state.onDay + 1 : 1,
      },
    };
  };
};
