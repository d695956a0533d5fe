import { formatFigure, formatParam, pricePlaces } from '#src/shared/figures.ts';
import type { EvidenceBar } from '#src/shared/market.ts';
import { formatPercent, MINUS } from '#src/web/ui/format.ts';

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

/** `previous_close` reads 'Previous close'; the figure carries the unit at the end of a key. */
export function figureLabel(key: string): string {
  // A figure of a rule is written as the rule writes it.
  if (!/^[a-z_]+$/.test(key)) return key;
  const words = key.replace(/_pct$/, '').replaceAll('_', ' ');
  return LABELS[key] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** How many decimals the alert's prices have, as in its text. */
export const placesOf = (bars: readonly EvidenceBar[]): number =>
  bars.length === 0 ? 2 : pricePlaces(bars.flatMap(({ open, high, low, close }) => [open, high, low, close]));

const signed = (text: string): string => text.replace(/^-/, MINUS);

/** A figure of evidence as the alert prints it; moves have their sign. */
export function figureText(key: string, value: number, places: number): string {
  if (key === 'direction') return value > 0 ? 'up' : 'down';
  return key.endsWith('_pct') ? formatPercent(value) : signed(formatFigure(key, value, places));
}

/** A parameter exactly as somebody chose it. */
export const paramText = (key: string, value: number): string =>
  key === 'direction' ? figureText(key, value, 0) : signed(formatParam(key, value));
