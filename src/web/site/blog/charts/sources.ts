import { formatDay, sessions } from '../../market-record.ts';
import { days } from '../subjects/apple.ts';

const range = (some: readonly { date: string }[]) =>
  `${formatDay(some[0]?.date ?? '')} to ${formatDay(some.at(-1)?.date ?? '')}`;

/** Where the figures come from, as it is printed below a chart. */
export const SP500 = `S&P 500, daily closes, ${range(sessions)}. Record: vega-datasets.`;
export const APPLE = `Apple, daily closes in US dollars, ${range(days)}. Record: Observable sample datasets.`;
