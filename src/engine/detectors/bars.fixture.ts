import type { Bar } from '#src/shared/market.ts';

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
