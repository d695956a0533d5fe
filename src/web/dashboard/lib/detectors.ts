import type { ValueUnit } from '#src/shared/market.ts';
import { formatNumber, formatPercent } from '#src/web/ui/format.ts';

const DETECTORS: Readonly<Record<string, { title: string; unit: ValueUnit }>> = {
  big_move: { title: 'Big move', unit: 'percent' },
  gap: { title: 'Gap', unit: 'percent' },
  volume_spike: { title: 'Volume spike', unit: 'ratio' },
  new_high: { title: 'New high', unit: 'level' },
  new_low: { title: 'New low', unit: 'level' },
  golden_cross: { title: 'Golden cross', unit: 'level' },
  death_cross: { title: 'Death cross', unit: 'level' },
  rsi_cross: { title: 'RSI cross', unit: 'level' },
  volatility_spike: { title: 'Volatility spike', unit: 'ratio' },
  streak: { title: 'Streak', unit: 'percent' },
  opening_range_break: { title: 'Opening-range break', unit: 'level' },
  candle: { title: 'Candle pattern', unit: 'percent' },
  rule: { title: 'Rule', unit: 'level' },
};

/** How a detector is called and what its value is measured in; an unknown one is shown as it names itself. */
export function detectorFace(name: string): { title: string; unit: ValueUnit } {
  return DETECTORS[name] ?? { title: words(name), unit: 'level' };
}

const LABELS: Readonly<Record<string, string>> = {
  min_pct: 'Threshold',
  change_pct: 'Change',
  gap_pct: 'Gap',
  min_ratio: 'At least, times the mean',
  window: 'Bars before',
  quiet: 'Quiet bars before',
  mean_volume: 'Mean volume before',
  ratio: 'Times the mean',
  rsi: 'RSI',
  previous_rsi: 'RSI before',
};

/** `previous_close` reads 'Previous close'; a unit at the end of a key is told by the figure. */
export function figureLabel(key: string): string {
  // A figure of a rule is written as the rule writes it.
  if (!/^[a-z_]+$/.test(key)) return key;
  return LABELS[key] ?? words(key.replace(/_pct$/, ''));
}

/** A figure of evidence as text; the unit stands in its key. Parameters carry no sign. */
export function figureText(key: string, value: number, kind: 'figure' | 'param'): string {
  if (key === 'direction') return value > 0 ? 'up' : 'down';
  if (!key.endsWith('_pct')) return formatNumber(value);
  return kind === 'param' ? `${formatNumber(value)}%` : formatPercent(value);
}

function words(key: string): string {
  const text = key.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
