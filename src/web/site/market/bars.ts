import type { Bar } from '#src/shared/market.ts';

/** A daily bar as the pages carry it: `date,open,high,low,close,volume`, every figure as its source wrote it. */
export type Row = string;

/** The bar of a row. Throws on a row that is none: the rows are made at build, so it is no visitor's mistake. */
export function barOf(row: Row): Bar {
  const [date = '', open = '', high = '', low = '', close = '', volume = ''] = row.split(',');
  const bar = {
    ts: Date.parse(date),
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(volume),
    text: { open, high, low, close, volume },
  };
  if (![bar.ts, bar.volume].every(Number.isFinite) || !(bar.open > 0 && bar.low > 0 && bar.close > 0))
    throw new Error(`"${row}" is no daily bar.`);
  return bar;
}
