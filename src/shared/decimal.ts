/**
 * Exact arithmetic on decimal figures as text. Floats are right for detection except where a figure must be
 * written as its source would write it, or stands exactly on a threshold (1.1 → 1.155 is 5 %, in floats it is not).
 */
export type Decimal = {
  /** The figure is `digits` × 10^-`scale`. */
  digits: bigint;
  scale: number;
};

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
const EXPONENT = /[eE]/;

/** Whether `parseDecimal` can read it; takes no memory, unlike reading it. */
export const isDecimal = (text: string): boolean => DECIMAL.test(text);

/** Reads '12', '-0.5', '.5', '5.', '1.2e-7'; null for anything else (also for exponents of more than three digits). */
export const parseDecimal = (text: string): Decimal | null => {
  if (!isDecimal(text)) return null;
  const mark = text.search(EXPONENT);
  const mantissa = mark === -1 ? text : text.slice(0, mark);
  const exponent = mark === -1 ? 0 : Number(text.slice(mark + 1));
  const point = mantissa.indexOf('.');
  if (point === -1) return atScale({ digits: BigInt(mantissa), scale: 0 - exponent }, 0);
  const digits = BigInt(mantissa.slice(0, point) + mantissa.slice(point + 1));
  return atScale({ digits, scale: mantissa.length - point - 1 - exponent }, 0);
};

/** The same figure with at least `scale` places. */
const atScale = (value: Decimal, scale: number): Decimal =>
  value.scale >= scale ? value : { digits: value.digits * 10n ** BigInt(scale - value.scale), scale };

/** a + b. */
export const add = (a: Decimal, b: Decimal): Decimal => {
  const scale = Math.max(a.scale, b.scale);
  return { digits: atScale(a, scale).digits + atScale(b, scale).digits, scale };
};

/** a − b. */
export const subtract = (a: Decimal, b: Decimal): Decimal => {
  const scale = Math.max(a.scale, b.scale);
  return { digits: atScale(a, scale).digits - atScale(b, scale).digits, scale };
};

export const multiply = (a: Decimal, b: Decimal): Decimal => ({
  digits: a.digits * b.digits,
  scale: a.scale + b.scale,
});

export const absolute = (value: Decimal): Decimal =>
  value.digits < 0n ? { digits: -value.digits, scale: value.scale } : value;

/** Less than 0, 0, or more than 0, as a is below, at or above b. */
export const compare = (a: Decimal, b: Decimal): number => {
  const { digits } = subtract(a, b);
  return digits === 0n ? 0 : digits < 0n ? -1 : 1;
};

/** (a + b) / 2; half of a decimal is a decimal with one place more, so nothing is rounded. */
export const mean = (a: Decimal, b: Decimal): Decimal => {
  const scale = Math.max(a.scale, b.scale);
  return { digits: (atScale(a, scale).digits + atScale(b, scale).digits) * 5n, scale: scale + 1 };
};

/** Plain notation without trailing zeros behind the point: '1.31977', '5', '-0.05'. */
export const decimalText = ({ digits, scale }: Decimal): string => {
  const sign = digits < 0n ? '-' : '';
  const padded = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const fraction = padded.slice(padded.length - scale).replace(/0+$/, '');
  const whole = padded.slice(0, padded.length - scale);
  return scale === 0 || fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`;
};
