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

/** Subjects longer than this are cut by most mail programs anyway; RFC 5322 allows 998 bytes a line. */
export const SUBJECT_MAX = 150;

export function subjectLine(text: string): string {
  return oneLine(text, SUBJECT_MAX);
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
