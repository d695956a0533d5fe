import { isDecimal } from '#src/shared/decimal.ts';
import type { Bar } from '#src/shared/market.ts';

/** A bar of the texts a source wrote (without volume, of quotes); null where a figure is missing or they don't fit together. `ts` in ms, UTC. */
export function readBar(
  ts: number,
  text: { open: string; high: string; low: string; close: string; volume: string | null },
): Bar | null {
  const { open, high, low, close, volume } = text;
  if (!Number.isFinite(ts) || ![open, high, low, close, volume ?? '0'].every(isDecimal)) return null;
  const bar = { open: Number(open), high: Number(high), low: Number(low), close: Number(close) };
  if (!(bar.low > 0 && bar.high >= Math.max(bar.open, bar.close) && bar.low <= Math.min(bar.open, bar.close)))
    return null;
  return { ts, ...bar, volume: volume === null ? null : Number(volume), text };
}
