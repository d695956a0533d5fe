import { type Timeframe, TIMEFRAMES } from '../../market.ts';

export const WORDS = 'two three four five six seven eight nine ten eleven twelve'.split(' ');
const UNITS: readonly [string, string][] = [
  ['minutes?|mins?|m', 'minutes'],
  ['hours?|hrs?|h', 'hours'],
  ['days?|d|sessions?', 'days'],
  ['weeks?|wks?|w', 'weeks'],
  ['bars?|candles?|periods?|closes', 'bars'],
];
export const ANY_UNIT = UNITS.map(([words]) => words).join('|');
export const unitOf = (word = ''): string =>
  UNITS.find(([words]) => new RegExp(`^(?:${words})$`).test(word))?.[1] ?? 'bars';
const TIMEFRAME_OF: Readonly<Record<string, string>> = { days: ' on 1d', weeks: ' on 1w', hours: ' on 1h' };

/** Names that take a number of bars, as people say them. */
export const NAMED = 'sma|ema|wma|hma|dema|tema|kama|rma|rsi|atr|adx|cci|mfi|roc|dma|ma|vwma';
export const AVERAGE = 'moving average|moving avg|mov avg|average|avg|mean';
export const KIND: Readonly<Record<string, string>> = {
  simple: 'sma',
  exponential: 'ema',
  weighted: 'wma',
  hull: 'hma',
  ma: 'sma',
  dma: 'sma',
};
export const functionOf = (kind: string | undefined, name = ''): string => {
  if (kind !== undefined) return KIND[kind] ?? 'sma';
  return new RegExp(`^(?:${AVERAGE})$`).test(name) ? 'sma' : (KIND[name] ?? name);
};
export const average = (
  count: string | undefined,
  unit: string | undefined,
  kind: string | undefined,
  name: string | undefined,
): string => {
  const on = name === 'dma' ? ' on 1d' : unit === undefined ? '' : (TIMEFRAME_OF[unitOf(unit)] ?? '');
  return `${functionOf(kind, name)}(${count})${on}`;
};
export const averageVolume = (count = '20', unit?: string): string =>
  `sma(volume, ${count})${unit === undefined ? '' : (TIMEFRAME_OF[unitOf(unit)] ?? '')}`;

export const UP =
  'rises|rise|rose|gains|gain|gained|rallies|jumps|jump|climbs|surges|increases|pumps|advances|spikes|goes up|moves up|is up|are up|up';
export const DOWN =
  'drops|drop|dropped|falls|fall|fell|loses|lost|declines|dips|crashes|decreases|dumps|slides|sinks|tumbles|plunges|goes down|moves down|is down|are down|down';
export const MORE = '(?:by )?(?:more than |at least |over |> |>= )?';
export const SPAN = `(?: or more)?(?: (?:in|within|over|during|for)(?: the)?(?: last| past)?(?: a| an| one| 1)?(?: (~))? (${ANY_UNIT}))`;
const span = (count = '1', unit?: string): string => {
  const units = unitOf(unit);
  return ` within ${count} ${units}`;
};
export const moves = (way: 'up' | 'down', by?: string, count?: string, unit?: string): string =>
  `moves ${way} by ${by}%${unit === undefined ? '' : span(count, unit)}`;
export const times = (percent: string | undefined, sign: 1 | -1): string =>
  String(Number((1 + (sign * Number(percent)) / 100).toPrecision(12)));
export const rowOf = (count: string | undefined, what: string): string =>
  count === undefined || count === '1' ? `(${what})` : `(count(${what}, ${count}) = ${count})`;

export const time = (hours = '0', minutes = '0', half?: string): string => {
  const hour = (Number(hours) % 12) + (half === 'pm' ? 12 : 0);
  return String((half === undefined ? Number(hours) : hour) * 100 + Number(minutes));
};
export const ZONE = '(?: (new york|ny|est|et|london|frankfurt|tokyo|utc|gmt))?';
export const zoneOf = (zone = 'new york'): string =>
  ({ ny: 'new_york', est: 'new_york', et: 'new_york', 'new york': 'new_york', gmt: 'utc' })[zone] ?? zone;
export const TIME = '(~)(?: : (~))?(?: (am|pm))?';
export const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const SESSIONS: Readonly<Record<string, [string, string, string]>> = {
  london: ['london', '800', '1630'],
  frankfurt: ['frankfurt', '900', '1730'],
  tokyo: ['tokyo', '900', '1530'],
};
export const inSession = (name: string): string => {
  const [zone, from, to] = SESSIONS[name] ?? ['new_york', '930', '1600'];
  return `(clock(${zone}) >= ${from} and clock(${zone}) < ${to})`;
};

const FRAME_WORDS: Readonly<Record<string, string>> = {
  daily: '1d',
  weekly: '1w',
  hourly: '1h',
  monthly: '1M',
  quarterly: '3M',
  yearly: '12M',
  d1: '1d',
  w1: '1w',
  mn: '1M',
  mn1: '1M',
  '60 min': '1h',
  '1 month': '1M',
  '3 month': '3M',
  '1 quarter': '3M',
  '1 year': '12M',
  '12 month': '12M',
};
/** Minutes and hours: "15 m", "m15", "15 min", "15 minute"; "1 d", "1 w". */
const spellings = (timeframe: Timeframe): string[] => {
  const [count = '', unit = ''] = [timeframe.slice(0, -1), timeframe.slice(-1)];
  const named: Readonly<Record<string, string[]>> = { m: ['min', 'minute'], h: ['hour'] };
  if (unit === 'M') return [];
  return [`${count} ${unit}`, `${unit}${count}`, ...(named[unit] ?? []).map((name) => `${count} ${name}`)];
};
export const FRAMES: Readonly<Record<string, string>> = {
  ...FRAME_WORDS,
  ...Object.fromEntries(
    TIMEFRAMES.flatMap((timeframe) => spellings(timeframe).map((spelling) => [spelling, timeframe])),
  ),
};
/** The longer ones first: "m1" begins "m15". */
export const FRAME = Object.keys(FRAMES)
  .toSorted((a, b) => b.length - a.length)
  .join('|');

/** "price goes": what comes past something. */
export const GOES =
  'crosses|cross|crossing|crossed|breaks out|breaks|break|broke|breaking|moves|moved|goes|go|went|gets|rises|rose|climbs|climbed|pushes|jumps|closes|closed|dips|drops|dropped|falls|fell|sinks|tumbles|slips|comes|turns|surges|spikes|pops|flips';
export const STAYS =
  '(?:(?:is|are|was|stays|remains|holds|trades|trading|sits|stands|be)(?: currently| now| still)? )?';
