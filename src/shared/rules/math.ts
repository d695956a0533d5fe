/** Functions of numbers alone, each with how many it takes: fewest and most. */
export const MATH = {
  abs: [1, 1],
  sqrt: [1, 1],
  log: [1, 1],
  round: [1, 1],
  floor: [1, 1],
  ceil: [1, 1],
  sign: [1, 1],
  pow: [2, 2],
  max_of: [2, 8],
  min_of: [2, 8],
  nz: [1, 2],
} as const satisfies Readonly<Record<string, readonly [number, number]>>;

export type MathName = keyof typeof MATH;
export const MATH_NAMES = Object.keys(MATH) as [MathName, ...MathName[]];
export const MOST_NUMBERS = 8;

/** What it makes of its numbers. `nz` stands in for what is not known: all others pass that on. */
export const mathOf = (name: MathName, [a = Number.NaN, b = 0, ...more]: readonly number[]): number => {
  switch (name) {
    case 'abs':
      return Math.abs(a);
    case 'sqrt':
      return Math.sqrt(a);
    case 'log':
      return Math.log(a);
    case 'round':
      // Halves go away from zero, as on chart platforms.
      return Math.sign(a) * Math.round(Math.abs(a));
    case 'floor':
      return Math.floor(a);
    case 'ceil':
      return Math.ceil(a);
    case 'sign':
      return Math.sign(a);
    case 'pow':
      return a ** b;
    case 'max_of':
      return Math.max(a, b, ...more);
    case 'min_of':
      return Math.min(a, b, ...more);
    case 'nz':
      return Number.isFinite(a) ? a : b;
  }
};

/** "the larger of a and b" */
export const mathWords = (name: MathName, parts: readonly string[]): string => {
  const [a = '', b = '0'] = parts;
  const all = parts.join(', ').replace(/, ([^,]*)$/, ' and $1');
  switch (name) {
    case 'abs':
      return `the absolute value of ${a}`;
    case 'sqrt':
      return `the square root of ${a}`;
    case 'log':
      return `the natural logarithm of ${a}`;
    case 'round':
      return `${a}, rounded`;
    case 'floor':
      return `${a}, rounded down`;
    case 'ceil':
      return `${a}, rounded up`;
    case 'sign':
      return `the sign of ${a}`;
    case 'pow':
      return `${a} to the power of ${b}`;
    case 'max_of':
      return `the ${parts.length > 2 ? 'largest' : 'larger'} of ${all}`;
    case 'min_of':
      return `the ${parts.length > 2 ? 'smallest' : 'smaller'} of ${all}`;
    case 'nz':
      return `${a} (${b} where it is not known)`;
  }
};
