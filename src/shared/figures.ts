import { absolute, compare, decimalText, parseDecimal } from './decimal.ts';
import type { Decimal } from './decimal.ts';

/*
 * Figures as people read them. Everything is done on decimal text, never on floats, so that no figure can
 * come out as 1455.2199999. Minus is the ASCII hyphen: it survives plain-text mail, subject lines, search
 * and a paste into a spreadsheet; the typographic minus survives none of them everywhere.
 */

function decimalOf(text: string): Decimal {
  const value = parseDecimal(text.trim());
  if (!value) throw new Error(`"${text}" is no figure.`);
  return value;
}

/** Rounds half away from zero to at most `places` behind the point. */
function round(value: Decimal, places: number): Decimal {
  if (value.scale <= places) return value;
  const unit = 10n ** BigInt(value.scale - places);
  const size = absolute(value).digits;
  const rounded = (size * 2n + unit) / (2n * unit);
  return { digits: value.digits < 0n ? -rounded : rounded, scale: places };
}

/** "-1234567.5" with 2 places is "-1,234,567.50". A figure that rounds to nothing has no sign. */
function print(value: Decimal, places: number): string {
  const [whole = '0', fraction = ''] = decimalText(absolute(value)).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  const sign = value.digits < 0n ? '-' : '';
  return places === 0 ? sign + grouped : `${sign}${grouped}.${fraction.padEnd(places, '0')}`;
}

/**
 * How many places a price may show where the instrument does not say: two from 1,000 on, three from 10
 * (yen crosses), five from 1 (currency pairs), below that five significant digits.
 */
function mostPlaces(price: Decimal): number {
  const size = absolute(price);
  if (compare(size, { digits: 1000n, scale: 0 }) >= 0) return 2;
  if (compare(size, { digits: 10n, scale: 0 }) >= 0) return 3;
  if (compare(size, { digits: 1n, scale: 0 }) >= 0) return 5;
  return Math.min(15, 5 + size.scale - size.digits.toString().length);
}

const placesNeeded = (value: Decimal): number => decimalText(value).split('.')[1]?.length ?? 0;

/**
 * How many places the prices of one alert have: all the same, so that they stand under each other.
 * `instrumentPlaces` (0 to 15) is the instrument's own number of price decimals and wins. Else as many as
 * the source's figures need, at least two and at most what their size allows: the source's "1455.219971"
 * is a rounding artefact of its single-precision floats and means 1455.22.
 */
export function pricePlaces(texts: readonly string[], instrumentPlaces?: number): number {
  if (instrumentPlaces !== undefined) return instrumentPlaces;
  const values = texts.map(decimalOf);
  const largest = values.reduce((a, b) => (compare(absolute(a), absolute(b)) >= 0 ? a : b), {
    digits: 0n,
    scale: 0,
  });
  const most = mostPlaces(largest);
  return Math.max(2, ...values.map((value) => placesNeeded(round(value, most))));
}

/** A price as the source wrote it, rounded half away from zero to `places` and with thousands separators. */
export function formatPrice(text: string, places: number): string {
  return print(round(decimalOf(text), places), places);
}

/** A figure with all its places, thousands separators and no trailing zeros: "1455.50" is "1,455.5". */
export function formatExact(text: string): string {
  const value = decimalOf(text);
  return print(value, placesNeeded(value));
}

/** Two places; changes below 0.01 % get as many as two significant digits need, so that none reads as nothing. */
function percentText(percent: number): { size: string; sign: '+' | '-' | '' } {
  const value = decimalOf(String(percent));
  const size = absolute(value);
  const tiny = compare(size, { digits: 1n, scale: 2 }) < 0 && size.digits !== 0n;
  const places = tiny ? 2 + size.scale - size.digits.toString().length : 2;
  const sign = size.digits === 0n ? '' : value.digits < 0n ? '-' : '+';
  return { size: `${print(round(size, places), places)}%`, sign };
}

/** `percent` 11.984 (percent, not a fraction) is "+11.98%", −11.984 is "-11.98%", 0 is "0.00%". */
export function formatChange(percent: number): string {
  const { size, sign } = percentText(percent);
  return sign + size;
}

/** The size of a change, for sentences that say the direction in words: −11.984 is "11.98%". */
export function formatSize(percent: number): string {
  return percentText(percent).size;
}

/** A percentage that somebody chose, exactly as chosen: 5 is "5%", 2.5 is "2.5%". */
export function formatThreshold(percent: number): string {
  return `${formatExact(String(percent))}%`;
}

/** A number to so many places, rounded half away from zero, with thousands separators. */
const toPlaces = (value: number, places: number): string =>
  print(round(decimalOf(String(value)), places), places);

/** A volume: whole from 1,000 on, below that to two places, or as small as it is: 0.05655554. */
export function formatVolume(value: number): string {
  if (value >= 1000) return toPlaces(value, 0);
  return formatExact(value >= 1 ? String(Number(value.toFixed(2))) : String(value));
}

const OSCILLATOR = /\b(?:rsi|adx|plus_di|minus_di|stoch_k|stoch_d|cci|mfi|cmf|williams_r|change_pct|roc)\(/;
const QUANTITY = /\b(?:volume|obv)\b/;

/** A figure that a rule compared, by its text in the rule language: what it is an average of, it is itself. */
function formatOperand(text: string, value: number, places: number): string {
  if (text.includes(' / ')) return toPlaces(value, 4);
  if (OSCILLATOR.test(text)) return toPlaces(value, 2);
  if (QUANTITY.test(text)) return value < 0 ? toPlaces(value, 2) : formatVolume(value);
  return toPlaces(value, text.includes('(') ? places + 2 : places);
}

/**
 * A figure of evidence as alerts print it; its key says what it is: `…_pct` is percent (without a sign), `…ratio` and
 * `…rsi` have two places, a `round_number` and its `spacing` as many as they need, `…volume` is a quantity, `…average` is a price with two places more (two averages that cross are
 * near each other), all else is a price with the alert's `places`. What is no plain
 * word is a figure of a rule, in the rule language.
 */
export function formatFigure(key: string, value: number, places: number): string {
  if (!/^[a-z_]+$/.test(key)) return formatOperand(key, value, places);
  if (key.endsWith('_pct')) return formatSize(value);
  if (key === 'round_number' || key === 'spacing') return formatExact(String(value));
  if (key.endsWith('ratio') || key.endsWith('rsi')) return toPlaces(value, 2);
  if (key.endsWith('volume')) return formatVolume(value);
  return toPlaces(value, key.endsWith('average') ? places + 2 : places);
}

/** A parameter exactly as somebody chose it; `…_pct` with its unit. */
export const formatParam = (key: string, value: number): string =>
  key.endsWith('_pct') ? formatThreshold(value) : formatExact(String(value));
