import { describe, expect, test } from 'vitest';
import type { Language } from '#src/shared/content/answer.ts';
import { GROUPS, partsOf } from '#tests/support/gate/probes/probes.ts';
import { WRITTEN_KINDS, writtenProbes } from '#tests/support/gate/written/written.ts';
import { checkText } from './check-text.ts';
import { checkAnswer, freeSlot } from './gate.ts';
import { fallFacts } from './gate.fixture.ts';

const facts = fallFacts();
const rules = (language: Language) => ({ language, forbidden: [], pick: 0 });

/** As a model's answer. */
const passesAsAnswer = (language: Language, sentence: string): boolean =>
  checkAnswer(
    { headline: [{ slot: 'name' }], summary: partsOf(sentence), paragraphs: [] },
    facts,
    rules(language),
  ).ok;

/** As a person's text, which only the block lists hold up. */
const passesAsText = (language: Language, sentence: string): boolean => {
  const text = partsOf(sentence)
    .map((part) =>
      'slot' in part ? (freeSlot(part.slot, facts, language)?.text ?? '') : 'words' in part ? part.words : '',
    )
    .join('');
  return checkText(text, facts, rules(language)).ok;
};

describe.each(WRITTEN_KINDS)('%s, written by hand', (kind) => {
  const probes = writtenProbes(kind);

  test('are sentences of their own in every language', () => {
    expect(new Set(probes.map(({ sentence }) => sentence)).size).toBe(probes.length);
    for (const languages of Object.values(GROUPS))
      for (const language of languages)
        expect(probes.filter((probe) => probe.language === language).length).toBeGreaterThanOrEqual(20);
  });

  test.each([
    ['answer', passesAsAnswer],
    ['text', passesAsText],
  ] as const)('none passes as %s', (_name, passes) => {
    const passed = probes.filter(({ language, sentence }) => passes(language, sentence));
    expect(passed.map(({ language, sentence }) => `${language}: ${sentence}`)).toEqual([]);
  });
});
