import { CLICK_PATH } from '../tracking.ts';
import type { Prepared } from './prepared.ts';
import { textsOfPrepared } from './prepared.ts';

/** A link of ours that is counted: the last part is the place of the link in its message. */
const COUNTED = new RegExp(`https?://[^\\s/"<>()|]+${CLICK_PATH}/[\\w-]+\\.[\\w-]+/(\\d{1,4})`, 'g');
/** An anchor that leads to a website. What else HTML refers to isn't followed by anyone. */
const ANCHOR = /(<a\b[^>]*?\shref=")(https?:\/\/[^"]*)(?=")/gi;
/** An address in a text; what ends a sentence is no part of it. */
const ADDRESS = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'’”]/giu;
/** The address of a Markdown link. */
const MARKED = /(?<=\]\()https?:\/\/[^\s)]+(?=\))/gi;

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&lt;': '<',
  '&gt;': '>',
};
const decoded = (attribute: string): string =>
  attribute.replaceAll(
    /&(?:amp|quot|lt|gt|#34|#39|#x27);/gi,
    (entity) => ENTITIES[entity.toLowerCase()] ?? entity,
  );

const unique = (addresses: readonly string[]): string[] => [...new Set(addresses)];
const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([all]) => all);

/** Texts in the channel's own form, wherever they are in it. */
function stringsIn(own: unknown): string[] {
  if (typeof own === 'string') return [own];
  return own !== null && typeof own === 'object' ? Object.values(own).flatMap(stringsIn) : [];
}

/** Where a message has its links: nowhere twice, so that a link has one place. */
type Form = 'html' | 'buttons' | 'own' | 'text';
const formOf = ({ html, buttons = [], own }: Prepared): Form => {
  if (html !== null) return 'html';
  if (buttons.length > 0) return 'buttons';
  return own === undefined ? 'text' : 'own';
};

/**
 * The addresses that a message leads to, each once, in the order in which they come. A counted link leads to the one at
 * its place, and to nothing else.
 */
export function linksIn(prepared: Prepared): string[] {
  switch (formOf(prepared)) {
    case 'html':
      return unique(
        [...(prepared.html ?? '').matchAll(ANCHOR)].map(([, , address = '']) => decoded(address)),
      );
    case 'buttons':
      return unique(
        (prepared.buttons ?? []).map(({ url }) => url).filter((url) => /^https?:\/\//i.test(url)),
      );
    case 'own':
      return unique(stringsIn(prepared.own).flatMap((text) => found(text, MARKED)));
    case 'text':
      return unique(textsOfPrepared(prepared).flatMap((text) => found(text, ADDRESS)));
  }
}

/** A text cut at its links: what is said, and the places of links. */
type Part = string | number;

function cut(
  text: string,
  pattern: RegExp,
  placeOf: (match: RegExpExecArray) => { at: number; length: number; place: number },
) {
  const parts: Part[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const { at, length, place } = placeOf(match);
    if (place < 0) continue;
    parts.push(text.slice(from, at), place);
    from = at + length;
  }
  return [...parts, text.slice(from)];
}

const joined = (parts: readonly Part[], urlOf: (place: number) => string): string => {
  let text = '';
  for (const part of parts) text += typeof part === 'string' ? part : urlOf(part);
  return text;
};

const BODY_END = '</body>';

/** As chats write an address: as it is, as Slack escapes it, and as Markdown has parentheses. */
const writtenAs = (url: string): string[] =>
  unique([
    url.replaceAll('|', '%7C').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    url.replaceAll('(', '%28').replaceAll(')', '%29'),
    url,
  ]);

/** The same form with other addresses in it. */
function readdressed<T>(own: T, addresses: readonly (readonly [written: string, url: string])[]): T {
  if (typeof own === 'string') {
    let text: string = own;
    for (const [written, url] of addresses) text = text.replaceAll(written, url);
    return text as T;
  }
  if (Array.isArray(own)) return own.map((each: unknown) => readdressed(each, addresses)) as T;
  if (own === null || typeof own !== 'object') return own;
  return Object.fromEntries(
    Object.entries(own).map(([name, value]) => [name, readdressed<unknown>(value, addresses)]),
  ) as T;
}

/** What a message is counted by. */
export type Counters = {
  /** The address of the link at a place; null leaves links as they are. */
  urlOf: ((place: number) => string) | null;
  /** The picture that is fetched when an email is opened; null is none. */
  pictureUrl: string | null;
};

/**
 * Makes a message countable for one recipient after another: what they share is looked for once. Addresses that are put in
 * have letters, digits and `:/.-_` only, so none has to be escaped anywhere.
 */
export function countable(prepared: Prepared): (by: Counters) => Prepared {
  const links = linksIn(prepared);
  const form = formOf(prepared);
  const placeIn = (address: string): number => links.indexOf(address);
  const inText = (text: string): Part[] =>
    cut(text, ADDRESS, (match) => ({ at: match.index, length: match[0].length, place: placeIn(match[0]) }));
  const ofHtml = cut(prepared.html ?? '', ANCHOR, (match) => {
    const [, before = '', address = ''] = match;
    return { at: match.index + before.length, length: address.length, place: placeIn(decoded(address)) };
  });
  const texts = textsOfPrepared(prepared).map(inText);

  const withLinks = (urlOf: (place: number) => string): Prepared => {
    // A chat with buttons has its link there, and marks places in its text, which must not move.
    const [text = '', ...thread] =
      form === 'buttons' ? textsOfPrepared(prepared) : texts.map((parts) => joined(parts, urlOf));
    const said = { ...prepared, text, ...(prepared.thread && { thread }) };
    if (form === 'html') return { ...said, html: joined(ofHtml, urlOf) };
    if (form === 'text') return said;
    const addresses = links.flatMap((link, place) =>
      writtenAs(link).map((as) => [as, urlOf(place)] as const),
    );
    return {
      ...said,
      ...(prepared.buttons && {
        buttons: prepared.buttons.map((button) => {
          const place = placeIn(button.url);
          return place < 0 ? button : { ...button, url: urlOf(place) };
        }),
      }),
      ...(prepared.own !== undefined && { own: readdressed(prepared.own, addresses) }),
    };
  };
  return ({ urlOf, pictureUrl }) => {
    const message = urlOf && links.length > 0 ? withLinks(urlOf) : prepared;
    if (pictureUrl === null || message.html === null) return message;
    return { ...message, html: withPicture(message.html, pictureUrl) };
  };
}

/** At the end: the message is shown before anything is fetched. */
function withPicture(html: string, url: string): string {
  const at = html.lastIndexOf(BODY_END);
  const picture = `<img src="${url}" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0;">`;
  return at < 0 ? html + picture : html.slice(0, at) + picture + html.slice(at);
}

/** What was sent, with the addresses that its counted links stand for. */
export const uncounted = (text: string, links: readonly string[]): string =>
  text.replaceAll(COUNTED, (all: string, place: string) => links[Number(place)] ?? all);
