import {
  absolute,
  compare,
  type Decimal,
  decimalText,
  multiply,
  parseDecimal,
  subtract,
} from '../decimal.ts';

const SCALES: Readonly<Record<string, number>> = {
  k: 3,
  thousand: 3,
  m: 6,
  mn: 6,
  mln: 6,
  million: 6,
  b: 9,
  bn: 9,
  billion: 9,
  t: 12,
  tn: 12,
  trn: 12,
  trillion: 12,
};
const FIGURE =
  /^(\()?\s*([+-])?\s*(?:[$€£¥]|[A-Z]{3} )?\s*([+-])?(\d{1,3}(?:,\d{3})+|\d+)?(\.\d+)?\s*(%|[a-z]+)?\s*(\))?$/i;

/** A figure of a calendar as a number: 215K is 215,000; null where it is none ("<0.1%", "tentative", "3-4"). */
function parseFigure(text: string): { value: Decimal; percent: boolean } | null {
  const match = FIGURE.exec(
    text
      .replaceAll(/[\u2212\u2013]/g, '-')
      .replaceAll(/[\u00a0\u202f]/g, ' ')
      .trim(),
  );
  if (!match) return null;
  const [, open, before, after, whole = '', fraction = '', suffix = '', close] = match;
  if (
    (whole === '' && fraction === '') ||
    (before && after) ||
    (open === undefined) !== (close === undefined)
  )
    return null;
  const percent = suffix === '%';
  const scale = percent || suffix === '' ? 0 : SCALES[suffix.toLowerCase()];
  if (scale === undefined) return null;
  const minus = (before ?? after) === '-' || open !== undefined;
  const value = parseDecimal(`${minus ? '-' : ''}${whole.replaceAll(',', '')}${fraction}e${scale}`);
  return value && { value, percent };
}

export const numberOf = (text: string): number | null => {
  const figure = parseFigure(text);
  const number = figure ? Number(decimalText(figure.value)) : NaN;
  return Number.isFinite(number) ? number : null;
};

/** As it is told: 3.1 of the unit % is 3.1%; a figure that names its unit itself stays as it is. */
export const withUnit = (figure: string, unit: string | null): string => {
  if (unit === null || !/[\d.)]$/.test(figure)) return figure;
  return unit === '%' ? `${figure}%` : `${figure} ${unit}`;
};

export type Side = 'above' | 'below' | 'equal';
type Released = { actual: string | null; forecast: string | null };

function both({ actual, forecast }: Released): [Decimal, Decimal] | null {
  const one = actual === null ? null : parseFigure(actual);
  const other = forecast === null ? null : parseFigure(forecast);
  return one && other && one.percent === other.percent ? [one.value, other.value] : null;
}

/** Where the actual figure lies beside the forecast; null where the two cannot be compared. */
export function sideOf(released: Released): Side | null {
  const figures = both(released);
  if (!figures) return null;
  const sign = compare(...figures);
  return sign > 0 ? 'above' : sign < 0 ? 'below' : 'equal';
}

/** Whether the actual figure is off the forecast by so many percent of it, exactly. */
export function isOffBy(released: Released, percent: number): boolean {
  const figures = both(released);
  const least = parseDecimal(String(percent));
  if (!figures || !least) return false;
  const [actual, forecast] = figures;
  const off = absolute(subtract(actual, forecast));
  if (off.digits === 0n) return false;
  return compare(multiply(off, { digits: 100n, scale: 0 }), multiply(least, absolute(forecast))) >= 0;
}
