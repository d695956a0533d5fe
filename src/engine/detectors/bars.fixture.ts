import type { Bar, Detection } from '#src/shared/market.ts';
import { eventFigure, EVENTS } from '#src/shared/rules/events.ts';
import { parseDetector } from './parse.ts';

const DAY = 86_400_000;
const START = Date.UTC(2024, 0, 1);

/** A daily bar from texts: the open (the close's if left out) and the close. */
export const barOf = (day: number, close: string, open = close): Bar => {
  const [openNumber, closeNumber] = [Number(open), Number(close)];
  const [high, low] = openNumber > closeNumber ? [open, close] : [close, open];
  return {
    ts: START + day * DAY,
    open: openNumber,
    high: Number(high),
    low: Number(low),
    close: closeNumber,
    volume: null,
    text: { open, high, low, close, volume: null },
  };
};

/** `bar` with a volume. */
export const withVolume = (bar: Bar, volume: string | null): Bar => ({
  ...bar,
  volume: volume === null ? null : Number(volume),
  text: { ...bar.text, volume },
});

/** 900 days that fall, rise and fall again, with spikes of volume: every detector finds something in them. */
export const BUSY: readonly Bar[] = Array.from({ length: 900 }, (_, day) => {
  const close = 100 + 30 * Math.cos(day / 95) + ((day * 37) % 11) / 10 + (day % 101 === 100 ? 9 : 0);
  return withVolume(
    barOf(day, close.toFixed(2), (close - 0.3 + (day % 83 === 80 ? 8 : 0)).toFixed(2)),
    String(1000 + ((day * 71) % 100) + (day % 97 === 96 ? 9000 : 0)),
  );
});

/** `bar` reaching further up and down than its open and close. */
export const withShadows = (bar: Bar, above: number, below: number): Bar => {
  const high = (bar.high + above).toFixed(2);
  const low = Math.max(0.01, bar.low - below).toFixed(2);
  return { ...bar, high: Number(high), low: Number(low), text: { ...bar.text, high, low } };
};

/** The same bars a quarter of an hour apart, from midnight UTC on. */
export const quarterly = (bars: readonly Bar[]): Bar[] =>
  bars.map((bar, at) => ({ ...bar, ts: START + at * 900_000 }));

/** 2,000 quarters of an hour of a walk with shadows, gaps and streaks: what BUSY has too little of. */
export const LIVELY: readonly Bar[] = (() => {
  let seed = 7;
  const upTo = (most: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % (most + 1);
  };
  let close = 10_000;
  const bars = Array.from({ length: 2000 }, (_, at) => {
    const open = close + (upTo(4) === 0 ? upTo(120) - 60 : 0);
    close = Math.max(2000, open + upTo(160) - 80 + (Math.floor(at / 40) % 2 === 0 ? 12 : -12));
    const bar = barOf(at, (close / 100).toFixed(2), (open / 100).toFixed(2));
    return withShadows(withVolume(bar, String(500 + upTo(500))), upTo(60) / 100, upTo(60) / 100);
  });
  return quarterly(bars);
})();

const IN_BUSY = new Set([
  'big_move',
  'gap',
  'volume_spike',
  'new_high',
  'new_low',
  'golden_cross',
  'death_cross',
  'rsi_cross',
  'volatility_spike',
  'round_number',
]);

/** The bars in which a detector, or a condition that begins with it, finds something. */
export const barsFor = (text: string): readonly Bar[] => {
  const [name = ''] = /^\w+/.exec(text) ?? [];
  return Object.hasOwn(EVENTS, name) && !IN_BUSY.has(name) ? LIVELY : BUSY;
};

/** The first detection of a detector, as the command line names it, in its bars. */
export const firstDetection = (detector: string): Detection => {
  const feed = parseDetector(detector).start();
  for (const bar of barsFor(detector)) {
    const detection = feed(bar);
    if (detection) return detection;
  }
  throw new Error(`${detector} should find something`);
};

const LIVELY_FIGURES: Readonly<Record<string, string>> = {
  volume_spike: '1.5, 5',
  new_high: '10, 2',
  new_low: '10, 2',
  golden_cross: '3, 8',
  death_cross: '3, 8',
  rsi_cross: '5, 50, up',
  big_move: '1',
  gap: '0.2',
  volatility_spike: '2, 5',
  streak: '3, down',
  round_number: '2.5, up',
  opening_range_break: '60, down, london',
  candle: 'hammer, 3',
};

/** Every event that a rule may name, with figures at which those bars have some: its defaults if none are listed. */
export const LIVELY_EVENTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(EVENTS).map(([name, { params }]) => {
    const defaults = params.map((param) => eventFigure(param, param.default)).join(', ');
    return [name, `${name}(${LIVELY_FIGURES[name] ?? defaults})`];
  }),
);

/** The same bars an hour apart, for what is of hours. */
export const BUSY_HOURS: readonly Bar[] = BUSY.map((bar, hour) => ({
  ...bar,
  ts: (BUSY[0]?.ts ?? 0) + hour * 3_600_000,
}));
