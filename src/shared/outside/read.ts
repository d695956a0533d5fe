import { readCalendarRule } from '../calendar/read-rule.ts';
import type { Outside } from './rules.ts';

const minutes = (count: number): string => (count === 1 ? '1 minute' : `${count} minutes`);
const quoted = (words: readonly string[], joint: string): string =>
  words.map((word) => `“${word}”`).join(joint);

function news({ any, all, none, sources }: Outside & { kind: 'news' }): string {
  const must = [
    ...(all.length > 0 ? [quoted(all, ' and ')] : []),
    ...(any.length > 0 ? [any.length > 1 ? `one of ${quoted(any, ', ')}` : quoted(any, '')] : []),
  ].join(' and ');
  const not = none.length > 0 ? `, but none of ${quoted(none, ', ')}` : '';
  const from =
    sources.length === 0 ? 'all sources' : sources.length === 1 ? 'one source' : `${sources.length} sources`;
  return `News of ${from} in which ${must} stands${not}.`;
}

/** What a rule listens to, in plain words. */
export function readOutside(outside: Outside): string {
  const { cooldownMinutes } = outside;
  const still = cooldownMinutes === undefined ? '' : ` Then it keeps still for ${minutes(cooldownMinutes)}.`;
  const says =
    outside.kind === 'news'
      ? news(outside)
      : outside.kind === 'calendar'
        ? readCalendarRule(outside)
        : 'Every call to its address makes an alert.';
  return `${says}${still}`;
}
