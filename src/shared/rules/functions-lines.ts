import { dateText } from './dates.ts';
import type { FunctionSpec } from './function-spec.ts';

const moment = (name: string) => ({
  name,
  default: 0,
  least: Date.UTC(1970, 0, 2),
  most: Date.UTC(2100, 0, 1),
  whole: true,
  date: true as const,
  required: true as const,
});
const price = (name: string) => ({
  name,
  default: 0,
  least: -1e12,
  most: 1e12,
  whole: false,
  required: true as const,
});

/** Lines that are drawn on a chart, through two of its points. */
export const LINE_FUNCTIONS: Readonly<Record<string, FunctionSpec>> = {
  line: {
    from: 'time',
    words: 'trend line',
    params: [moment('date'), price('price'), moment('date2'), price('price2')],
    lookback: () => 0,
    example: 'line(2024-01-02, 100, 2024-03-01, 120)',
    problem: ([from, , to]) => (from === to ? 'its two points need different dates.' : null),
    sentence: (_, [from = 0, first, to = 0, second]) =>
      `the line from ${first} on ${dateText(from)} through ${second} on ${dateText(to)}`,
  },
};
