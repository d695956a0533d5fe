import Parser from 'rss-parser';
import { oneLabel } from '#src/shared/label.ts';

/** One piece of news, as plain text. `key` is what it is known by again. */
export type NewsItem = {
  key: string;
  title: string;
  summary: string;
  link: string;
  /** ISO, or '' where it does not say. */
  published: string;
};
export type PutAside = { reason: 'no_title' | 'no_key' | 'time'; problem: string; sample: string };
export type ReadNews = { items: NewsItem[]; putAside: PutAside[]; repeated: number };

/** The page is no news; the sentence says why. */
export class NewsError extends Error {
  override readonly name = 'NewsError';
}

const ITEMS_MAX = 500;
const TITLE_MAX = 150;
const SUMMARY_MAX = 500;
const KEY_MAX = 1_000;
const LINK_MAX = 500;
const SAMPLE_MAX = 300;
const DAY_MS = 86_400_000;

const clean = (text: unknown, most: number): string =>
  typeof text === 'string' ? [...oneLabel(text.toWellFormed())].slice(0, most).join('').trim() : '';

/** Atom's summaries may be HTML, which the parser leaves as it is. */
const withoutTags = (text: unknown): unknown =>
  typeof text === 'string' ? text.replaceAll(/<\/?[a-z][^<>]*>/giu, ' ').replaceAll(/\s+/gu, ' ') : text;

const webLink = (text: unknown): string => {
  const url = URL.parse(clean(text, LINK_MAX));
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : '';
};

/**
 * Reads RSS or Atom. An item without a title, or without anything it could be known by again, or from the day after
 * tomorrow, is put aside with its reason; an item that stands there twice is one. @throws NewsError
 */
export async function readNews(text: string, now: Date): Promise<ReadNews> {
  let parsed;
  try {
    parsed = await new Parser({ defaultRSS: 2 }).parseString(text);
  } catch (cause) {
    const isHtml = /^\s*(?:<!doctype html|<html)/i.test(text);
    throw new NewsError(
      isHtml ? 'It is a web page, and no RSS or Atom.' : 'It cannot be read as RSS or Atom.',
      {
        cause,
      },
    );
  }
  const items = new Map<string, NewsItem>();
  const putAside: PutAside[] = [];
  let repeated = 0;
  for (const item of parsed.items.slice(0, ITEMS_MAX)) {
    const sample = clean(JSON.stringify(item), SAMPLE_MAX);
    const title = clean(item.title, TITLE_MAX);
    const link = webLink(item.link);
    const given: unknown = item.guid ?? (item as { id?: unknown }).id;
    const key = clean(typeof given === 'object' ? JSON.stringify(given) : given, KEY_MAX) || link;
    const at = Date.parse(item.isoDate ?? '');
    if (title === '') putAside.push({ reason: 'no_title', problem: 'It has no title.', sample });
    else if (key === '')
      putAside.push({ reason: 'no_key', problem: 'It has neither an id nor a link.', sample });
    else if (at > now.getTime() + 2 * DAY_MS)
      putAside.push({ reason: 'time', problem: 'It says it is published in the future.', sample });
    else if (items.has(key)) repeated += 1;
    else
      items.set(key, {
        key,
        title,
        summary: clean(item.contentSnippet ?? withoutTags(item.summary), SUMMARY_MAX),
        link,
        published: Number.isNaN(at) ? '' : new Date(at).toISOString(),
      });
  }
  return { items: [...items.values()], putAside, repeated };
}
