import { readCalendarRule } from '../calendar/read-rule.ts';
import { repeatsText } from '../rules/repeats.ts';
import { daysText } from '../rules/days.ts';
import type { RuleLimits } from '../rules/settings.ts';
import type { ExternalTrigger } from './rules.ts';
import { sourcesWords } from './sources-words.ts';

const minutes = (count: number): string => (count === 1 ? '1 minute' : `${count} minutes`);
const quoted = (words: readonly string[], joint: string): string =>
  words.map((word) => `“${word}”`).join(joint);

function news(
  { any, all, none, sources }: ExternalTrigger & { kind: 'news' },
  known: ReadonlySet<string>,
): string {
  const must = [
    ...(all.length > 0 ? [quoted(all, ' and ')] : []),
    ...(any.length > 0 ? [any.length > 1 ? `one of ${quoted(any, ', ')}` : quoted(any, '')] : []),
  ].join(' and ');
  const not = none.length > 0 ? `, but none of ${quoted(none, ', ')}` : '';
  const from = sourcesWords('source', sources, known);
  return `News of ${from} that mentions ${must}${not}.`;
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
function limits({ most_per_day: most, hours, expires, repeat_minutes: repeats }: RuleLimits): string {
  return [
    hours &&
      ` It triggers ${daysText(hours.days)}${hours.from === hours.to ? '' : `, ${hours.from} to ${hours.to}`} (${hours.time_zone}).`,
    repeats && ` Repeats about one symbol go out after ${repeatsText(repeats)}.`,
    most && ` At most ${most === 1 ? 'once' : `${most} times`} a day.`,
    expires && ` It ends on ${DAY.format(expires)}.`,
  ]
    .filter(Boolean)
    .join('');
}

/** What a rule listens to, in plain words. `known`: the ids of the sources that the workspace has. */
export function readExternalTrigger(
  outside: ExternalTrigger,
  known: ReadonlySet<string>,
  settings: RuleLimits = {},
): string {
  const { cooldownMinutes } = outside;
  const still =
    cooldownMinutes === undefined ? '' : ` Then a cooldown of ${minutes(cooldownMinutes)} starts.`;
  const says =
    outside.kind === 'news'
      ? news(outside, known)
      : outside.kind === 'calendar'
        ? readCalendarRule(outside, known)
        : 'Every call to its address triggers an alert.';
  return `${says}${still}${limits(settings)}`;
}
