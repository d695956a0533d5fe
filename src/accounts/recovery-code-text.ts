/** Crockford's base 32: without letters that are taken for digits, or for each other. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 16;

/** A new code of 80 random bits, as people read it: four by four. */
export function newCode(random: (bytes: number) => Uint8Array): string {
  const letters = Array.from(random(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** What was typed, in one way of writing; null for what can be no code. */
export function readCode(typed: string): string | null {
  if (typed.length > LENGTH * 4) return null;
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return code.length === LENGTH && [...code].every((letter) => ALPHABET.includes(letter)) ? code : null;
}
