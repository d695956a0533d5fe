import type { FreeSlot, Language } from '#src/shared/content/answer.ts';
import { FREE_SLOTS } from '#src/shared/content/answer.ts';
import { plain } from '#src/shared/content/text.ts';
import { trueClaims } from './claims.ts';
import type { Facts } from './facts.ts';
import { scanFreeWords, type WordRules } from './free-words.ts';
import { freeSlot, refusal, type Refusal } from './gate.ts';
import { wordClaim } from './word-claim.ts';

export type TextVerdict = { ok: true } | { ok: false; refusals: Refusal[] };

/** Longer texts aren't alerts. */
const LONGEST = 20_000;
const SENTENCE_START =
  /(?:^|[.!?\u2026\u3002\uff01\uff1f\n]["'\u201d\u2019\u00bb\u300d\u300f)\uff09]*)[\s\u00a0\u202f]*$/u;
const SENTENCE_OPEN =
  /^(?:[\s\u00a0\u202f]*$|[\s\u00a0\u202f]+["'(\u2018\u201c\u201e\u00ab\u00bf\u00a1]*\p{Lu}|[\s\u00a0\u202f]*\n)/u;

type Stretch = { start: number; end: number };

/**
 * Whether a text as it reads may go out for an event. What is in it word for word as a true claim would be worded is
 * that claim, and what stands there as a slot's value is that slot; all else are free words. So a text may say what the
 * evidence bears out only in the gate's own sentences, and each figure is refused that isn't in one.
 */
export function checkText(text: string, facts: Facts, rules: WordRules): TextVerdict {
  if (text.length > LONGEST)
    return {
      ok: false,
      refusals: [{ code: 'too_long', at: 'text', start: LONGEST, end: text.length, found: '' }],
    };
  const said = claimsIn(text, facts, rules.language);
  const refusals = gapsOf(text, said).flatMap((gap) => checkGap(text, gap, facts, rules));
  return refusals.length === 0 ? { ok: true } : { ok: false, refusals };
}

/** Where true claims stand in their own words, as whole sentences, or as headlines on a line of their own. */
function claimsIn(text: string, facts: Facts, language: Language): Stretch[] {
  const windows = [...text.matchAll(/\d+(?:[.,\u202f\u00a0]\d{3})*/g)].map(([digits]) =>
    Number(digits.replace(/\D/g, '')),
  );
  const found: Stretch[] = [];
  for (const claim of trueClaims(
    facts,
    windows.filter((count) => count >= 3 && count <= 5000),
  )) {
    const { sentences, headlines } = wordClaim(claim, facts, language);
    for (const [wordings, isWhole] of [
      [sentences, isSentence],
      [headlines, isLine],
    ] as const) {
      for (const wording of wordings) {
        const wanted = plain(wording);
        for (let start = text.indexOf(wanted); start !== -1; start = text.indexOf(wanted, start + 1))
          if (isWhole(text, start, start + wanted.length, language))
            found.push({ start, end: start + wanted.length });
      }
    }
  }
  return withoutOverlaps(found);
}

const isSentence = (text: string, start: number, end: number, language: Language): boolean => {
  const after = text.slice(end, end + 8);
  return (
    SENTENCE_START.test(text.slice(Math.max(0, start - 8), start)) &&
    (language === 'ja' ||
      SENTENCE_OPEN.test(after) ||
      /^[\s\u00a0]*["'\u2018\u201c\u201e\u00ab(]?[\p{Lu}\p{N}^]/u.test(after))
  );
};

const isLine = (text: string, start: number, end: number): boolean =>
  (start === 0 || text[start - 1] === '\n') && (end === text.length || text[end] === '\n');

/** The longest first. */
function withoutOverlaps(found: readonly Stretch[]): Stretch[] {
  const kept: Stretch[] = [];
  for (const each of found.toSorted((a, b) => b.end - b.start - (a.end - a.start)))
    if (kept.every(({ start, end }) => each.end <= start || each.start >= end)) kept.push(each);
  return kept.toSorted((a, b) => a.start - b.start);
}

function gapsOf(text: string, taken: readonly Stretch[]): Stretch[] {
  const gaps: Stretch[] = [];
  let start = 0;
  for (const each of [...taken, { start: text.length, end: text.length }]) {
    if (text.slice(start, each.start).trim() !== '') gaps.push({ start, end: each.start });
    start = each.end;
  }
  return gaps;
}

function checkGap(text: string, gap: Stretch, facts: Facts, rules: WordRules): Refusal[] {
  const words = text.slice(gap.start, gap.end);
  const slots = slotsIn(words, facts, rules.language);
  return gapsOf(words, slots).flatMap(({ start, end }) => {
    const piece = words.slice(start, end);
    const begins = SENTENCE_START.test(words.slice(0, start));
    return scanFreeWords(piece, rules, begins).map((finding) => {
      const { code, start: from, end: to } = finding;
      return refusal({ code, start: gap.start + start + from, end: gap.start + start + to }, text, 'text');
    });
  });
}

/** Names, dates and periods of the event, where they stand alone: "S&P 500" isn't in "S&P 5001". */
function slotsIn(words: string, facts: Facts, language: Language): Stretch[] {
  const isPart = language === 'ja' ? /[\p{N}.,%A-Za-z]/u : /[\p{L}\p{N}]/u;
  const found = FREE_SLOTS.flatMap((name: FreeSlot) => {
    const value = freeSlot(name, facts, language)?.text ?? '';
    const places: Stretch[] = [];
    if (value === '') return places;
    for (let start = words.indexOf(value); start !== -1; start = words.indexOf(value, start + 1)) {
      const end = start + value.length;
      const [before, after] = [words[start - 1] ?? ' ', words[end] ?? ' '];
      const goesOn = /^[.,]\p{N}|^\s?[%\u2030]|^['\u2019-]\p{L}/u.test(words.slice(end));
      if (!isPart.test(before) && !isPart.test(after) && !goesOn && !/[+\-$\u20ac]/.test(before))
        places.push({ start, end });
    }
    return places;
  });
  return withoutOverlaps(found);
}
