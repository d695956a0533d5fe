/** Control characters, line and paragraph separators, and the marks that turn the reading direction around. */
// oxlint-disable-next-line no-control-regex -- control characters are exactly what is taken out
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * Text as one safe line: no line breaks (they would start a new mail header), no control or direction
 * marks, single spaces, at most `max` characters; what is longer ends in "…" at a whole character.
 */
export function oneLine(text: string, max = 200): string {
  const line = text.replace(UNSAFE, ' ').replace(/\s+/gu, ' ').trim();
  const characters = Array.from(line);
  if (characters.length <= max) return line;
  return `${characters
    .slice(0, max - 1)
    .join('')
    .trimEnd()}…`;
}

/** A space of a figure: "1 234,5 %" must not be broken, nor read as two figures. */
const NO_BREAK = new Set(['\u00a0', '\u202f']);
/** At the end of a cut line: words with a figure or half a date among them, and in a text without spaces what is left of one. */
const LAST_WORDS = /(?:^| )[^ ]*\p{N}[^ ]*(?: [^ ]+){0,3}$/u;
const LAST_SIGNS = /[\p{N}年月日（）:.,%+-]+$/u;

/** The same for words with figures: no figure of them is broken, or cut where the line ends. */
export function oneTextLine(text: string, max = 200): string {
  const line = text
    .replace(UNSAFE, ' ')
    .replace(/\s+/gu, (space) => (NO_BREAK.has(space) ? space : ' '))
    .trim();
  const characters = Array.from(line);
  if (characters.length <= max) return line;
  const room = characters.slice(0, max - 1).join('');
  const end = room.lastIndexOf(' ');
  const words = end > room.length / 2 ? room.slice(0, end) : room.replace(LAST_SIGNS, '');
  let kept = words;
  while (end > room.length / 2 && LAST_WORDS.test(kept)) kept = kept.replace(LAST_WORDS, '');
  // Of a line that is all figures, too little would be left.
  return `${(kept.length * 3 < room.length ? words : kept).trimEnd()}…`;
}

/** Subjects longer than this are cut by most mail programs anyway; RFC 5322 allows 998 bytes a line. */
export const SUBJECT_MAX = 150;

export function subjectLine(text: string): string {
  return oneTextLine(text, SUBJECT_MAX);
}

/** An address that `URL` would leave as it is: names, at most a port of four digits, and no dots that lead out of a path. */
const PLAIN_URL =
  /^https?:\/\/(?!xn--)[a-z][a-z0-9-]*(?:\.(?!xn--)[a-z][a-z0-9-]*)*(?::[1-9]\d{3})?(?:\/[\w-][\w.-]*)+$/;

/** The address if it is an http or https URL without line breaks, else an error that says which field was wrong. */
export function webUrl(url: string, field: string): string {
  // Every message has some, and reading one costs as much as signing it.
  if (PLAIN_URL.test(url)) return url;
  const parsed = URL.parse(url);
  if (!parsed || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) {
    throw new Error(`${field} must be an http or https address.`);
  }
  return parsed.href;
}
