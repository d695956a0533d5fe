import type { Bar, Finding } from '#src/shared/market.ts';
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

/** The first finding of a detector, as the command line names it, in BUSY. */
export const findingOf = (detector: string): Finding => {
  const feed = parseDetector(detector).start();
  for (const bar of BUSY) {
    const finding = feed(bar);
    if (finding) return finding;
  }
  throw new Error(`${detector} should find something`);
};
