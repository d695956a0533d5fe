import { crc32 } from 'node:zlib';

/** Secret scanners know our keys by it: /\bbw_live_[0-9A-Za-z]{38}\b/. */
const MARK = 'bw_live_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM = 32;
const CHECK = 6;
const SHAPE = new RegExp(`^${MARK}[0-9A-Za-z]{${RANDOM + CHECK}}$`);

/** A new key: the mark, 190 random bits, and a checksum of both. `random` gives so many bytes. */
export function newKey(random: (bytes: number) => Uint8Array): string {
  let text = '';
  while (text.length < RANDOM) {
    // 248 is the greatest multiple of 62 in a byte: what lies above would make some digits likelier than others.
    for (const byte of random(RANDOM)) if (byte < 248 && text.length < RANDOM) text += DIGITS[byte % 62];
  }
  return MARK + text + checksum(MARK + text);
}

/** Whether this can be a key at all. A typo or half a key is told without asking the database. */
export const isKeyText = (text: string): boolean =>
  SHAPE.test(text) && text.endsWith(checksum(text.slice(0, -CHECK)));

/** What a person knows it by: the mark and four characters, which leave 166 bits unsaid. */
export const hintOf = (key: string): string => key.slice(0, MARK.length + 4);

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECK; place += 1) {
    digits = (DIGITS[rest % 62] ?? '') + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
