import type { Language } from '#src/shared/content/answer.ts';
import type { Evidence } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import { figuresCompared } from '#src/shared/rules/figures.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { printRule } from '#src/shared/rules/print.ts';
import { RuleProblem } from '#src/shared/rules/problem.ts';
import { readOperandText, readRule } from '#src/shared/rules/read.ts';
import { changeTo } from '../detectors/alert-facts.ts';
import type { Lexicon } from './languages/lexicon.ts';
import { LEXICONS } from './languages/registry.ts';
import { headlinesOf } from './languages/tones/headlines.ts';
import type { Story } from './story.ts';

/** Longer sentences stand in the text, not in the headline. */
const HEADLINE_MAX = 100;
/** So many of its figures are listed; a rule may compare hundreds. */
const ROWS_MAX = 8;

const lower = (sentence: string): string => `${sentence.charAt(0).toLowerCase()}${sentence.slice(1, -1)}`;

/** Prices and the volume have a name in each language; what is computed of them has that of the rule language. */
function labelOf(key: string, language: Language, { rows, external }: Lexicon): string {
  if (language === 'en') {
    const words = readOperandText(key).replace(/^the /, '');
    return words.charAt(0).toUpperCase() + words.slice(1);
  }
  const { open, high, low, volume } = external.facts;
  const named: Readonly<Record<string, string>> = { open, high, low, volume, close: rows.close };
  return Object.hasOwn(named, key) ? (named[key] ?? key) : key;
}

/** The condition as it reads: in English in plain words, in other languages as a rule writes it. */
function conditionPhrases(
  condition: Condition,
  language: Language,
  { quotes }: Lexicon,
): Record<string, string> & { condition: string } {
  if (language === 'en') {
    const sentence = readRule(condition);
    return { sentence, condition: lower(sentence), statement: sentence.slice(0, -1) };
  }
  const printed = `${quotes[0]}${printRule(condition)}${quotes[1]}`;
  return { condition: printed, statement: printed };
}

/**
 * What an alert says of a detection of a rule of the rule language: what the rule says, and the figures that it
 * compared. Null where the evidence has no rule that can be read.
 */
export function ruleStory(evidence: Evidence, language: Language): Story | null {
  let condition: Condition;
  try {
    condition = parseRule(evidence.rule ?? '');
  } catch (error) {
    if (error instanceof RuleProblem) return null;
    throw error;
  }
  const lexicon = LEXICONS[language];
  const { rule, rows, bar } = lexicon;
  const phrases = conditionPhrases(condition, language, lexicon);
  // Not in the order of the evidence: the database keeps keys in one of its own.
  const keys = figuresCompared(condition).filter((key) => Object.hasOwn(evidence.figures, key));
  const named = keys.slice(0, ROWS_MAX).map((key, at) => ({ key, slot: `operand_${'abcdefgh'[at]}` }));
  const isShort = phrases.condition.length <= HEADLINE_MAX;
  const newswire = isShort ? rule.headlines : rule.long;
  const { label } = evidence.until === undefined ? bar.over : bar.live;
  return {
    figure: keys[0] ?? 'close',
    holds: () => true,
    claims: () => [],
    direction: (of) => changeTo(of, 'close'),
    words: {
      headlines: newswire,
      leads: rule.leads,
      rule: rule.rule,
    },
    headlines: headlinesOf(isShort ? 'rule' : 'long', newswire, language),
    change: { label, value: '{{close}}' },
    rows: [
      ...named
        .filter(({ key }) => key !== 'close')
        .map(({ slot }) => ({ label: `{{label_of_${slot}}}`, value: `{{${slot}}}`, words: false })),
      { label: rows.previous_close, value: '{{previous_close}}', words: false },
      { label: rows.when, value: '{{when}}', words: false },
      { label: rows.rule, value: '{{rule}}', words: true },
    ],
    phrases: {
      ...phrases,
      ...Object.fromEntries(
        named.map(({ key, slot }) => [`label_of_${slot}`, labelOf(key, language, lexicon)]),
      ),
    },
    figures: Object.fromEntries(named.map(({ key, slot }) => [slot, key])),
  };
}
