import { BAR_MINUTES } from '#src/shared/rules/spans.ts';
import type { Evidence, Timeframe } from '#src/shared/market.ts';
import type { Context } from '#src/shared/content/context.ts';

/** How precisely a figure may be printed. */
export type Precision =
  /** As it is, whatever its zeros. */
  | 'exact'
  /** To two places or more. */
  | 'rounded'
  /** To two places. */
  | 'hundredths'
  /** Whole from 1,000 on, to two places from 1 on, else as it is. */
  | 'volume';

/** A figure that a rendition may print. `of` as slots name it; `value` as the evidence has it. */
export type Known = { of: string; value: string; unit: '' | '%'; precision: Precision };

/** All that the renditions of one event may print. */
export type Grounds = {
  figures: readonly Known[];
  /** Days as "2020-03-16", and times of day, in the zone that the alert speaks of. */
  days: ReadonlySet<string>;
  clocks: ReadonlySet<string>;
  /** Hours that the zone is ahead of UTC. */
  offsets: ReadonlySet<number>;
  /** The same for programs, as ISO in UTC. */
  moments: ReadonlySet<string>;
  /** Minutes or hours of a bar, as it is called. */
  lengths: ReadonlySet<string>;
  /** Names and others' words that hold digits: they are read whole, or not at all. */
  verbatim: readonly string[];
};

export const known = (
  of: string,
  value: string | number,
  precision: Precision,
  unit: '' | '%' = '',
): Known => ({
  of,
  value: String(value),
  unit,
  precision,
});

const figureOf = (key: string, value: number): Known => {
  const of = `figures.${key}`;
  if (key.endsWith('_pct')) return known(of, value, 'rounded', '%');
  if (/(?:ratio|rsi)$/.test(key)) return known(of, value, 'hundredths');
  if (/volume/.test(key)) return known(of, value, 'volume');
  if (key === 'round_number' || key === 'spacing') return known(of, value, 'exact');
  return known(of, value, 'rounded');
};

const PRICES = ['open', 'high', 'low', 'close'] as const;

/** The figures of a market's evidence. `places`: how many decimals its prices have, where the instrument says it. */
export function figuresOf({ bars, figures, params, rule }: Evidence, places?: number): Known[] {
  const [previous, bar] = bars.slice(-2);
  if (!previous || !bar) throw new Error('The evidence has no two bars.');
  // A market without decimals prints its prices whole.
  const price = places === 0 ? 'exact' : 'rounded';
  return [
    ...PRICES.map((key) => known(`bar.${key}`, bar[key], price)),
    known('previous.close', previous.close, price),
    ...(bar.volume === null ? [] : [known('bar.volume', bar.volume, 'exact')]),
    ...Object.entries(figures).map(([key, value]) => ({
      ...figureOf(key, value),
      ...(places === 0 && Number.isInteger(value) && { precision: 'exact' as const }),
    })),
    ...Object.entries(params).map(([key, value]) =>
      known(`params.${key}`, value, 'exact', key.endsWith('_pct') ? '%' : ''),
    ),
    ...[...(rule ?? '').matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => known('rule', number, 'exact')),
  ];
}

/** The figures of what an event's history says. */
export const figuresOfContext = ({ bars, facts }: Context): Known[] => [
  known('context.bars', bars, 'exact'),
  known('context.weeks', 52, 'exact'),
  ...facts.flatMap((fact): Known[] => {
    if (fact.fact === 'streak') return [known('context.streak.length', fact.length, 'exact')];
    if (fact.fact === 'year_distance')
      return [
        known('context.year_distance.distance_pct', fact.distance_pct, 'rounded', '%'),
        known('context.year_distance.close', fact.close, Number.isInteger(fact.close) ? 'exact' : 'rounded'),
      ];
    if (fact.fact === 'followed')
      return [
        known('context.followed.min_pct', fact.min_pct, 'exact', '%'),
        known('context.followed.count', fact.count, 'exact'),
        known('context.followed.later', fact.later, 'exact'),
        known('context.followed.horizon', fact.horizon, 'exact'),
      ];
    return [];
  }),
];

export const daysOfContext = ({ from, facts }: Context): string[] => [
  from.slice(0, 10),
  ...facts.flatMap((fact) => {
    if (fact.fact === 'largest_since') return fact.since === null ? [] : [fact.since.slice(0, 10)];
    return fact.fact === 'year_distance' ? [fact.time.slice(0, 10)] : [];
  }),
];

/** A moment in a zone, by the engine's own calendar. */
function inZone(
  ms: number,
  timeZone: string,
): { day: string; clock: string; seconds: string; offset: number } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(ms);
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  const day = `${of('year')}-${of('month')}-${of('day')}`;
  const seconds = `${of('hour')}:${of('minute')}:${of('second')}`;
  const offset = (Date.parse(`${day}T${seconds}Z`) - Math.floor(ms / 1000) * 1000) / 3_600_000;
  return { day, clock: seconds.slice(0, 5), seconds, offset };
}

type Moments = Pick<Grounds, 'days' | 'clocks' | 'offsets' | 'lengths' | 'moments'>;

/** When a market's event was, as its alert may say it. */
export function momentsOf(
  { bars, until, params }: Evidence,
  timeframe: Timeframe,
  timeZone: string,
): Moments {
  const starts = bars.slice(-2).map(({ time }) => Date.parse(time));
  const isDaily = BAR_MINUTES[timeframe] >= 1440;
  const ends = starts.map((start) => start + BAR_MINUTES[timeframe] * 60_000);
  const all = [...(isDaily ? [] : [...starts, ...ends]), ...(until === undefined ? [] : [Date.parse(until)])];
  const told = all.map((ms) => inZone(ms, timeZone));
  const [, count = ''] = /^(\d+)/.exec(timeframe) ?? [];
  return {
    // Bars that begin at midnight UTC are called by that day.
    days: new Set([
      ...told.map(({ day }) => day),
      ...starts
        .filter((ms) => isDaily && ms % 86_400_000 === 0)
        .map((ms) => new Date(ms).toISOString().slice(0, 10)),
    ]),
    clocks: new Set(told.map(({ clock }) => clock)),
    offsets: new Set(told.map(({ offset }) => offset)),
    moments: new Set(bars.slice(-1).map(({ time }) => time)),
    // An opening range is so many minutes long.
    lengths: new Set([count, ...(params['minutes'] === undefined ? [] : [String(params['minutes'])])]),
  };
}

/** When others said something. */
export const momentSaid = (iso: string): Moments => ({
  days: new Set([iso.slice(0, 10)]),
  clocks: new Set([iso.slice(11, 19)]),
  offsets: new Set([0]),
  moments: new Set([iso]),
  lengths: new Set(),
});
