import { formatPercent } from '#src/web/ui/format.ts';
import csv from '../../../../../node_modules/@observablehq/sample-datasets/aapl.csv?raw';
import { watchMoves } from '#src/engine/detectors/since-close.ts';
import { formatDay, formatLevel } from '../../market-record.ts';
import { barOf } from '../../market/bars.ts';
import { productCharts } from '../../market/product-chart.ts';
import { recordedById } from '../../market/recorded.ts';

/**
 * One session of Apple's share as recorded from May 2013 to May 2018. Prices are US dollars, restated for the
 * seven-for-one split of June 2014. `change` compares closes, `adjustedChange` the record's dividend-adjusted
 * closes, both in percent; `text` holds the closes as the record writes them.
 */
export type Day = {
  date: string;
  close: number;
  previous: number;
  change: number;
  adjustedChange: number;
  text: { close: string; previous: string };
};

export const days: readonly Day[] = readDays(csv);

function readDays(text: string): Day[] {
  const rows = text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .map(([date = '', , , , close = '', adjusted = '']) => ({ date, close, adjusted: Number(adjusted) }));
  return rows.slice(1).map(({ date, close, adjusted }, index) => {
    const before = rows[index];
    if (!before || !(Number(close) > 0) || !(Number(before.close) > 0) || !(before.adjusted > 0))
      throw new Error(`aapl.csv: no usable close at ${date}`);
    return {
      date,
      close: Number(close),
      previous: Number(before.close),
      change: (Number(close) / Number(before.close) - 1) * 100,
      adjustedChange: (adjusted / before.adjusted - 1) * 100,
      text: { close, previous: before.close },
    };
  });
}

const largest = days.reduce((a, b) => (b.change < a.change ? b : a));
/** The largest one-day fall of the record, which post 2 takes apart. */
export const fall: Day = largest;

/** Days on which the adjusted column reaches 3 % and the price itself does not reach 1 %. */
export const phantoms = days.filter(
  ({ change, adjustedChange }) => Math.abs(adjustedChange) >= 3 && Math.abs(change) < 1,
);

const size = `${Math.abs(fall.change).toFixed(2)}%`;

/** Sessions on its chart: about six weeks. */
const SHOWN = 30;
const RULE_PCT = 5;

/** Its chart as an alert has it. */
export const fallCharts = (() => {
  const { name, symbol, rows } = recordedById('apple');
  const end = rows.findIndex((row) => row.startsWith(fall.date));
  const feed = watchMoves({ min_pct: RULE_PCT });
  const fed = rows.slice(0, end + 1).map((row) => {
    const bar = barOf(row);
    return { bar, detection: feed(bar) };
  });
  const detection = fed.at(-1)?.detection;
  if (!detection) throw new Error(`aapl.csv: no move of ${RULE_PCT}% on ${fall.date}`);
  const bars = fed.slice(-SHOWN).map(({ bar }) => bar);
  return productCharts({ name, symbol, detector: 'big_move', bars, detection, ground: 'raised' });
})();

export const figures = {
  day: formatDay(fall.date),
  close: formatLevel(fall.close),
  previous: formatLevel(fall.previous),
  size,
  points: formatLevel(fall.previous - fall.close),
  printedPoints: formatLevel(Number(fall.previous.toFixed(2)) - Number(fall.close.toFixed(2))),
};

export type Draft = { text: string; passes: boolean; why: string };

/** Sentences about that day, and what a check of figures says to each (apple.test.ts asks the real one). */
export const drafts: readonly Draft[] = [
  {
    text: `Apple closed at ${figures.close}, ${size} below the previous close of ${figures.previous}.`,
    passes: true,
    why: 'Every figure is in the evidence.',
  },
  {
    text: 'Apple lost 8% in a day.',
    passes: false,
    why: `The evidence says ${size}. A rounding is a new figure.`,
  },
  {
    text: 'Apple fell by nearly eight percent.',
    passes: false,
    why: 'A number in words is a number, and harder to trace.',
  },
  {
    text: `Apple gave up ${figures.points} to ${figures.close}.`,
    passes: false,
    why: `Computed by the writer, not by the rule. From the prices as printed it is ${figures.printedPoints}.`,
  },
  {
    text: 'It was the worst day for the share since 2013.',
    passes: false,
    why: 'Two closes can’t support a claim about years.',
  },
  {
    text: 'Apple fell sharply on disappointing sales.',
    passes: true,
    why: 'No figure, so nothing to check. The cause is a guess: leave it out.',
  },
  {
    text: `Apple closed at ${figures.previous}, ${size} below the previous close of ${figures.close}.`,
    passes: true,
    why: 'Every figure is in the evidence, and the sentence is false.',
  },
];

export const facts: Readonly<Record<string, string>> = {
  ...figures,
  quotedThen: formatLevel(fall.close * 7),
  refused: String(drafts.filter(({ passes }) => !passes).length),
  drafts: String(drafts.length),
  phantoms: String(phantoms.length),
  phantomDay: formatDay(phantoms[0]?.date ?? ''),
  phantomChange: formatPercent(phantoms[0]?.change ?? 0),
  phantomAdjusted: formatPercent(phantoms[0]?.adjustedChange ?? 0),
  sessions: days.length.toLocaleString('en-US'),
};
