/** Twelve digits are more than any source has; the rest is the float's own noise. */
export const tidy = (value: number): number => Number(value.toPrecision(12));

/** A small difference of two figures of the size `of`, without the noise that subtracting them leaves. */
export const tidyDifference = (difference: number, of: number): number => {
  const places = 11 - Math.floor(Math.log10(Math.abs(of)));
  return Number(difference.toFixed(Math.min(100, Math.max(0, places))));
};
