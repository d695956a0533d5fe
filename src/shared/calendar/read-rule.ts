import { sourcesWords } from '../external/sources-words.ts';
import type { EntryKind } from './entry.ts';
import type { CalendarRule } from './rule.ts';
import { spanWords } from './say.ts';

const KINDS: Record<EntryKind, string> = {
  economic: 'economic releases',
  earnings: 'earnings',
  other: 'other entries',
};
const listed = (parts: readonly string[], joint: string): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${joint} ${parts.at(-1)}`;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function whenWords({ before, at, released }: CalendarRule): string {
  const off = released && [
    ...(released.percent === undefined ? [] : [`is off the forecast by ${released.percent}% or more`]),
    ...(released.side === undefined ? [] : [`is ${released.side} the forecast`]),
  ];
  const parts = [
    ...(before === undefined ? [] : [`${spanWords(before)} before`]),
    ...(at ? ['at the time'] : []),
    ...(off ? [`when the figure comes${off.length > 0 ? ` and ${off.join(' and ')}` : ''}`] : []),
  ];
  return capital(listed(parts, 'and'));
}

/** What a rule on the calendar waits for, in plain words. `known`: the ids of the calendars that there are. */
export function readCalendarRule(rule: CalendarRule, known: ReadonlySet<string>): string {
  const { kinds, importance, places, symbols, words, sources } = rule;
  const what =
    kinds.length === 0 || kinds.length === 3
      ? 'all entries'
      : listed(
          kinds.map((kind) => KINDS[kind]),
          'and',
        );
  const narrowed = [
    ...(importance === undefined
      ? []
      : [
          importance === 'high'
            ? 'of high importance'
            : importance === 'medium'
              ? 'of medium or high importance'
              : 'of any stated importance',
        ]),
    ...(places.length > 0 ? [`of ${listed(places, 'or')}`] : []),
    ...(symbols.length > 0 ? [`on ${listed(symbols, 'or')}`] : []),
    ...(words.length > 0
      ? [
          `that mentions ${listed(
            words.map((word) => `“${word}”`),
            'or',
          )}`,
        ]
      : []),
  ];
  const from = sourcesWords('calendar', sources, known);
  return `${whenWords(rule)}: ${[what, ...narrowed].join(' ')}, from ${from}.`;
}
