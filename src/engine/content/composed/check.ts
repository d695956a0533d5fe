import type { ComposedFinding, ComposedVouch, ComposedWords } from '#src/shared/composed.ts';
import type { Language } from '#src/shared/content/answer.ts';
import { checkPlainText } from '../gate/check-content.ts';
import type { Facts } from '../gate/facts.ts';
import { scanFreeWords } from '../gate/free-words.ts';
import { type Reason, REASONS } from '../gate/reasons.ts';
import { type Part, partsOf } from './parts.ts';
import { type Touch, touchesOf } from './touching.ts';

/** What the author has to stand for by name: figures, advice and forecasts. */
const ALWAYS: readonly Reason[] = [
  'figure',
  'figure_elsewhere',
  'number_word',
  'fraction_or_multiple',
  'advice',
  'forecast',
];
/** Of a symbol also what is said of its price, as no evidence bears it out by itself. */
const OF_PRICES: readonly Reason[] = ['direction', 'extreme', 'comparison', 'cause'];
const VOUCHED: ReadonlySet<string> = new Set(ALWAYS);
const VOUCHED_OF_SYMBOLS: ReadonlySet<string> = new Set([...ALWAYS, ...OF_PRICES]);
/** Harmless words elsewhere: beside a figure that is filled in they make another one of it. */
const BESIDE_FIGURES: ReadonlySet<string> = new Set<Reason>(['unit', 'quantity', 'spelling']);
/** What nobody can vouch for: what hides what it says, breaks a message, or isn’t the brand’s to say. */
const REFUSED: ReadonlySet<string> = new Set<Reason>([
  'markup',
  'hidden_character',
  'foreign_script',
  'forbidden_word',
  'too_long',
  'unknown_slot',
  'structure',
]);

export type ComposedRules = {
  /** Null without a symbol, or without bars. */
  facts: Facts | null;
  language: Language;
  forbidden: readonly string[];
};

const STRUCTURE = 'Put a space or a word between this figure and what it touches.';
const UNKNOWN = 'There is no such figure. Insert one from the list.';

/** Every text of an alert that a person writes, with its place. */
export const textsOfWords = ({
  headline,
  summary,
  paragraphs,
}: ComposedWords): { at: string; text: string }[] => [
  { at: 'headline', text: headline },
  { at: 'summary', text: summary },
  ...paragraphs.map((text, n) => ({ at: `paragraphs.${n}`, text })),
];

/**
 * What the gate finds in an author’s words, each with its place as typed. Figures that were filled in from the evidence
 * pass; the author’s own are to be vouched for.
 */
export function checkWords(
  { topic, ...words }: ComposedWords & { topic: string },
  rules: ComposedRules,
  vouches: readonly ComposedVouch[],
): ComposedFinding[] {
  const isVouched = (at: string, found: string): boolean =>
    vouches.some((vouch) => vouch.at === at && vouch.found === found);
  return [{ at: 'topic', text: topic }, ...textsOfWords(words)].flatMap(({ at, text }) =>
    findingsIn(text, rules).map((finding) => ({
      ...finding,
      at,
      vouched: finding.verdict === 'vouch' && isVouched(at, finding.found),
    })),
  );
}

type Found = Pick<ComposedFinding, 'verdict' | 'code' | 'reason' | 'start' | 'end' | 'found'>;

/** The same of one text. */
export function findingsIn(text: string, rules: ComposedRules): Found[] {
  const parts = partsOf(text);
  const wrong = parts.flatMap((part): Found[] => {
    if (!('wrong' in part)) return [];
    const { start, end, wrong: code } = part;
    const reason = code === 'structure' ? STRUCTURE : UNKNOWN;
    return [{ verdict: 'refused', code, reason, start, end, found: text.slice(start, end) }];
  });
  const unfilled = parts.flatMap((part): Found[] => {
    if (!('figure' in part) || rules.facts) return [];
    const { start, end } = part;
    return [
      {
        verdict: 'refused',
        code: 'unknown_slot',
        reason: 'There are no stored prices for this figure. Choose a symbol that has some.',
        start,
        end,
        found: text.slice(start, end),
      },
    ];
  });
  const { stand, toTyped } = standing(parts, rules.facts?.name ?? '');
  const vouched = rules.facts ? VOUCHED_OF_SYMBOLS : VOUCHED;
  const touches = touchesOf(text, parts);
  const said = scan(stand, rules).flatMap((finding): Found[] => {
    const place = toTyped(finding.start, finding.end);
    if (place === null) return [];
    const isBeside = BESIDE_FIGURES.has(finding.code) && touches.some((touch) => overlap(touch, place));
    const verdict = REFUSED.has(finding.code)
      ? 'refused'
      : vouched.has(finding.code) || isBeside
        ? 'vouch'
        : null;
    if (verdict === null) return [];
    return [{ ...finding, ...place, verdict, found: text.slice(place.start, place.end) }];
  });
  // What the gate has no word for, and still makes another figure of the one that is filled in.
  const changed = touches.flatMap(({ start, end, changes }): Found[] =>
    changes && !said.some((each) => overlap(each, { start, end }))
      ? [{ verdict: 'vouch', code: 'unit', reason: REASONS.unit, start, end, found: text.slice(start, end) }]
      : [],
  );
  return [...wrong, ...unfilled, ...said, ...changed].toSorted((a, b) => a.start - b.start);
}

const overlap = (one: Touch, other: Touch): boolean => one.start < other.end && other.start < one.end;

type Scanned = Pick<Found, 'code' | 'reason' | 'start' | 'end'>;

function scan(text: string, { facts, language, forbidden }: ComposedRules): Scanned[] {
  if (text.trim() === '') return [];
  if (facts) return checkPlainText(text, facts, { language, forbidden }).findings;
  let from = 0;
  return text.split('\n').flatMap((line) => {
    const at = from;
    from += line.length + 1;
    return scanFreeWords(line, { language, forbidden }).map(({ code, start, end }) => ({
      code,
      reason: REASONS[code],
      start: at + start,
      end: at + end,
    }));
  });
}

/** The text as the gate reads it, with a name that it knows in place of each figure, and the way back to what was typed. */
function standing(parts: readonly Part[], name: string) {
  let stand = '';
  const map: { from: number; to: number; part: Part }[] = [];
  for (const part of parts) {
    const shown = 'said' in part ? part.said : name;
    map.push({ from: stand.length, to: stand.length + shown.length, part });
    stand += shown;
  }
  const toTyped = (start: number, end: number): { start: number; end: number } | null => {
    const first = map.find(({ from, to }) => start >= from && start < to);
    const last = map.find(({ from, to }) => end > from && end <= to);
    if (!first || !last) return null;
    // What the gate says of a figure that code fills in, it says of the name that stands for it.
    if (first === last && !('said' in first.part)) return null;
    const typedStart = 'said' in first.part ? first.part.start + start - first.from : first.part.start;
    const typedEnd = 'said' in last.part ? last.part.start + end - last.from : last.part.end;
    return { start: typedStart, end: typedEnd };
  };
  return { stand, toTyped };
}
