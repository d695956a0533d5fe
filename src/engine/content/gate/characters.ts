import type { Language } from '#src/shared/content/answer.ts';
import type { Finding } from './finding.ts';
import type { Reason } from './reasons.ts';

/** Western letters with the accents of en, de, es, fr and pt, and the marks of their punctuation. */
const WESTERN = /[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff\u0152\u0153\u0178\u1e9e]/;
const WESTERN_MARKS =
  /[ \n\u00a0\u202f.,;:!?'"()\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb\u2013\u2014\u2026\u00bf\u00a1-]/;
/** Kana, the kanji in common use and their marks. Half-width kana and Latin letters have no place in free words. */
const JAPANESE = /[\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff\u3005]/;
const JAPANESE_MARKS = /[ \n\u3000\u3001\u3002\u300c-\u300f\uff08\uff09\u30fb\uff01\uff1f\u2026\uff1a]/;

const KINDS: readonly (readonly [RegExp, Reason])[] = [
  [/[\p{N}\u3007\p{Sc}%\u2030\u2031\uff05\uff04\u066a]/u, 'figure'],
  [
    /[\p{Cf}\p{Cc}\p{Co}\p{Cs}\p{Cn}\p{M}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u2800\u00ad\u180e]/u,
    'hidden_character',
  ],
  [/\p{Zs}/u, 'hidden_character'],
  [/[<>{}[\]*_#|`~^\\=]/u, 'markup'],
  [/[@/]/u, 'link'],
  [/[\p{L}]/u, 'foreign_script'],
  [/./su, 'symbol'],
];

/** Emoji with their joiners and selectors are one thing, and so is any run of what is refused for one reason. */
function reasonOf(character: string): Reason {
  return KINDS.find(([pattern]) => pattern.test(character))?.[1] ?? 'symbol';
}

/** "2,386.13" and "11,98 %" are one figure. */
const isOneThing = (text: string, end: number, next: number, code: Reason): boolean =>
  end === next || (code === 'figure' && /^[.,:'\u2019 \u00a0\u202f-]$/.test(text.slice(end, next)));

/** Characters that free words of a language may not hold, each run of them once. */
export function scanCharacters(text: string, language: Language): Finding[] {
  const [letters, marks] = language === 'ja' ? [JAPANESE, JAPANESE_MARKS] : [WESTERN, WESTERN_MARKS];
  const found: Finding[] = [];
  let at = 0;
  for (const character of text) {
    const end = at + character.length;
    if (!letters.test(character) && !marks.test(character)) {
      const code = reasonOf(character);
      const last = found.at(-1);
      if (last && last.code === code && isOneThing(text, last.end, at, code)) last.end = end;
      else found.push({ code, start: at, end });
    }
    at = end;
  }
  return found;
}
