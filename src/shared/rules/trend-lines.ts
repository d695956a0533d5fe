import { type Condition, type Operand, partsOf } from './ast.ts';
import { dateText } from './dates.ts';
import { operandsCompared } from './figures.ts';
import { parseRule } from './parse.ts';
import { printRule } from './print.ts';

/** A point of a chart: a moment (ms, UTC) and a price. */
export type Point = { at: number; price: number };
export type TrendLine = { from: Point; to: Point };

/** Those of the rule's own bars: bars from elsewhere have other times, and are on no chart of these prices. */
const linesIn = (operand: Operand): TrendLine[] => {
  if ('value' in operand) return [];
  if (!('call' in operand) || operand.call !== 'line') return partsOf(operand).flatMap(linesIn);
  const [from = 0, first = 0, to = 0, second = 0] = operand.args;
  return [{ from: { at: from, price: first }, to: { at: to, price: second } }];
};

/** The trend lines of a condition that can be drawn on the chart of its prices, in the order in which they are written. */
export const trendLinesOf = (condition: Condition): TrendLine[] => {
  const found = operandsCompared(condition).flatMap(linesIn);
  const texts = found.map(lineText);
  return found.filter((_, at) => texts.indexOf(texts[at] ?? '') === at);
};

export const lineText = ({ from, to }: TrendLine): string =>
  `line(${dateText(from.at)}, ${from.price}, ${dateText(to.at)}, ${to.price})`;

/** The price of a line at a moment (ms, UTC). */
export const priceOn = ({ from, to }: TrendLine, at: number): number =>
  from.price + ((to.price - from.price) * (at - from.at)) / (to.at - from.at);

/** The condition of an alert at a line. */
export const crossingLine = (line: TrendLine): string =>
  printRule(parseRule(`close crosses ${lineText(line)}`));

/** The text of a rule that is also true when the close crosses the line. */
export const orCrossingLine = (condition: Condition, line: TrendLine): string =>
  printRule({
    any: [...('any' in condition ? condition.any : [condition]), parseRule(crossingLine(line))],
  });
