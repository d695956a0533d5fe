import { DETECTORS } from '#src/engine/detectors/registry.ts';
import { composedEvidence } from '#src/engine/detectors/composed.ts';
import { runRules } from '#src/engine/evaluation/conditions/rules-run.ts';
import type { Charted } from '#src/engine/content/picture/chart-facts.ts';
import type { ChartBar } from '#src/engine/content/picture/facts.ts';
import type { Bar, Detection } from '#src/shared/market.ts';
import { parseRule } from '#src/shared/rules/parse.ts';

/** An event of a market, with the bars up to it. */
export type MarketEvent = Charted & { name: string; value: number; time: number };

const MINUTE = 60_000;
const LENGTHS = { '5m': 5, '1h': 60, '1d': 1440, '1w': 10_080 } as const;
type Length = keyof typeof LENGTHS;

type Market = {
  of: Charted['instrument'];
  timeframe: Length;
  start: string;
  /** The first price, and decimals as the source writes them. */
  price: number;
  places: number;
  volume: number;
  seed: number;
};

const instrument = (
  symbol: string,
  name: string,
  currency: string,
  exchange: string | null,
  timeZone: string,
): Charted['instrument'] => ({ symbol, name, currency, exchange, timeZone });

/** Prices from a hundred-thousandth to five figures, with and without decimals, in four zones and four lengths of bars. */
export const MARKETS: readonly Market[] = [
  {
    of: instrument('EXMPL', 'Example Industries 500', 'USD', 'NYSE', 'America/New_York'),
    timeframe: '1d',
    start: '2018-01-01T00:00:00Z',
    price: 240,
    places: 2,
    volume: 1e6,
    seed: 20,
  },
  {
    of: instrument('BINANCE:1000PEPEUSDT', '1000 Pepe', 'USDT', null, 'UTC'),
    timeframe: '1h',
    start: '2025-06-02T00:00:00Z',
    price: 0.0123,
    places: 7,
    volume: 4e9,
    seed: 7,
  },
  {
    of: {
      ...instrument('TSE:7203', 'トヨタ自動車', 'JPY', 'Tokyo Stock Exchange', 'Asia/Tokyo'),
      priceDecimals: 0,
    },
    timeframe: '1d',
    start: '2019-01-01T00:00:00Z',
    price: 38_000,
    places: 0,
    volume: 3e7,
    seed: 11,
  },
  {
    of: instrument('DAX', 'DAX 40', 'EUR', 'Xetra', 'Europe/Berlin'),
    timeframe: '5m',
    start: '2024-03-04T08:00:00Z',
    price: 17_650,
    places: 1,
    volume: 900,
    seed: 3,
  },
  {
    of: instrument('EURUSD', 'Euro against US dollar', 'USD', 'OANDA', 'America/New_York'),
    timeframe: '1w',
    start: '2004-01-05T00:00:00Z',
    price: 1.21,
    places: 5,
    volume: 0.4,
    seed: 5,
  },
];

const BARS = 900;

/** A random walk with calm and wild times, the same on every run. */
function walk({ timeframe, start, price, places, volume, seed: first }: Market): Bar[] {
  let seed = first;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5;
  let close = price;
  return Array.from({ length: BARS }, (_, at) => {
    const wild = at % 41 === 40 ? 9 : 1;
    const open = close * (1 + random() * 0.004 * wild);
    close = open * (1 + (random() + 0.1 * Math.sin(at / 60)) * 0.03 * wild);
    const text = {
      open: open.toFixed(places),
      high: (Math.max(open, close) * 1.004).toFixed(places),
      low: (Math.min(open, close) * 0.996).toFixed(places),
      close: close.toFixed(places),
      volume: (volume * (1 + random()) * wild).toFixed(volume < 10 ? 4 : 0),
    };
    close = Number(text.close);
    return {
      ts: Date.parse(start) + at * LENGTHS[timeframe] * MINUTE,
      open: Number(text.open),
      high: Number(text.high),
      low: Number(text.low),
      close,
      volume: Number(text.volume),
      text,
    };
  });
}

const PARAMS: Readonly<Record<string, object>> = {
  gap: { min_pct: 0.5 },
  new_low: { window: 60 },
  new_high: { window: 60 },
};
const RULES = [
  'close crosses above sma(50) and volume > 1.5 * sma(volume, 20)',
  'rsi(14) crosses below 45.5',
];

type Found = { detection: Detection; at: number };

/** The last of what a run finds. */
function lastFound(bars: readonly Bar[], run: (bar: Bar) => Detection | null): Found | null {
  let found: Found | null = null;
  for (const [at, bar] of bars.entries()) {
    const detection = run(bar);
    if (detection) found = { detection, at };
  }
  return found;
}

const chartBar = ({ ts, open, high, low, close, volume }: Bar): ChartBar => ({
  time: ts,
  open,
  high,
  low,
  close,
  volume,
});

function eventOf({ of, timeframe }: Market, bars: readonly Bar[], { detection, at }: Found): MarketEvent {
  const { detector, evidence, value, time } = detection;
  return {
    name: `${detector}, ${of.symbol} ${timeframe}`,
    detector,
    evidence,
    timeframe,
    instrument: of,
    value,
    time,
    bars: bars.slice(0, at + 1).map(chartBar),
  };
}

/** The same event while its bar was open. */
function whileOpen(event: MarketEvent, timeframe: Length): MarketEvent {
  const start = Date.parse(event.evidence.bars.at(-1)?.time ?? '');
  const until = start + Math.round(LENGTHS[timeframe] * 0.6) * MINUTE;
  return {
    ...event,
    name: `${event.name}, open`,
    time: until,
    evidence: { ...event.evidence, until: new Date(until).toISOString() },
  };
}

const evidenceBar = ({ ts, text }: Bar) => ({ time: new Date(ts).toISOString(), ...text });

/** What a person writes about the last bar. */
function composedOf(market: Market, bars: readonly Bar[]): MarketEvent[] {
  const [month, week, previous, last] = [34, 8, 2, 1].map((back) => bars.at(-back));
  if (!month || !week || !previous || !last) return [];
  const evidence = composedEvidence([evidenceBar(previous), evidenceBar(last)], {
    change_1d_pct: evidenceBar(previous),
    change_1w_pct: evidenceBar(week),
    change_1m_pct: evidenceBar(month),
  });
  const value = evidence?.figures['change_pct'];
  if (!evidence || value === undefined) return [];
  const detection: Detection = { detector: 'composed', evidence, value, time: last.ts };
  return [eventOf(market, bars, { detection, at: bars.length - 1 })];
}

function eventsOf(market: Market): MarketEvent[] {
  const bars = walk(market);
  const runs = DETECTORS.flatMap(({ name, configure }) => {
    const configured = configure(PARAMS[name] ?? {});
    if (!configured.ok) throw configured.error;
    const found = lastFound(bars, configured.detector.start());
    return found ? [found] : [];
  });
  const rules = RULES.flatMap((rule) => {
    const run = runRules([parseRule(rule)]);
    const found = lastFound(bars, (bar) => {
      const [index] = run.next(bar);
      return index === undefined ? null : run.detection(index);
    });
    return found ? [found] : [];
  });
  const events = [...runs, ...rules].map((found) => eventOf(market, bars, found));
  const open = events
    .filter(({ detector }) => detector === 'big_move' || detector === 'volume_spike')
    .map((event) => whileOpen(event, market.timeframe));
  return [...events, ...open, ...(market.timeframe === '1d' ? composedOf(market, bars) : [])];
}

/** An event of every detector and of rules in each market, some of them while the bar was open, and written ones. */
export const marketEvents = (): MarketEvent[] => MARKETS.flatMap(eventsOf);
