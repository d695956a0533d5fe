import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { describeWithShared, sharedPath } from '#tests/support/shared-data.ts';
import { adx } from './adx.ts';
import { cci } from './cci.ts';
import { donchian, williamsR } from './channel.ts';
import { roc } from './delay.ts';
import { demarker } from './demarker.ts';
import { deviation } from './deviation.ts';
import { dema, tema, trix } from './ema-chain.ts';
import { ema } from './ema.ts';
import { highest, lowest } from './extreme.ts';
import { cmf, mfi, obv, rollingVwap } from './flow.ts';
import { heikinAshi } from './heikin-ashi.ts';
import { ichimoku } from './ichimoku.ts';
import type { Prices } from './indicator.ts';
import { kama } from './kama.ts';
import { macd } from './macd.ts';
import { rsi } from './rsi.ts';
import { sma } from './sma.ts';
import { stochastic, stochRsi } from './stochastic.ts';
import { atr, simpleKeltner, trueRange } from './true-range.ts';
import { hma } from './wma.ts';

type Row = { bar: Prices; cells: Record<string, string> };
type Values = Record<string, number>;

const readRows = (file: string): Row[] => {
  const bytes = readFileSync(sharedPath(`indicators/${file}`));
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  const [header = '', ...lines] = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/);
  const names = header.split(',').map((name) => name.trim());
  return lines.map((line) => {
    const cells = Object.fromEntries(line.split(',').map((cell, index) => [names[index] ?? '', cell.trim()]));
    const at = (name: string): number =>
      Number(cells[name] ?? cells[name.toLowerCase()] ?? cells['Close'] ?? cells['close']);
    const volume = Number(cells['Volume'] ?? 0);
    return {
      cells,
      bar: { open: at('Open'), high: at('High'), low: at('Low'), close: at('Close'), volume },
    };
  });
};

/** Half a unit of the last digit that is printed; a float printed in full is held to a billionth. */
const slackOf = (text: string): number => {
  const [, mantissa = '', exponent = '0'] = /^[+-]?([\d.]+)(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = mantissa.replace('.', '').replace(/^0+/, '').length;
  const places = mantissa.split('.')[1]?.length ?? 0;
  const unit = 0.5 * 10 ** (Number(exponent) - places);
  return Math.max(unit * 1.001, Math.abs(Number(text)) * (digits >= 12 ? 1e-9 : 1e-12), 1e-9);
};

const single =
  (next: (value: number) => number, name: string) =>
  ({ close }: Prices): Values => ({ [name]: next(close) });

type Case = {
  file: string;
  start: () => (bar: Prices) => Values;
  /** How many cells of each column are compared at least. */
  least: number;
  /** Charting programs count in single precision and cut what they print: how far this file is from its own inputs. */
  slack?: number;
  /** Rows at the start in which the file already prints what it has, before the period is full. */
  skip?: number;
};

const CASES: Case[] = [
  {
    file: 'lean/spy_with_indicators.txt',
    slack: 0.006,
    least: 200,
    start: () => {
      const [average, exponential, convergence, strength] = [sma(14), ema(14), macd(), rsi(14)];
      return ({ close }) => ({
        SMA14: average.next(close),
        EMA14: exponential.next(close),
        'MACD 12 26': convergence.next(close).macd,
        'RSI 14 Wilder': strength.next(close),
      });
    },
  },
  {
    file: 'lean/spy_with_macd.txt',
    slack: 6e-6,
    least: 50,
    start: () => {
      const convergence = macd();
      return ({ close }) => {
        const { macd: line, signal, histogram } = convergence.next(close);
        return { MACD: line, Signal: signal, Histogram: histogram };
      };
    },
  },
  {
    file: 'lean/spy_bollinger_bands.txt',
    slack: 1.1e-4,
    least: 200,
    start: () => {
      const band = deviation(20);
      return ({ close }) => {
        const { mean, deviation: width } = band.next(close);
        return {
          'Moving Average 20': mean,
          'Bollinger Bands® 20 2 Top': mean + 2 * width,
          'Bollinger Bands® 20 2 Bottom': mean - 2 * width,
          BandWidth: (400 * width) / mean,
          '%B': (close - mean + 2 * width) / (4 * width),
        };
      };
    },
  },
  { file: 'lean/spy_ema.csv', least: 200, start: () => single(ema(14).next, 'EMA14') },
  { file: 'lean/spy_dema.txt', least: 200, start: () => single(dema(5).next, 'DEMA_5') },
  { file: 'lean/spy_tema.txt', least: 200, start: () => single(tema(5).next, 'TEMA_5') },
  { file: 'lean/spy_trix.txt', least: 200, start: () => single(trix(5).next, 'TRIX_5') },
  { file: 'lean/spy_hma.txt', least: 200, start: () => single(hma(16).next, 'HMA_16') },
  { file: 'lean/spy_kama.txt', least: 200, start: () => single(kama(5).next, 'KAMA_5') },
  { file: 'lean/spy_max.txt', least: 200, start: () => single(highest(5).next, 'MAX_5') },
  { file: 'lean/spy_min.txt', least: 200, start: () => single(lowest(5).next, 'MIN_5') },
  {
    file: 'lean/spy_with_rocp50.txt',
    slack: 1.1e-5,
    least: 200,
    start: () => single(roc(50).next, 'Rate of Change % 50'),
  },
  {
    file: 'lean/spy_with_StochRSI.csv',
    least: 200,
    start: () => {
      const oscillator = stochRsi();
      return ({ close }) => ({ ...oscillator.next(close) });
    },
  },
  {
    file: 'lean/spy_atr_wilder.txt',
    least: 200,
    start: () => {
      const average = atr(14);
      return (bar) => ({ 'Average True Range 14': average.next(bar) });
    },
  },
  {
    file: 'lean/spy_with_adx.txt',
    least: 200,
    start: () => {
      const [index, range] = [adx(14), trueRange()];
      return (bar) => {
        const { adx: strength, plusDi, minusDi } = index.next(bar);
        return { TR: range.next(bar), '+DI14': plusDi, '-DI14': minusDi, 'ADX 14': strength };
      };
    },
  },
  {
    file: 'lean/spy_with_stoch12k3.txt',
    slack: 4e-4,
    least: 200,
    start: () => {
      const oscillator = stochastic({ period: 12, smooth: 3, signal: 5 });
      return (bar) => {
        const { k, d } = oscillator.next(bar);
        return { 'Stochastics 12 %K 3': k, '%D 5': d };
      };
    },
  },
  {
    file: 'lean/spy_with_cci.txt',
    slack: 2.2e-3,
    least: 200,
    start: () => {
      const index = cci(14);
      return (bar) => ({ 'Commodity Channel Index (CCI) 14': index.next(bar) });
    },
  },
  {
    file: 'lean/spy_mfi.txt',
    slack: 8e-6,
    least: 200,
    start: () => {
      const index = mfi(20);
      return (bar) => ({ 'Money Flow Index 20': index.next(bar) });
    },
  },
  {
    file: 'lean/spy_cmf.txt',
    slack: 1.5e-6,
    least: 200,
    skip: 19,
    start: () => {
      const flow = cmf(20);
      return (bar) => ({ CMF_20: flow.next(bar) });
    },
  },
  {
    file: 'lean/spy_with_obv.txt',
    slack: 1300,
    least: 200,
    start: () => {
      const balance = obv();
      return (bar) => ({ OBV: balance.next(bar) });
    },
  },
  {
    file: 'lean/spy_with_don50.txt',
    least: 200,
    skip: 49,
    start: () => {
      const channel = donchian(50);
      return (bar) => {
        const { upper, lower, middle } = channel.next(bar);
        return {
          'Donchian Channels 50 Top': upper,
          'Donchian Channels 50 Bottom': lower,
          'Donchian Channels 50 Mean': middle,
        };
      };
    },
  },
  {
    file: 'lean/spy_with_williamsR14.txt',
    slack: 4e-4,
    least: 200,
    start: () => {
      const place = williamsR(14);
      return (bar) => ({ 'Williams %R 14': place.next(bar) });
    },
  },
  {
    file: 'lean/spy_with_vwap.txt',
    slack: 6e-5,
    least: 200,
    start: () => {
      const price = rollingVwap(50);
      return (bar) => ({ 'Moving VWAP 50': price.next(bar) });
    },
  },
  {
    file: 'lean/spy_with_keltner.csv',
    slack: 6.5e-5,
    least: 200,
    start: () => {
      const channel = simpleKeltner(20, 1.5);
      return (bar) => {
        const { upper, middle, lower } = channel.next(bar);
        return {
          'Keltner Channels 20 Top': upper,
          'Keltner Channels 20 Bottom': lower,
          'Middle Band': middle,
          TypicalPrice: (bar.high + bar.low + bar.close) / 3,
        };
      };
    },
  },
  {
    file: 'lean/spy_with_ichimoku.csv',
    least: 200,
    start: () => {
      const cloud = ichimoku();
      return (bar) => {
        const { tenkan, kijun, senkouA, senkouB } = cloud.next(bar);
        return { Tenkan: tenkan, Kijun: kijun, 'Senkou A': senkouA, 'Senkou B': senkouB };
      };
    },
  },
  {
    file: 'lean/spy_heikin_ashi.txt',
    least: 200,
    start: () => {
      const bars = heikinAshi();
      return (bar) => {
        const { open, high, low, close } = bars.next(bar);
        return { HA_Open: open, HA_High: high, HA_Low: low, HA_Close: close };
      };
    },
  },
  {
    file: 'lean/eurusd60_dem.txt.gz',
    least: 200,
    start: () => {
      const index = demarker(14);
      return (bar) => ({ DeM: index.next(bar) });
    },
  },
  {
    file: 'mplfinance_SPY_2011-07_2012-06_Bollinger.csv',
    least: 200,
    skip: 19,
    start: () => {
      const band = deviation(20);
      return ({ close }) => {
        const { mean, deviation: population } = band.next(close);
        const width = population * Math.sqrt(20 / 19);
        return {
          UpperB: mean + 2 * width,
          LowerB: mean - 2 * width,
          PercentB: (close - mean + 2 * width) / (4 * width),
        };
      };
    },
  },
];

describeWithShared('the reference outputs', 'indicators', () => {
  it.each(CASES)('$file', ({ file, start, least, slack = 0, skip = 0 }) => {
    const next = start();
    const compared: Record<string, number> = {};
    const wrong: string[] = [];
    for (const [index, { bar, cells }] of readRows(file).entries()) {
      const values = next(bar);
      if (index < skip) continue;
      for (const [column, value] of Object.entries(values)) {
        const text = cells[column];
        if (text === undefined) throw new Error(`${file} has no column ${column}`);
        const given = text === '' ? Number.NaN : Number(text);
        if (Number.isNaN(given)) continue;
        compared[column] = (compared[column] ?? 0) + 1;
        if (!(Math.abs(value - given) <= Math.max(slack, slackOf(text))))
          wrong.push(`row ${index + 1} ${column}: ${value}, the file has ${text}`);
      }
    }
    expect({ count: wrong.length, first: wrong.slice(0, 6) }).toEqual({ count: 0, first: [] });
    for (const [column, count] of Object.entries(compared))
      expect(count, column).toBeGreaterThanOrEqual(least);
    expect(Object.keys(compared).length).toBeGreaterThan(0);
  });
});
