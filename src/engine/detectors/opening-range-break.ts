import { DateTime } from 'luxon';
import { z } from 'zod';
import type { Bar } from '#src/shared/market.ts';
import type { DetectorDefinition } from '#src/engine/detectors/definition.ts';
import {
  SESSION_NUMBERS,
  sessionName,
  sessionNumbered,
  type TradingSession,
} from '#src/shared/rules/sessions.ts';
import { figureOf, lastTwo, paramOf } from './alert-facts.ts';
import { runOf, stateOf } from './detector-run.ts';
import { DIRECTION, DIRECTION_WORDS } from './direction.ts';
import { evidenceBar } from './evidence-bar.ts';

type Params = { minutes: number; direction: 1 | -1; session: number };
type Columns = { time: string[]; high: string[]; low: string[]; close: string[] };
type State = {
  before: Bar | null;
  /** When the session opened whose first bar was seen, ms; null outside of one. */
  open: number | null;
  high: number;
  low: number;
  isBroken: boolean;
  /** The bars of the session so far. */
  seen: Columns;
};

const MINUTE = 60_000;
const nothing = (): Columns => ({ time: [], high: [], low: [], close: [] });

/** Answers when the session opened that a moment lies in; null outside of one. */
const opensOf = ({ timeZone, open, close, everyDay }: TradingSession): ((ts: number) => number | null) => {
  let day = { from: 0, to: 0, open: 0, close: 0 };
  const at = (midnight: DateTime, minutes: number): number =>
    minutes === 1440
      ? midnight.plus({ days: 1 }).toMillis()
      : midnight.set({ hour: Math.floor(minutes / 60), minute: minutes % 60 }).toMillis();
  return (ts) => {
    if (!(ts >= day.from && ts < day.to)) {
      const midnight = DateTime.fromMillis(ts, { zone: timeZone }).startOf('day');
      const trades = everyDay === true || midnight.weekday <= 5;
      day = {
        from: midnight.toMillis(),
        to: midnight.plus({ days: 1 }).toMillis(),
        open: trades ? at(midnight, open) : Number.POSITIVE_INFINITY,
        close: trades ? at(midnight, close) : Number.NEGATIVE_INFINITY,
      };
    }
    return ts >= day.open && ts < day.close ? day.open : null;
  };
};

/**
 * The close goes beyond the opening range for the first time in a session: above its high (`direction` 1, "up") or
 * below its low (−1, "down"). The opening range is high and low of the bars that begin within `minutes` of the open of
 * the `session`, the first of which begins with it: a session whose first bar is missing has none. `value`: the close.
 */
export const openingRangeBreak: DetectorDefinition<Params> = {
  name: 'opening_range_break',
  title: 'Opening-range break',
  unit: 'level',
  alert: {
    kind: 'opening_range_break',
    figure: 'close',
    holds: (evidence) =>
      figureOf(evidence, 'close') === Number(lastTwo(evidence).bar?.close) &&
      (paramOf(evidence, 'direction') === 1
        ? figureOf(evidence, 'close') > figureOf(evidence, 'range_high')
        : figureOf(evidence, 'close') < figureOf(evidence, 'range_low')),
    claims: (evidence) => {
      const isUp = paramOf(evidence, 'direction') === 1;
      return [
        {
          claim: 'comparison',
          left: 'close',
          is: isUp ? 'above' : 'below',
          right: isUp ? 'range_high' : 'range_low',
        },
      ];
    },
    direction: (evidence) => paramOf(evidence, 'direction'),
    named: (evidence) => ({ session: sessionName(paramOf(evidence, 'session')) }),
    change: 'close',
    rows: ['range_high', 'range_low', 'previous_close', 'when', 'rule'],
  },
  params: z.strictObject({
    minutes: z.int().gte(1).lte(720).default(30),
    direction: DIRECTION,
    session: z.literal(Object.values(SESSION_NUMBERS)).default(1),
  }) as z.ZodType<Params>,
  words: { ...DIRECTION_WORDS, session: SESSION_NUMBERS },
  // As many one-minute bars as the session has.
  lookback: ({ session }) => sessionNumbered(session).close - sessionNumbered(session).open,
  start: ({ minutes, direction, session }, snapshot) => {
    const state = stateOf<State>(snapshot, () => ({
      before: null,
      open: null,
      high: 0,
      low: 0,
      isBroken: false,
      seen: nothing(),
    }));
    const opens = opensOf(sessionNumbered(session));
    const begin = (bar: Bar, open: number | null): void => {
      const isWhole = open === bar.ts;
      Object.assign(state, { open: isWhole ? open : null, isBroken: false, seen: nothing() });
      if (isWhole) Object.assign(state, { high: bar.high, low: bar.low });
    };
    return runOf(state, (bar) => {
      const { before } = state;
      state.before = bar;
      const open = opens(bar.ts);
      if (open === null || open !== state.open) begin(bar, open);
      if (state.open === null || before === null) {
        if (state.open !== null) note(state.seen, bar);
        return null;
      }
      const past = state.seen;
      if (bar.ts < state.open + minutes * MINUTE) {
        state.high = Math.max(state.high, bar.high);
        state.low = Math.min(state.low, bar.low);
      }
      const level = direction === 1 ? state.high : state.low;
      const breaks =
        bar.ts >= state.open + minutes * MINUTE && !state.isBroken && direction * (bar.close - level) > 0;
      const detection = breaks
        ? {
            detector: 'opening_range_break',
            time: bar.ts,
            value: bar.close,
            evidence: {
              bars: [evidenceBar(before), evidenceBar(bar)],
              params: { minutes, direction, session },
              figures: { close: bar.close, range_high: state.high, range_low: state.low },
              past: {
                time: past.time.slice(0, -1),
                high: past.high.slice(0, -1),
                low: past.low.slice(0, -1),
                close: past.close.slice(0, -1),
              },
            },
          }
        : null;
      if (breaks) Object.assign(state, { isBroken: true, seen: nothing() });
      if (!state.isBroken) note(state.seen, bar);
      return detection;
    });
  },
};

const note = (seen: Columns, bar: Bar): void => {
  seen.time.push(new Date(bar.ts).toISOString());
  for (const column of ['high', 'low', 'close'] as const) seen[column].push(bar.text[column]);
};
