import { addressesIn } from '#src/shared/content/text-length.ts';

export type TextObject =
  | { type: 'plain_text'; text: string; emoji: false }
  | { type: 'mrkdwn'; text: string; verbatim: true };
export type Run = { text: string; bold?: true };

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const ESCAPED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>' };

/** A text as Slack takes it: three characters are escaped, and no others. */
export const escape = (text: string): string =>
  text.toWellFormed().replaceAll(/[&<>]/g, (character) => ESCAPES[character] ?? character);

/** A text as Slack returns it, for reading. Addresses come back in angle brackets, some with what they read as. */
export const readable = (text: string): string =>
  text
    .replaceAll(
      /<([^<>|]*)(?:\|([^<>]*))?>/g,
      (_, target: string, label: string | undefined) => label ?? target,
    )
    .replaceAll(/&(amp|lt|gt);/g, (_, name: string) => ESCAPED[name] ?? '');

export const plainText = (text: string): TextObject => ({
  type: 'plain_text',
  text: escape(text),
  emoji: false,
});

/** What Slack would format in mrkdwn, and nothing can escape: bold, italic, struck, code, emoji names, quotes. */
const MARKUP = /[*_~`]|:[a-z0-9_+'-]+:|^\s*>/im;

/** Escaped, with its addresses as links: `verbatim` makes none by itself, and no mentions either. */
function linked(text: string): string {
  let rest = text;
  let made = '';
  for (const url of addressesIn(text)) {
    const at = rest.indexOf(url);
    made += `${escape(rest.slice(0, at))}<${escape(url)}>`;
    rest = rest.slice(at + url.length);
  }
  return made + escape(rest);
}

/** An address may hold what would be formatting elsewhere, but not what ends it within a link. */
function hasMarkup(text: string): boolean {
  const addresses = addressesIn(text);
  const rest = addresses.reduce((left, url) => left.replace(url, () => ''), text);
  return MARKUP.test(rest) || addresses.some((url) => url.includes('|'));
}

const isOneLine = (text: string): boolean => text !== '' && !/^\s|\s$|\n/.test(text);

/**
 * Texts one after the other. Where Slack would take a character in one for formatting, all of them are plain text: a
 * figure must not appear struck out.
 */
export function textObject(runs: readonly Run[]): TextObject {
  if (runs.some(({ text }) => hasMarkup(text))) return plainText(runs.map(({ text }) => text).join(''));
  const marked = runs.map(({ text, bold }) => (bold && isOneLine(text) ? `*${linked(text)}*` : linked(text)));
  return { type: 'mrkdwn', text: marked.join(''), verbatim: true };
}

export const linkObject = (label: string, url: string): TextObject => ({
  type: 'mrkdwn',
  text: `<${escape(url.replaceAll('|', '%7C'))}|${escape(label)}>`,
  verbatim: true,
});
