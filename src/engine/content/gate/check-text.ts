import type { Claim, FreeSlot, Language } from '#src/shared/content/answer.ts';
import { FREE_SLOTS } from '#src/shared/content/answer.ts';
import { plain } from '#src/shared/content/text.ts';
import { builtIn } from './built-in.ts';
import { checkClaim, trueClaims } from './claims.ts';
import type { Facts } from './facts.ts';
import { type Said, scanFramed, type Sentence, sentencesIn } from './framing-check.ts';
import { forbiddenIn, scanFreeWords, type WordRules } from './free-words.ts';
import { freeSlot, refusal, type Refusal } from './gate.ts';
import { wordClaim } from './word-claim.ts';

export type TextVerdict = { ok: true } | { ok: false; refusals: Refusal[] };

/** Longer texts aren't alerts. */
const LONGEST = 20_000;
const SENTENCE_START =
  /(?:^|[.!?:\uff1a\u2026\u3002\uff01\uff1f\n]["'\u201d\u2019\u00bb\u300d\u300f)\uff09]*)[\s\u00a0\u202f]*$/u;
const SENTENCE_OPEN =
  /^(?:[\s\u00a0\u202f]*$|[\s\u00a0\u202f]+["'(\u2018\u201c\u201e\u00ab\u00bf\u00a1]*\p{Lu}|[\s\u00a0\u202f]*\n)/u;

type Stretch = { start: number; end: number };

/**
 * Whether a person's text may go out for an event as it reads. What is in it word for word as a true claim would be worded
 * is that claim, what stands there as a slot's value is that slot, and what a framing allows passes. All else is looked up
 * in the block lists. So a text may say what the evidence bears out only in the gate's own sentences, and each figure is
 * found that isn't in one.
 */
export function checkText(text: string, facts: Facts, rules: WordRules): TextVerdict {
  if (text.length > LONGEST)
    return {
      ok: false,
      refusals: [{ code: 'too_long', at: 'text', start: LONGEST, end: text.length, found: '' }],
    };
  const said = claimsIn(text, facts, rules.language);
  const refusals = [
    ...said.flatMap((claim) => forbiddenOf(text, claim, facts, rules)),
    ...gapsOf(text, said).flatMap((gap) => checkGap(text, gap, facts, rules)),
  ].toSorted((a, b) => a.start - b.start);
  return refusals.length === 0 ? { ok: true } : { ok: false, refusals };
}

/** Where true claims stand in their own words, as whole sentences, or as headlines on a line of their own. */
function claimsIn(text: string, facts: Facts, language: Language): Stretch[] {
  const windows = [...text.matchAll(/\d+(?:[.,'\u2019\u202f\u00a0]\d{3})*/g)].map(([digits]) =>
    Number(digits.replace(/\D/g, '')),
  );
  const named = windows.filter((count) => count >= 3 && count <= 5000);
  const found: Stretch[] = [];
  const wordings = [
    ...usualWordings(facts, language),
    ...wordingsOf(extremesOver(named, facts), facts, language),
  ];
  for (const { wanted, isWhole } of wordings)
    for (let start = text.indexOf(wanted); start !== -1; start = text.indexOf(wanted, start + 1))
      if (isWhole(text, start, start + wanted.length, language))
        found.push({ start, end: start + wanted.length });
  return withoutOverlaps(found);
}

/** Extremes hold over any number of bars up to the most, so those that the text names are looked at. */
const extremesOver = (windows: readonly number[], facts: Facts): Claim[] =>
  [...new Set(windows)].flatMap((bars) =>
    (['open', 'high', 'low', 'close'] as const).flatMap((price) =>
      (['highest', 'lowest'] as const)
        .map((which): Claim => ({ claim: 'extreme', price, which, bars }))
        .filter((claim) => checkClaim(claim, facts) === 'true'),
    ),
  );

type Wanted = { wanted: string; isWhole: typeof isSentence };

const wordingsOf = (claims: readonly Claim[], facts: Facts, language: Language): Wanted[] =>
  claims.flatMap((claim) => {
    const { sentences, headlines } = wordClaim(claim, facts, language);
    return [
      ...sentences.map((wording) => ({ wanted: plain(wording), isWhole: isSentence })),
      ...headlines.map((wording) => ({ wanted: plain(wording), isWhole: isLine })),
    ];
  });

const usual = new WeakMap<Facts, Map<Language, Wanted[]>>();

/** Of every claim that holds whatever the text. An event's facts don't change. */
function usualWordings(facts: Facts, language: Language): Wanted[] {
  const known = usual.get(facts) ?? new Map<Language, Wanted[]>();
  usual.set(facts, known);
  const wordings = known.get(language) ?? [
    // Sentences about the history pass as the built-in writer's, where they are about this event.
    ...wordingsOf(
      trueClaims(facts).filter(({ claim }) => claim !== 'context'),
      facts,
      language,
    ),
    ...builtInWordings(facts, language),
  ];
  known.set(language, wordings);
  return wordings;
}

function builtInWordings(facts: Facts, language: Language): Wanted[] {
  const { lines, sentences, openings } = builtIn(facts, language);
  const wantedAs = (texts: readonly string[], isWhole: Wanted['isWhole']): Wanted[] =>
    texts.map((wanted) => ({ wanted, isWhole }));
  return [...wantedAs(lines, isLine), ...wantedAs(sentences, isSentence), ...wantedAs(openings, isOpening)];
}

const isOpening: Wanted['isWhole'] = (text, start, end, language) =>
  text.slice(0, start).trim() === '' && isSentence(text, start, end, language);

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
function withoutOverlaps<S extends Stretch>(found: readonly S[]): S[] {
  const kept: S[] = [];
  for (const each of found.toSorted((a, b) => b.end - b.start - (a.end - a.start)))
    if (kept.every(({ start, end }) => each.end <= start || each.start >= end)) kept.push(each);
  return kept.toSorted((a, b) => a.start - b.start);
}

/** What a brand avoids it avoids in true sentences too. The event's own names and dates are none of its words. */
function forbiddenOf(text: string, { start, end }: Stretch, facts: Facts, rules: WordRules): Refusal[] {
  const words = text.slice(start, end);
  const slots = slotsIn(words, facts, rules.language);
  return forbiddenIn(words, rules.language, rules.forbidden)
    .filter((found) => !slots.some((slot) => slot.start <= found.start && found.end <= slot.end))
    .map((found) => refusal({ ...found, start: start + found.start, end: start + found.end }, text, 'text'));
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
  const isFollowed = gap.end < text.length;
  return linesOf(text, gap).flatMap((line) => {
    const words = text.slice(line.start, line.end);
    const slots = slotsIn(words, facts, rules.language);
    const where = {
      isHeadline: isLine(text, line.start, line.end),
      mayLead: isFollowed && line.end === gap.end,
    };
    const framed = framedIn(words, slots, rules, where);
    const isTaken = ({ start, end }: Stretch): boolean =>
      framed.some((each) => each.start <= start && end <= each.end);
    const free = withoutOverlaps([...framed, ...slots.filter((slot) => !isTaken(slot))]);
    return gapsOf(words, free).flatMap(({ start, end }) => {
      const begins = SENTENCE_START.test(words.slice(0, start));
      return scanFreeWords(words.slice(start, end), rules, begins).map((finding) =>
        refusal(
          { ...finding, start: line.start + start + finding.start, end: line.start + start + finding.end },
          text,
          'text',
        ),
      );
    });
  });
}

/** A headline is a line of its own. */
function linesOf(text: string, { start, end }: Stretch): Stretch[] {
  const lines: Stretch[] = [];
  let from = start;
  for (const line of text.slice(start, end).split('\n')) {
    if (line.trim() !== '') lines.push({ start: from, end: from + line.length });
    from += line.length + 1;
  }
  return lines;
}

type Part = Said & Stretch;

/** Sentences that a framing allows and the block lists don't refuse. */
function framedIn(
  words: string,
  slots: readonly SlotPlace[],
  rules: WordRules,
  where: Parameters<typeof sentencesIn>[2],
): Stretch[] {
  const between = gapsOf(words, slots).map(({ start, end }): Part => ({
    words: words.slice(start, end),
    start,
    end,
  }));
  const parts: Part[] = [...slots, ...between].toSorted((a, b) => a.start - b.start);
  return sentencesIn(parts, rules, where).flatMap((sentence) => {
    const stretch = sentence.isFramed ? stretchOf(sentence, parts) : null;
    return stretch && isHarmless(stretch, parts, rules) ? [stretch] : [];
  });
}

function stretchOf({ placed, end }: Sentence, parts: readonly Part[]): Stretch | null {
  const [first, last] = [placed[0], end ?? placed.at(-1)];
  const [from, to] = [parts[first?.part ?? -1], parts[last?.part ?? -1]];
  if (!first || !last || !from || !to) return null;
  return {
    start: from.start + first.start,
    end: 'slot' in to ? to.end : to.start + last.end,
  };
}

const isHarmless = (stretch: Stretch, parts: readonly Part[], rules: WordRules): boolean =>
  parts.every((part) => {
    const [start, end] = [Math.max(part.start, stretch.start), Math.min(part.end, stretch.end)];
    if ('slot' in part || start >= end) return true;
    const words = part.words.slice(start - part.start, end - part.start);
    return scanFramed(words, rules, start === stretch.start).length === 0;
  });

type SlotPlace = { slot: FreeSlot } & Stretch;

/** Names, dates and periods of the event, where they stand alone: "S&P 500" isn't in "S&P 5001". */
function slotsIn(words: string, facts: Facts, language: Language): SlotPlace[] {
  const isPart = language === 'ja' ? /[\p{N}.,%A-Za-z]/u : /[\p{L}\p{N}]/u;
  const found = FREE_SLOTS.flatMap((name: FreeSlot) => {
    const value = freeSlot(name, facts, language)?.text ?? '';
    const places: SlotPlace[] = [];
    if (value === '') return places;
    for (let start = words.indexOf(value); start !== -1; start = words.indexOf(value, start + 1)) {
      const end = start + value.length;
      const [before, after] = [words[start - 1] ?? ' ', words[end] ?? ' '];
      const goesOn = /^[.,]\p{N}|^\s?[%\u2030]|^['\u2019-][\p{L}\p{N}]/u.test(words.slice(end));
      if (!isPart.test(before) && !isPart.test(after) && !goesOn && !/[+\-$\u20ac]/.test(before))
        places.push({ slot: name, start, end });
    }
    return places;
  });
  return withoutOverlaps(found);
}
