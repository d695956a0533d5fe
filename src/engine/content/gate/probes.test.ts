import { describe, expect, test } from 'vitest';
import { type Language, LANGUAGES } from '#src/shared/content/answer.ts';
import { CARRIERS } from '#tests/support/gate/probes/carriers.ts';
import { CLASSES, GROUPS, partsOf, probesOf } from '#tests/support/gate/probes/probes.ts';
import { checkText } from './check-text.ts';

import { checkAnswer, freeSlot } from './gate.ts';
import { fallFacts } from './gate.fixture.ts';

const facts = fallFacts();

/** As a model's answer. */
const passesAsAnswer = (language: Language, sentence: string): boolean =>
  checkAnswer({ headline: [{ slot: 'name' }], summary: partsOf(sentence), paragraphs: [] }, facts, {
    language,
    forbidden: [],
    pick: 0,
  }).ok;

/** As a person's text, which only the block lists hold up. */
const passesAsText = (language: Language, sentence: string): boolean => {
  const text = partsOf(sentence)
    .map((part) =>
      'slot' in part ? (freeSlot(part.slot, facts, language)?.text ?? '') : 'words' in part ? part.words : '',
    )
    .join('');
  return checkText(text, facts, { language, forbidden: [] }).ok;
};

const HARMLESS: Readonly<Record<Language, string>> = {
  en: 'as shown here',
  de: 'wie hier gezeigt',
  es: 'como se muestra',
  fr: 'comme on le montre',
  pt: 'como se mostra',
  ja: '詳細',
};

// Else the sentence could be what is refused.
test.each(LANGUAGES)('as texts, the sentences of %s pass with harmless words', (language) => {
  const refused = CARRIERS[language].filter(
    (carrier) => !passesAsText(language, carrier.replace('{x}', HARMLESS[language])),
  );
  expect(refused).toEqual([]);
});

describe.each(Object.keys(CLASSES))('%s', (kind) => {
  const probes = probesOf(kind);

  test('has 300 probes per group of languages', () => {
    for (const languages of Object.values(GROUPS))
      expect(probes.filter(({ language }) => languages.includes(language)).length).toBeGreaterThanOrEqual(
        300,
      );
  });

  test.each([
    ['answer', passesAsAnswer],
    ['text', passesAsText],
  ] as const)('none passes as %s', (_name, passes) => {
    const passed = probes.filter(({ language, sentence }) => passes(language, sentence));
    expect(passed.map(({ language, phrase }) => `${language}: ${phrase}`)).toEqual([]);
  });
});
