import { oneLine } from '#src/platform/mail/plain.ts';
import {
  type Answer,
  answerSchema,
  type Claim,
  type FreeSlot,
  type Part,
} from '#src/shared/content/answer.ts';
import { plain, type Slot, type Text, tidyText } from '#src/shared/content/text.ts';
import { checkClaim } from './claims.ts';
import type { Facts } from './facts.ts';
import type { Finding } from './finding.ts';
import { scanFramed, sentencesIn, unframed } from './framing-check.ts';
import { forbiddenIn, scanFreeWords, type WordRules } from './free-words.ts';
import { whenPhrase } from './moments.ts';
import type { Reason } from './reasons.ts';
import { barsSlot, wordClaim } from './word-claim.ts';

/** Something refused: in which part of an answer, and where in its words. */
export type Refusal = {
  code: Reason;
  /** "headline.0", "paragraphs.1.2": which part of the answer; "text" for a plain text. */
  at: string;
  /** In UTF-16 code units of the words, or of the text; 0 and 0 where it is about a claim or slot. */
  start: number;
  end: number;
  /** What is there. */
  found: string;
};

/** An answer as it goes out: text with its slots, block by block. */
export type Written = { headline: Text; summary: Text; paragraphs: Text[] };

/** `claims`: those that the answer makes, in their order. */
export type AnswerVerdict =
  | { ok: true; written: Written; claims: Claim[] }
  | { ok: false; refusals: Refusal[] };

/** `pick`: which of several wordings each claim gets; the same number gives the same words. */
export type GateRules = WordRules & { pick: number };

/** Ahead of a claim only: "Here is what happened:". */
const LEAD_END = /[:\uff1a][\s\u00a0\u202f]*$/u;
const SENTENCE_END = /[.!\u2026\u3002\uff01]["'\u201d\u2019\u00bb\u300d\u300f)\uff09]*[\s\u00a0\u202f]*$/u;
const ENCLOSING: readonly (readonly [RegExp, RegExp])[] = [
  [/[(\uff08]/g, /[)\uff09]/g],
  [/[\u00ab\u300c\u300e]/g, /[\u00bb\u300d\u300f]/g],
];
/** English closes with what German opens with, so these are only counted. */
const QUOTES = /["\u201c\u201d\u201e]/g;

/**
 * Whether an answer may go out for an event. Every claim is checked against the evidence and worded, and every slot filled.
 * Free words must be sentences that a framing allows, and hold nothing that the block lists refuse. Nothing of a refused
 * answer is usable.
 */
export function checkAnswer(answer: unknown, facts: Facts, rules: GateRules): AnswerVerdict {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = issue?.path.join('.') || 'answer';
    return {
      ok: false,
      refusals: [{ code: 'malformed_answer', at, start: 0, end: 0, found: issue?.message ?? '' }],
    };
  }
  const blocks = blocksOf(parsed.data).map(({ at, parts, isHeadline }) =>
    checkBlock(parts, { at, isHeadline, facts, rules }),
  );
  const refusals = blocks.flatMap((block) => block.refusals);
  if (refusals.length > 0) return { ok: false, refusals };
  const [headline = [], summary = [], ...paragraphs] = blocks.map(({ text }) => text);
  const claims = [parsed.data.headline, parsed.data.summary, ...parsed.data.paragraphs]
    .flat()
    .filter((part) => 'claim' in part);
  return { ok: true, written: { headline, summary, paragraphs }, claims };
}

const blocksOf = ({ headline, summary, paragraphs }: Answer) => [
  { at: 'headline', parts: headline, isHeadline: true },
  { at: 'summary', parts: summary, isHeadline: false },
  ...paragraphs.map((parts, index) => ({ at: `paragraphs.${index}`, parts, isHeadline: false })),
];

type Context = { at: string; isHeadline: boolean; facts: Facts; rules: GateRules };

function checkBlock(parts: readonly Part[], context: Context): { text: Text; refusals: Refusal[] } {
  const refusals: Refusal[] = [];
  const text: Text = [];
  runsOf(parts).forEach(({ from, run }, index, runs) => {
    const isLast = index === runs.length - 1;
    const place = { from, mayLead: !isLast && !context.isHeadline };
    const made = 'claim' in run ? claimText(run.claim, from, context) : wordsText(run.words, place, context);
    refusals.push(...made.refusals);
    const problem =
      'claim' in run ? headlineProblem(runs.length, context) : runProblem(run.words, isLast, context);
    if (problem)
      refusals.push({ code: 'structure', at: `${context.at}.${from}`, start: 0, end: 0, found: problem });
    if (index > 0 && context.rules.language !== 'ja' && !/\s$/u.test(plain(text))) text.push(' ');
    text.push(...made.text);
  });
  return { text: tidyText(text), refusals };
}

type Words = Exclude<Part, Claim>[];
type Run = { claim: Claim } | { words: Words };

/** Claims alone, and what stands between them together. */
function runsOf(parts: readonly Part[]): { from: number; run: Run }[] {
  const runs: { from: number; run: Run }[] = [];
  parts.forEach((part, from) => {
    const last = runs.at(-1)?.run;
    if ('claim' in part) runs.push({ from, run: { claim: part } });
    else if (last && 'words' in last) pushWords(last.words, part);
    else runs.push({ from, run: { words: [part] } });
  });
  return runs;
}

/** Words that touch are one piece: what is cut in two is read as one. */
function pushWords(words: Words, part: Words[number]): void {
  const before = words.at(-1);
  if (before && 'words' in before && 'words' in part)
    words[words.length - 1] = { words: before.words + part.words };
  else words.push(part);
}

const headlineProblem = (runs: number, { isHeadline }: Context): string | null =>
  isHeadline && runs > 1 ? 'A headline is one claim, or free words.' : null;

/** Free words beside claims are whole sentences, with every bracket closed: they can't embed a claim. */
function runProblem(run: Words, isLast: boolean, { isHeadline, rules }: Context): string | null {
  const said = run.map((part) => ('words' in part ? part.words : 'X')).join('');
  if (said.trim() === '') return null;
  for (const [open, close] of ENCLOSING)
    if ((said.match(open) ?? []).length !== (said.match(close) ?? []).length) return said.trim();
  if ((said.match(QUOTES) ?? []).length % 2 === 1) return said.trim();
  const first = run[0];
  const opens =
    rules.language === 'ja' ||
    (first && 'slot' in first) ||
    /^[\s"'(\u2018\u201c\u201e\u00ab\u00bf\u00a1]*\p{Lu}/u.test(said);
  if (!opens) return said.trim();
  const mustEnd = !isHeadline || !isLast;
  const ends = SENTENCE_END.test(said) || (!isLast && LEAD_END.test(said));
  return mustEnd && !ends ? said.trim() : null;
}

function claimText(claim: Claim, from: number, { at, isHeadline, facts, rules }: Context) {
  const verdict = checkClaim(claim, facts);
  if (verdict !== 'true') {
    const code = verdict === 'untrue' ? ('claim_untrue' as const) : ('claim_unknown' as const);
    const found = JSON.stringify(claim);
    return { text: [], refusals: [{ code, at: `${at}.${from}`, start: 0, end: 0, found }] };
  }
  const { sentences, headlines } = wordClaim(claim, facts, rules.language);
  const all = isHeadline ? headlines : sentences;
  const kept = all.filter((text) => forbiddenIn(plain(text), rules.language, rules.forbidden).length === 0);
  const choices = kept.length > 0 ? kept : all;
  const text = choices[(rules.pick + from) % choices.length];
  if (text) return { text, refusals: [] };
  const found = JSON.stringify(claim);
  return {
    text: [],
    refusals: [{ code: 'structure' as const, at: `${at}.${from}`, start: 0, end: 0, found }],
  };
}

type Place = { from: number; mayLead: boolean };

function wordsText(run: Words, { from, mayLead }: Place, { at, facts, rules, isHeadline }: Context) {
  const text: Text = [];
  const refusals: Refusal[] = [];
  const odd = sentencesIn(run, rules, { isHeadline, mayLead }).flatMap((sentence) =>
    sentence.isFramed ? [] : unframed(sentence, rules),
  );
  const scan = odd.length === 0 ? scanFramed : scanFreeWords;
  run.forEach((part, index) => {
    const where = `${at}.${from + index}`;
    if ('slot' in part) {
      const slot = freeSlot(part.slot, facts, rules.language);
      if (slot) text.push(...(isGlued(text, slot.text, rules) ? [' ', slot] : [slot]));
      else refusals.push({ code: 'unknown_slot', at: where, start: 0, end: 0, found: part.slot });
      for (const { part: of, code } of odd)
        if (of === index) refusals.push({ code, at: where, start: 0, end: 0, found: part.slot });
      return;
    }
    const begins = index === 0 || SENTENCE_END.test(plain(text));
    const found = scan(part.words, rules, begins);
    const unnamed = odd.filter((each) => each.part === index && !found.some((other) => touches(other, each)));
    refusals.push(...[...found, ...unnamed].map((finding) => refusal(finding, part.words, where)));
    text.push(isGlued(text, part.words, rules) ? ` ${part.words}` : part.words);
  });
  return { text, refusals };
}

type Stretch = { start: number; end: number };
const touches = (a: Stretch, b: Stretch): boolean => a.start < b.end && b.start < a.end;

/** A letter right behind a name would make it another. */
const isGlued = (text: Text, next: string, { language }: WordRules): boolean =>
  language !== 'ja' && /[\p{L}\p{N}]$/u.test(plain(text)) && /^[\p{L}\p{N}]/u.test(next);

export const refusal = ({ code, start, end }: Finding, words: string, at: string): Refusal => ({
  code,
  at,
  start,
  end,
  found: words.slice(start, end),
});

/** The value of a slot that free words may hold, or null where the event has none. */
export function freeSlot(name: FreeSlot, facts: Facts, language: WordRules['language']): Slot | null {
  const said = (slot: Slot['slot'], of: string, value: string, max: number): Slot | null => {
    const text = oneLine(value, max);
    return text === '' ? null : { slot, of, as: 'text', text };
  };
  if (name === 'name') return said('name', 'instrument.name', facts.name, 80);
  if (name === 'symbol') return said('symbol', 'instrument.symbol', facts.symbol, 40);
  if (name === 'brand') return said('name', 'brand.name', facts.brandName, 80);
  if (name === 'bars') return barsSlot(facts, language);
  return { slot: 'date', of: 'bar.time', as: 'phrase', text: whenPhrase(facts, language) };
}
