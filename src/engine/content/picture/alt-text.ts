import { isSlot, type Text, tidyText } from '#src/shared/content/text.ts';
import type { ChartFacts, ChartStyle, Level } from './facts.ts';

const OPENINGS: Record<ChartStyle, (facts: ChartFacts) => Text> = {
  candles: ({ title }) => ['Candlestick chart of ', ...title],
  line: ({ title }) => ['Line chart of ', ...title],
  area: ({ title }) => ['Area chart of ', ...title],
  range: ({ title }) => ['Line chart of ', ...title, ' and its range'],
  streak: ({ title }) => ['Chart of ', ...title, ' with the change of each bar'],
  comparison: ({ title, others }) => [
    'Line chart comparing ',
    ...title,
    ' with ',
    ...listed(others.map(({ name }) => name)),
  ],
};

/**
 * What a chart shows, for readers who can't see it. Every figure is a slot of the evidence; the words hold none.
 * `bars` is the timeframe in words ("daily bars"), `isOpen` whether the last bar isn't over.
 */
export function altText(
  facts: ChartFacts,
  { style, bars, isOpen }: { style: ChartStyle; bars: Text; isOpen: boolean },
): Text {
  const { streak, levels, overlays, pane, volumeMean } = facts;
  const isClose = facts.figure.some((node) => isSlot(node) && node.of === 'bar.close');
  return tidyText([
    ...OPENINGS[style](facts),
    ', ',
    ...bars,
    ' through ',
    ...facts.when,
    isOpen ? '. The last price is ' : '. The last close is ',
    ...facts.close,
    ...(isClose ? [', and it is marked.'] : ['; the mark reads ', ...facts.figure, '.']),
    ...(streak ? [' The streak, ', ...streak.label, ', is highlighted.'] : []),
    ...(overlays.length > 0 ? [' Drawn over it: ', ...listed(overlays.map(({ label }) => label)), '.'] : []),
    ...(pane ? [' Below it: ', ...pane.label, ...at(pane.levels), '.'] : []),
    ...(volumeMean ? [' Below it: volume, with a line at the mean, ', ...volumeMean.figure, '.'] : []),
    ...levels.flatMap((level) => [' A dashed line marks ', ...named(level), '.']),
  ]);
}

const at = (levels: readonly Level[]): Text =>
  levels.length === 0 ? [] : [', with a line at ', ...listed(levels.map(({ figure }) => figure))];

/** "the previous close, 2,711.02", or the figure alone. */
function named({ label, figure }: Level): Text {
  if (label.length === 0) return figure;
  const [first, ...rest] = label;
  const lower = typeof first === 'string' ? `${first.charAt(0).toLowerCase()}${first.slice(1)}` : first;
  return ['the ', ...(lower === undefined ? [] : [lower]), ...rest, ', ', ...figure];
}

/** "a", "a and b", "a, b and c". */
const listed = (texts: readonly Text[]): Text =>
  texts.flatMap((text, place) => [
    ...(place === 0 ? [] : [place === texts.length - 1 ? ' and ' : ', ']),
    ...text,
  ]);
