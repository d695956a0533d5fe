import { unitOf } from './phrase-parts.ts';
import { type Phrase, phrase } from './phrases.ts';

/** Trading days of a year and a month of stocks, as traders count them. */
const DAYS_OF: Readonly<Record<string, number>> = { years: 250, quarters: 63, months: 21, weeks: 5, days: 1 };
const LONGEST = 1000;

const LONG_UNIT =
  'years?|yrs?|quarters?|months?|weeks?|wks?|w|days?|d|sessions?|hours?|hrs?|h|bars?|candles?|periods?';
/** "in the last 250 days", "of the year", "in a year". */
const OVER = `(?: (?:in|of|over|for|within)(?: the| a| an| its| more than| at least)*(?: last| past| previous)?(?: (~))?(?: -)? (${LONG_UNIT}))`;
const LARGEST =
  '(?:(?:it|price|stock|symbol|close) )?(?:is |was |has |had |makes |made |its |the |a )*(?:largest|biggest|greatest|steepest|sharpest|worst|best|strongest)';
const SINCE = ' (?:since .+|ever|on record|of all - ?time|of all time|in history)';
const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');

const longUnitOf = (unit = 'bars'): string => {
  if (unit.startsWith('y')) return 'years';
  if (unit.startsWith('q')) return 'quarters';
  return unit.startsWith('mon') ? 'months' : unitOf(unit);
};
/** In each unit that people say of weeks; a bar is a week there. */
const WEEKS_OF: Readonly<Record<string, number>> = { days: 1 / 5, months: 52 / 12, quarters: 13, years: 52 };
/** A count of a unit as bars, and the timeframe of these; null where it is too long. */
const barsOver = (count = '1', unit?: string, own?: string): { bars: number; on: string } | null => {
  const units = longUnitOf(unit);
  // "The largest weekly fall in 52 weeks".
  if (own === 'weekly') return whole(Math.round(Number(count) * (WEEKS_OF[units] ?? 1)), ' on 1w');
  if (units === 'hours') return whole(Number(count), ' on 1h');
  if (units === 'bars') return whole(Number(count), '');
  // A year of weeks is a year of days.
  const days = units === 'weeks' && count === '52' ? 250 : Number(count) * (DAYS_OF[units] ?? 1);
  return whole(days, ' on 1d');
};
const whole = (bars: number, on: string): { bars: number; on: string } | null =>
  Number.isInteger(bars) && bars >= 1 && bars <= LONGEST ? { bars, on } : null;

const WORDS_OF: readonly [kind: string, words: string][] = [
  [
    'fall',
    '(?:fall|drop|decline|loss|sell - off|selloff|slide|decrease|dip|crash|down (?:day|move|bar|candle))',
  ],
  ['rise', '(?:rise|gain|rally|advance|jump|increase|climb|surge|pump|bounce|up (?:day|move|bar|candle))'],
  ['move', '(?:price )?(?:move|change|swing|movement)'],
];
const OWN = '(?: (?:1 - |one - |single - |1 |single )?(day|daily|weekly|session))?';
const places = (kind: string, place: string, count?: string, unit?: string, own?: string): string => {
  const over = barsOver(count, unit, own);
  return over === null ? '@too_long' : `${kind}_rank(${over.bars})${over.on} ${place}`;
};

/** How rare a bar is in its symbol's history, as people say it. */
export const HISTORY_PHRASES: readonly Phrase[] = [
  // What a rule doesn't count in: dates.
  phrase(`${LARGEST}${OWN} (?:fall|drop|decline|loss|slide)(?:s)?${SINCE}`, '@fall_since'),
  phrase(`${LARGEST}${OWN} (?:rise|gain|rally|advance|jump)(?:s)?${SINCE}`, '@rise_since'),
  phrase(`${LARGEST}${OWN} (?:price )?(?:move|change|swing)(?:s)?${SINCE}`, '@move_since'),
  phrase(
    `(?:is |at |the |a |its )*(?:lowest|worst) (?:daily |weekly )?(?:close|low|price|level)${SINCE}`,
    '@low_since',
  ),
  phrase(
    `(?:is |at |the |a |its )*(?:highest|best) (?:daily |weekly )?(?:close|high|price|level)${SINCE}`,
    '@high_since',
  ),
  // The largest fall in 250 days, one of the 3 largest of a year.
  ...WORDS_OF.flatMap(([kind, words]) => [
    phrase(
      `(?:is )?(?:one of |among )?(?:the |its )?(~) (?:largest|biggest|worst|best|steepest)${OWN} ${words}s?${OVER}`,
      (place, own, count, unit) => places(kind, `<= ${place}`, count, unit, own),
    ),
    phrase(`${LARGEST}${OWN} ${words}${OVER}`, (own, count, unit) => places(kind, '= 1', count, unit, own)),
  ]),
  phrase(`(?:is )?(?:its |the )?worst (day|week|bar)${OVER}`, (own, count, unit) =>
    places('fall', '= 1', count, unit, own === 'week' ? 'weekly' : own),
  ),
  phrase(`(?:is )?(?:its |the )?best (day|week|bar)${OVER}`, (own, count, unit) =>
    places('rise', '= 1', count, unit, own === 'week' ? 'weekly' : own),
  ),
  // The lowest close in 250 days, the highest volume in a year.
  ...(
    [
      ['highest|largest|biggest|most', '>=', 'highest'],
      ['lowest|smallest|least', '<=', 'lowest'],
    ] as const
  ).map(([words, sign, call]) =>
    phrase(
      `(?:is |at |its |the |a )*(?:${words}) (?:daily )?(close|closing price|volume)${OVER}`,
      (what, count, unit) => {
        const over = barsOver(count, unit);
        const volume = what === 'volume';
        return over === null
          ? '@too_long'
          : `${volume ? 'volume' : 'close'} ${sign} ${call}(${volume ? 'volume, ' : ''}${over.bars})${over.on}`;
      },
    ),
  ),
  // The third down day in a row: exactly; down three days in a row: at least.
  ...(
    [
      ['up', 'up|higher|positive|winning|rising'],
      ['down', 'down|lower|negative|losing|falling'],
    ] as const
  ).flatMap(([way, words]) => {
    const row = (sign: string, count?: string, unit?: string): string =>
      `${way}_streak(100)${longUnitOf(unit) === 'days' ? ' on 1d' : longUnitOf(unit) === 'weeks' ? ' on 1w' : ''} ${sign} ${count}`;
    const noun = way === 'up' ? 'gain|rise|higher close' : 'loss|fall|drop|decline|lower close';
    return [
      ...ORDINALS.map((ordinal, at): [string, number] => [
        `${ordinal}|${at + 1} ?(?:st|nd|rd|th)`,
        at + 1,
      ]).flatMap(([ordinal, count]) => [
        phrase(
          `(?:is )?(?:the |its |a )*(?:${ordinal}) (?:consecutive |straight )?(?:${words}) (day|week|bar|candle|session|period|close)(?: in a row)?`,
          (unit) => row('=', String(count), unit),
        ),
        phrase(
          `(?:is )?(?:the |its |a )*(?:${ordinal}) (?:consecutive |straight )?(?:daily )?(?:${noun})(?: in a row)?`,
          () => row('=', String(count)),
        ),
        phrase(
          `(?:is |closes |closed |close )?(?:${words}) for (?:the |its |a )*(?:${ordinal}) (?:consecutive |straight )?(day|week|bar|candle|session|period)(?: in a row)?`,
          (unit) => row('=', String(count), unit),
        ),
      ]),
      phrase(
        `(?:is |closes |closed )?(?:${words}) (?:for )?(?:at least )?(~) (?:consecutive |straight )?(days?|weeks?|bars?|candles?|sessions?|periods?)(?: in a row| straight| running)`,
        (count, unit) => row('>=', count, unit),
      ),
      phrase(
        `(~) (?:consecutive |straight )?${way} (days?|weeks?|sessions?)(?: in a row| straight| running)?`,
        (count, unit) => row('>=', count, unit),
      ),
    ];
  }),
  // How far from its extremes.
  phrase('(?:usual|typical|median) (?:volume|vol)(?: \\( (~) \\))?', (n = '20') => `median(volume, ${n})[1]`),
  phrase(
    '(?:percent |% )?distance (?:from|to)(?: the| its)? (~)(?: -)? (weeks?|days?|bars?)(?: -)? (high|low)',
    (count, unit, side) => {
      const over = barsOver(count, unit);
      return over === null ? '@too_long' : `from_${side}(${over.bars})${over.on}`;
    },
  ),
];

/** What these phrases can't be read as, with what to write instead. */
export const NO_HISTORY: Readonly<Record<string, string>> = {
  '@fall_since':
    'A rule counts bars, not dates. Write fall_rank(1000) = 1 for the largest fall in 1,000 bars, or `largest fall in 3 years`.',
  '@rise_since':
    'A rule counts bars, not dates. Write rise_rank(1000) = 1 for the largest rise in 1,000 bars, or `largest rise in 3 years`.',
  '@move_since':
    'A rule counts bars, not dates. Write move_rank(1000) = 1 for the largest move in 1,000 bars, or `largest move in 3 years`.',
  '@low_since':
    'A rule counts bars, not dates. Write close <= lowest(1000) for the lowest close in 1,000 bars, or `lowest close in 3 years`.',
  '@high_since':
    'A rule counts bars, not dates. Write close >= highest(1000) for the highest close in 1,000 bars, or `highest close in 3 years`.',
  '@too_long':
    'A rule looks back 1,000 bars at most, here four years of days. Write fall_rank(1000) = 1, or `lowest close in 4 years`.',
};
