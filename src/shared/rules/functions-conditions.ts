import { counted } from '../plural.ts';
import { bars, type FunctionSpec } from './function-spec.ts';
import { SESSION_NUMBERS, sessionNumbered } from './sessions.ts';

const LOOK = { ...bars('most', 500), most: 2000 };
const ZONE = {
  name: 'zone',
  default: 1,
  least: 1,
  most: 5,
  whole: true,
  words: SESSION_NUMBERS,
};
const city = (zone = 1): string => {
  const { timeZone } = sessionNumbered(zone);
  return timeZone === 'UTC' ? 'UTC' : `${timeZone.replace(/^.*\//, '').replace('_', ' ')} time`;
};
const ofTime = (words: string): FunctionSpec => ({
  from: 'time',
  words,
  params: [ZONE],
  lookback: () => 0,
  sentence: (_, [zone]) => `the ${words} in ${city(zone)}`,
});
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
/** "Monday" for 2, as chart platforms count. */
export const dayNumbered = (number: number): string | undefined => DAYS[number - 1];

/** What a value did after a condition was true, each time of the last ones. */
const followed = (what: string, words: string): FunctionSpec => ({
  from: 'choices',
  words,
  params: [
    { ...bars('bars', 5), most: 250 },
    { ...bars('times', 20), most: 100 },
    { ...LOOK, default: 1000 },
  ],
  // The later bar has to be there of at least one case.
  problem: ([horizon = 1, , most = 1]) =>
    horizon < most
      ? null
      : `It looks ${most} bars back, so what follows can be at most ${most - 1} bars later.`,
  lookback: ([, , most = 1]) => most,
  sentence: ({ when, value }, [horizon = 1, times = 1, most = 1]) =>
    `the ${what} ${value} over the ${counted(horizon, 'bar')} after ${when}, of the last ${counted(times, 'time')} in ${counted(most, 'bar')}`,
});

/** What is computed from a condition, and from the time at which the bar began. */
export const CONDITION_FUNCTIONS: Readonly<Record<string, FunctionSpec>> = {
  barssince: {
    from: 'conditions',
    words: 'bars since',
    params: [LOOK],
    lookback: ([most = 1]) => most,
    sentence: ({ when }) => `the number of bars since ${when}`,
  },
  count: {
    from: 'conditions',
    words: 'count',
    params: [bars('bars', 20)],
    lookback: ([n = 1]) => n,
    sentence: ({ when }, [n]) => `the number of the last ${n} bars on which ${when}`,
  },
  valuewhen: {
    from: 'choices',
    words: 'value when',
    params: [{ ...bars('occurrence', 0), least: 0, most: 100 }, LOOK],
    lookback: ([, most = 1]) => most,
    sentence: ({ when, value }, [occurrence = 0]) =>
      occurrence === 0
        ? `${value} when ${when} last`
        : `${value} when ${when}, ${occurrence} ${occurrence === 1 ? 'time' : 'times'} before the last`,
  },
  followed_count: followed('number of known changes of', 'times followed'),
  followed_up: followed('share in percent of rises of', 'share that rose'),
  followed_median: followed('median change in percent of', 'median of what followed'),
  followed_best: followed('largest change in percent of', 'best of what followed'),
  followed_worst: followed('smallest change in percent of', 'worst of what followed'),
  hour: ofTime('hour'),
  minute: ofTime('minute'),
  dayofweek: ofTime('day of the week'),
  clock: ofTime('time of day'),
};
