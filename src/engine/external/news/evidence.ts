import { type Keywords, matchesKeywords } from '#src/shared/external/keywords.ts';
import type { ExternalEvidence } from '#src/shared/external/evidence.ts';
import type { Verdict } from '../../detectors/verify.ts';
import { sameFacts } from '../same-facts.ts';
import type { NewsItem } from './read-news.ts';

const FIELDS = ['title', 'summary', 'link', 'published', 'key'] as const;
const no = (reason: string): Verdict => ({ ok: false, reason });

export const textOf = ({ title, summary }: Pick<NewsItem, 'title' | 'summary'>): string =>
  `${title}\n${summary}`;

function factsOf({ title, summary, link, published }: NewsItem): Record<string, string> {
  const facts = {
    title,
    message: summary === title ? '' : summary,
    published: published && `${published.slice(0, 16).replace('T', ' ')} UTC`,
    link,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== ''));
}

/** What an alert on an item rests on: the item as it was read, and the words that were asked for. */
export function newsEvidence(
  item: NewsItem,
  { source, at, asked }: { source: string; at: Date; asked: Keywords },
): ExternalEvidence {
  return {
    said: {
      from: 'news',
      by: source,
      at: at.toISOString(),
      type: 'application/json',
      body: JSON.stringify(Object.fromEntries(FIELDS.map((name) => [name, item[name]]))),
    },
    facts: factsOf(item),
    other: { key: item.key },
    asked: { any: [...asked.any], all: [...asked.all], none: [...asked.none] },
  };
}

const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

function itemOf(body: string): NewsItem | null {
  let said: unknown;
  try {
    said = JSON.parse(body);
  } catch {
    return null;
  }
  if (typeof said !== 'object' || said === null) return null;
  const item = new Map(Object.entries(said));
  const read = FIELDS.map((name) => [name, item.get(name)] as const);
  if (!read.every(([, value]) => typeof value === 'string')) return null;
  return Object.fromEntries(read) as NewsItem;
}

/** Reads the item again and asks for the words again. */
export function verifyNews(evidence: ExternalEvidence): Verdict {
  const { any, all, none } = evidence.asked ?? {};
  if (!isWords(any) || !isWords(all) || !isWords(none))
    return no('the evidence does not say what was asked for.');
  const item = itemOf(evidence.said.body);
  if (!item) return no('the item cannot be read.');
  if (!matchesKeywords(textOf(item), { any, all, none }))
    return no('the words that were asked for do not stand in the item.');
  return sameFacts(evidence, { facts: factsOf(item), other: { key: item.key } });
}
