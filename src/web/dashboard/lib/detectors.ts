import type { ValueUnit } from '#src/shared/market.ts';

/** Detectors whose title isn't their name in words, or whose value isn't a level. */
const DETECTORS: Readonly<Record<string, { title: string; unit: ValueUnit }>> = {
  big_move: { title: 'Big move', unit: 'percent' },
  gap: { title: 'Gap', unit: 'percent' },
  volume_spike: { title: 'Volume spike', unit: 'ratio' },
  rsi_cross: { title: 'RSI cross', unit: 'level' },
  volatility_spike: { title: 'Volatility spike', unit: 'ratio' },
  streak: { title: 'Streak', unit: 'percent' },
  opening_range_break: { title: 'Opening-range break', unit: 'level' },
  composed: { title: 'Written alert', unit: 'percent' },
  candle: { title: 'Candle pattern', unit: 'percent' },
};

/** A detector's title and the unit of its value. By default, its name in words and a level. */
export function detectorFace(name: string): { title: string; unit: ValueUnit } {
  return DETECTORS[name] ?? { title: words(name), unit: 'level' };
}

function words(key: string): string {
  const text = key.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
