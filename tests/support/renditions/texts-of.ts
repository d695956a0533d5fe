import type { ChannelKind } from '#src/shared/alerts.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';

/** A text as it is read, and where it is. */
export type Shown = { at: string; text: string };

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};
export const decoded = (text: string): string =>
  text.replaceAll(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    if (/^#x/i.test(name)) return String.fromCodePoint(Number.parseInt(name.slice(2), 16));
    return name.startsWith('#') ? String.fromCodePoint(Number(name.slice(1))) : (NAMED[name] ?? whole);
  });

const INLINE = /<\/?(?:a|b|em|i|s|small|span|strong|sub|sup|u)\b[^>]*>/gi;

/** What a person reads of HTML, and what is read out of its pictures. */
export function textsOfHtml(html: string): Shown[] {
  const shown = html.replaceAll(/<!--.*?-->/gs, '').replaceAll(/<(style|script)\b.*?<\/\1>/gis, '');
  const alts = [...shown.matchAll(/\s(?:alt|title|aria-label)="([^"]*)"/gi)].map(([, alt = '']) => alt);
  const lines = shown.replaceAll(INLINE, '').split(/<[^>]+>/);
  return [...lines, ...alts]
    .map((line) => ({ at: 'html', text: decoded(line) }))
    .filter(({ text }) => /\S/.test(text));
}

/** What of a message's own form isn't read by a person. */
const UNREAD = new Set([
  'type',
  'style',
  '$schema',
  'version',
  'url',
  'hash',
  'lang',
  'language',
  'chart',
  'card',
  'id',
]);

function textsOfJson(value: unknown, at: string): Shown[] {
  if (typeof value === 'string') return [{ at, text: value }];
  if (Array.isArray(value)) return value.flatMap((each, place) => textsOfJson(each, `${at}.${place}`));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, each]) =>
    UNREAD.has(key) ? [] : textsOfJson(each, `${at}.${key}`),
  );
}

/** A text as a channel's app shows it, without the signs that keep it from being formatted. */
const asShown: Partial<Readonly<Record<ChannelKind, (text: string) => string>>> = {
  discord: (text) => text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll(/^-# /gm, ''),
  slack: (text) => decoded(text).replaceAll(/<(?:https?:[^|>]*)\|([^>]*)>/g, '$1'),
  whatsapp: (text) => text.replaceAll('\u2217', '*'),
  x: (text) => text.replaceAll('\u2060', ''),
};

/** All that a message says in a channel: its texts, its pictures in words, its buttons and its own form. */
export function textsOfMessage(kind: ChannelKind, prepared: Prepared): Shown[] {
  const { title, text, thread = [], html, media, buttons = [], own } = prepared;
  const read = asShown[kind] ?? ((said: string) => said);
  const plain: Shown[] = [
    { at: 'title', text: title ?? '' },
    { at: 'text', text },
    ...thread.map((each, place) => ({ at: `thread.${place}`, text: each })),
    ...media.map(({ alt }, place) => ({ at: `picture.${place}`, text: alt })),
    ...buttons.map(({ label }) => ({ at: 'button', text: label })),
  ];
  const formed = kind === 'webhook' ? [] : textsOfJson(own, 'own');
  return [...plain, ...formed]
    .map((shown) => ({ ...shown, text: read(shown.text) }))
    .concat(html === null ? [] : textsOfHtml(html))
    .filter(({ text: said }) => said !== '');
}

/** The facts that a webhook hands to programs: what people read in it, and what programs do. */
export function factsOfWebhook({ own }: Prepared): { said: Shown[]; data: Shown[] } {
  const { data, figures, ...rest } = own as { data: unknown; figures: { value: string | null }[] };
  const values = figures.flatMap(({ value }, place) =>
    value === null ? [] : [{ at: `own.figures.${place}.value`, text: value }],
  );
  return {
    said: [
      ...textsOfJson(rest, 'own'),
      ...figures.flatMap(({ value: _value, ...each }, place) => textsOfJson(each, `own.figures.${place}`)),
    ],
    data: [...values, ...textsOfJson(data, 'own.data')],
  };
}
