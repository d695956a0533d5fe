import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Charted } from '#src/engine/content/picture/chart-facts.ts';
import type { ChartBar } from '#src/engine/content/picture/facts.ts';
import type { BrandRow } from '#src/engine/content/look.ts';
import { writeAlert } from '#src/engine/content/writer.ts';
import { findDetector } from '#src/engine/detectors/registry.ts';
import { replayFile } from '#src/engine/market/csv/replay.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import type { Bar, Detection, Timeframe } from '#src/shared/market.ts';

const SHARED = process.env['SHARED_DATA'] ?? join(import.meta.dirname, '../../../shared/data');

/** An event that a detector finds in recorded prices, with the bars up to it. */
export type RealEvent = Charted & { name: string; value: number; time: number };

type Instrument = Charted['instrument'];
type Wanted = readonly [detector: string, params: object, place: number];

const instrument = (
  symbol: string,
  name: string,
  currency: string,
  exchange: string | null,
  timeZone = 'UTC',
) => ({
  symbol,
  name,
  currency,
  exchange,
  timeZone,
});

const SERIES: readonly { file: string; timeframe: Timeframe; of: Instrument; wanted: readonly Wanted[] }[] = [
  {
    file: 'daily/BTC-USD_2017-2021.csv',
    timeframe: '1d',
    of: instrument('BINANCE:BTCUSDT', 'Bitcoin', 'USDT', 'Binance'),
    wanted: [
      ['big_move', { min_pct: 15 }, 8],
      ['golden_cross', {}, 1],
      ['streak', { length: 6, direction: 1 }, 3],
      ['new_high', { window: 252 }, 1],
      ['rsi_cross', { period: 14, level: 70, direction: 1 }, 5],
      ['volatility_spike', { min_ratio: 3 }, 4],
    ],
  },
  {
    file: 'daily/EURUSD_2007-2018_oanda.csv',
    timeframe: '1d',
    of: instrument('EURUSD', 'Euro against US dollar', 'USD', 'OANDA', 'America/New_York'),
    wanted: [
      ['gap', { min_pct: 0.5 }, 4],
      ['death_cross', {}, 2],
      ['streak', { length: 5, direction: -1 }, 7],
      ['new_low', { window: 252 }, 1],
      ['round_number', {}, 3],
      ['rsi_cross', { period: 14, level: 30, direction: -1 }, 2],
    ],
  },
  {
    file: 'daily/GME_2018-2021.csv',
    timeframe: '1d',
    of: instrument(
      'NYSE:GME',
      'GameStop Corp. Class A Common Stock',
      'USD',
      'New York Stock Exchange',
      'America/New_York',
    ),
    wanted: [
      ['volume_spike', { min_ratio: 5 }, 2],
      ['big_move', { min_pct: 40 }, 1],
      ['gap', { min_pct: 20 }, 2],
      ['new_high', { window: 100 }, 1],
      ['candle', {}, 4],
    ],
  },
  {
    file: 'intraday/SPY_1m_2020-12-15_18.csv',
    timeframe: '1m',
    of: instrument('SPY', 'SPDR S&P 500 ETF Trust', 'USD', 'NYSE Arca', 'America/New_York'),
    wanted: [
      ['opening_range_break', { minutes: 30, direction: 1, session: 1 }, 1],
      ['volume_spike', { min_ratio: 4 }, 2],
    ],
  },
];

/** Real events of `../shared/data`, by the detectors themselves; files that are missing are left out. */
export async function realEvents(): Promise<RealEvent[]> {
  const events: RealEvent[] = [];
  for (const { file, timeframe, of, wanted } of SERIES) {
    const path = join(SHARED, file);
    if (!existsSync(path)) continue;
    const runs = wanted.map((want) => ({ want, run: detectorOf(want).start(), left: want[2] }));
    const bars: Bar[] = [];
    for await (const bar of replayFile(path, {
      timeZone: timeframe === '1d' ? 'UTC' : of.timeZone,
      skipBad: true,
    }).bars) {
      bars.push(bar);
      for (const each of runs) {
        const found = each.run(bar);
        if (found && (each.left -= 1) === 0)
          events.push(eventOf(`${of.symbol} ${each.want[0]}`, { timeframe, instrument: of, found, bars }));
      }
    }
  }
  return events;
}

function detectorOf([name, params]: Wanted) {
  const configured = findDetector(name)?.configure(params);
  if (!configured?.ok) throw new Error(`The detector ${name} doesn't take ${JSON.stringify(params)}.`);
  return configured.detector;
}

const chartBarOf = ({ ts, open, high, low, close, volume }: Bar): ChartBar => ({
  time: ts,
  open,
  high,
  low,
  close,
  volume,
});

function eventOf(
  name: string,
  {
    timeframe,
    instrument: of,
    found,
    bars,
  }: { timeframe: Timeframe; instrument: Instrument; found: Detection; bars: readonly Bar[] },
): RealEvent {
  const { detector, evidence, value, time } = found;
  return {
    name,
    detector,
    evidence,
    timeframe,
    instrument: of,
    value,
    time,
    bars: bars.slice(-700).map(chartBarOf),
  };
}

/** The alert about an event in a brand. */
export const documentOf = (
  { instrument: of, value, time, ...event }: RealEvent,
  brand: BrandRow,
): AlertDocument => writeAlert({ ...event, ...of, brand, value, eventTime: time, trial: false });
