import { AGENTS } from './agents.ts';

/** Who asked: a person, a mail app that hides whether it was one, or a robot. */
export type By = 'person' | 'maybe' | 'robot';

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const anyOf = (names: readonly string[]): RegExp => new RegExp(names.map(escaped).join('|'), 'i');
const ROBOTS = anyOf(AGENTS.robots);
/** Also as the end of a longer word: `Googlebot`. `Cubot` is a phone, and its name is followed by its model. */
const ROBOT_WORDS = new RegExp(`(?:${AGENTS.robotWords.join('|')})(?:\\b|[/;_-])`, 'i');
const PHONES = /\bCUBOT\b/i;
const HIDING = anyOf(AGENTS.hiding);
const HIDING_WHOLE: ReadonlySet<string> = new Set(AGENTS.hidingWhole);

type Asked = { method: string; header: (name: string) => string | undefined };

/** Browsers send these headers when they prefetch a page. */
const isAhead = ({ header }: Asked): boolean =>
  ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|preview|prerender/i.test(header(name) ?? ''),
  );

/** By its method, its purpose and its name; nothing else about who asks is looked at. */
export function byWhom(asked: Asked, what: 'opened' | 'clicked'): By {
  const agent = (asked.header('user-agent') ?? '').trim();
  if (asked.method !== 'GET' || isAhead(asked) || agent === '') return 'robot';
  // Before robots: some of these have a robot's word in their names.
  if (HIDING.test(agent) || HIDING_WHOLE.has(agent)) return what === 'opened' ? 'maybe' : 'robot';
  return ROBOTS.test(agent) || ROBOT_WORDS.test(agent.replace(PHONES, '')) ? 'robot' : 'person';
}
