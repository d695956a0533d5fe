import { formatDay } from '../market-record.ts';

/** `2020-03`: Mar 2020, not to be parted at the end of a line. */
export const monthName = (month: string): string =>
  formatDay(`${month}-01`).replace(/^\d+ /, '').replace(' ', '\u{A0}');

/** With its sign, a real minus, and one decimal: +2.5%. */
export const signed = (percent: number): string =>
  `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)}%`;

/** Years as people list them: 2004, 2005 and 2017. */
export const listed = (items: readonly (string | number)[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

export const whole = (value: number): string => value.toLocaleString('en-US');
