import { formatDay, formatMonth } from '../../market/words.ts';
import type { Outcome } from './outcome.ts';

const YEAR_MS = 365.25 * 86_400_000;
const whole = new Intl.NumberFormat('en-US');

const counted = (count: number, one: string): string =>
  `${whole.format(count)} ${one}${count === 1 ? '' : 's'}`;

/** The years that have the most alerts, when they are one or two; more would say nothing. */
function topYears({ years }: Outcome): string {
  const most = Math.max(...years.map(({ count }) => count));
  const top = years.filter(({ count }) => count === most).map(({ year }) => year);
  return top.length > 2 || top.length === years.length ? '' : `, most in ${top.join(' and ')}`;
}

/** What the rule would have done, in one sentence. */
export function verdict(outcome: Outcome): string {
  const { sent, from, to } = outcome;
  const years = counted(Math.max(1, Math.round((to - from) / YEAR_MS)), 'year');
  const [first] = sent;
  if (!first) return `This rule would have sent no alert in ${years}.`;
  if (sent.length === 1)
    return `This rule would have sent 1 alert in ${years}, on ${formatDay(new Date(first.time).toISOString())}.`;
  return `This rule would have sent ${counted(sent.length, 'alert')} in ${years}${topYears(outcome)}.`;
}

/** How often that is, or what to do where there is nothing to count; '' where the verdict says it all. */
export function pace({ sent, from, to, busiest }: Outcome): string {
  if (sent.length === 0)
    return 'No session met the condition. A smaller figure, or another condition, will find some.';
  if (sent.length === 1 || !busiest) return '';
  const years = (to - from) / YEAR_MS;
  const [rate, unit] =
    sent.length >= years * 12 ? [sent.length / (years * 12), 'month'] : [sent.length / years, 'year'];
  const many = unit === 'month' ? ' A stricter figure sends fewer.' : '';
  return `That is about ${Number(rate.toFixed(1))} a ${unit}; the busiest month, ${formatMonth(busiest.year, busiest.month)}, had ${busiest.count}.${many}`;
}

/** The record in words: 'Daily bars from 3 Jan 2000 to 17 Apr 2020'. */
export function span({ from, to }: Outcome): string {
  return `Daily bars from ${formatDay(new Date(from).toISOString())} to ${formatDay(new Date(to).toISOString())}`;
}
