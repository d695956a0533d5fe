import type { Evidence } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import { figuresCompared } from '#src/shared/rules/figures.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { RuleProblem } from '#src/shared/rules/problem.ts';
import { readOperandText, readRule } from '#src/shared/rules/read.ts';
import { type AlertWords, changeTo } from '../detectors/alert-words.ts';

/** Longer sentences stand in the text, not in the headline. */
const HEADLINE_MAX = 100;
/** So many of its figures are listed; a rule may compare hundreds. */
const ROWS_MAX = 8;

export type RuleWords = AlertWords & {
  /** Phrases that follow from the rule, and may hold digits without being figures. */
  slots: Readonly<Record<string, string>>;
  /** Of the figures' slots: their keys in the evidence. */
  figures: Readonly<Record<string, string>>;
};

const lower = (sentence: string): string => `${sentence.charAt(0).toLowerCase()}${sentence.slice(1, -1)}`;
const label = (key: string): string => {
  const words = readOperandText(key).replace(/^the /, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/**
 * The words for a detection of a rule of the rule language: what the rule says, in plain words, and the figures that it
 * compared. Null where the evidence has no rule that can be read.
 */
export function ruleWords(evidence: Evidence): RuleWords | null {
  let condition: Condition;
  try {
    condition = parseRule(evidence.rule ?? '');
  } catch (error) {
    if (error instanceof RuleProblem) return null;
    throw error;
  }
  const sentence = readRule(condition);
  // Not in the order of the evidence: the database keeps keys in one of its own.
  const keys = figuresCompared(condition).filter((key) => Object.hasOwn(evidence.figures, key));
  const named = keys.slice(0, ROWS_MAX).map((key, at) => ({ key, slot: `operand_${'abcdefgh'[at]}` }));
  const rows = named
    .filter(({ key }) => key !== 'close')
    .map(({ slot }) => ({ label: `{{label_of_${slot}}}`, value: `{{${slot}}}` }));
  const short = lower(sentence);
  return {
    figure: keys[0] ?? 'close',
    holds: () => true,
    direction: (of) => changeTo(of, 'close'),
    headline:
      short.length <= HEADLINE_MAX
        ? '{{name}}: {{sentence_short}}'
        : '{{name}} meets the conditions of a rule',
    lead: '{{instrument}} {{closed}} at {{close}} {{when_phrase}}, after {{previous_close}} {{previous_phrase}}. {{sentence}}',
    rule: '{{sentence_plain}}, {{bars}}',
    up: {},
    down: {},
    change: { label: '{{close_label}}', value: '{{close}}' },
    rows: [
      ...rows,
      { label: 'Previous close', value: '{{previous_close}}' },
      { label: 'When', value: '{{when}}' },
      { label: 'Rule', value: '{{rule}}', words: true },
    ],
    slots: {
      sentence,
      sentence_short: short,
      sentence_plain: sentence.slice(0, -1),
      ...Object.fromEntries(named.map(({ key, slot }) => [`label_of_${slot}`, label(key)])),
    },
    figures: Object.fromEntries(named.map(({ key, slot }) => [slot, key])),
  };
}
