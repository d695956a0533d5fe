import { type ReactionCounts, type ReactionFigures, REACTIONS } from '#src/shared/analytics-reactions.ts';
import { toCsv } from '#src/shared/csv.ts';

type Cell = string | number | null;

/** `maybeOpened` as `maybe_opened`. */
const column = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The figures as one table. The first column says what a row counts. */
export function reactionsCsv({ funnel, channels, rules, audiences }: ReactionFigures): string {
  const row = (group: string, key: string, name: string, counts: ReactionCounts): Cell[] => [
    group,
    key,
    name,
    ...REACTIONS.map((each) => counts[each]),
  ];
  return toCsv([
    ['group', 'key', 'name', ...REACTIONS.map(column)],
    row('all', '', '', funnel),
    ...channels.map((each) => row('channel', each.channel, '', each)),
    ...rules.map((each) => row('rule', each.id, each.name, each)),
    ...audiences.map((each) => row('audience', each.id, each.name, each)),
  ]);
}
