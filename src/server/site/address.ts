import { ORIGIN } from '#src/shared/site-origin.ts';

/**
 * @param origin as the configuration admits it: nothing in it needs escaping in HTML, XML, JSON or plain text
 * @returns the text with the real address where the build wrote its placeholder; null where there was none
 */
export function placeOrigin(text: Buffer, origin: string): Buffer | null {
  return text.includes(ORIGIN) ? Buffer.from(text.toString('utf8').replaceAll(ORIGIN, () => origin)) : null;
}
