import { describe, expect, test } from 'vitest';
import { type Language, LANGUAGES } from '#src/shared/content/answer.ts';
import { FRAMINGS as TRUE_SENTENCES } from '#tests/support/gate/held-out/framings.ts';
import { UNTRUE } from '#tests/support/gate/held-out/untrue.ts';
import { partsOf } from '#tests/support/gate/probes/probes.ts';
import { seededRandom } from '#tests/support/gate/random.ts';
import { checkAnswer } from '../gate.ts';
import { fallFacts } from '../gate.fixture.ts';
import { allowedWords, framingExamples, framingsOf, sampleFramings } from './registry.ts';

const facts = fallFacts();
const stop = (language: Language): string => (language === 'ja' ? '。' : '.');
const check = (language: Language, sentence: string, approved: string[] = [], forbidden: string[] = []) =>
  checkAnswer({ headline: [{ slot: 'name' }], summary: partsOf(sentence), paragraphs: [] }, facts, {
    language,
    forbidden,
    approved,
    pick: 0,
  });
const passes = (language: Language, sentence: string, approved?: string[]): boolean =>
  check(language, sentence, approved).ok;

describe.each(LANGUAGES)('framings in %s', (language) => {
  test('are all let through by the block lists', () => {
    const { below } = seededRandom(11);
    const sentences = sampleFramings(language, { count: 400, below }).map((each) => each + stop(language));
    expect(
      [...sentences, ...framingExamples(language)].filter((sentence) => !passes(language, sentence)),
    ).toEqual([]);
    const headlines = sampleFramings(language, { count: 100, below, of: 'headlines' });
    const rules = { language, forbidden: [], pick: 0 };
    const answer = (headline: string, summary: string) => ({
      headline: partsOf(headline),
      summary: partsOf(summary),
      paragraphs: [],
    });
    const [example = ''] = framingExamples(language);
    expect(headlines.filter((headline) => !checkAnswer(answer(headline, example), facts, rules).ok)).toEqual(
      [],
    );
  });

  // Their words may be harmless one by one: what they say together is what was reviewed.
  test('aren’t any order of their words', () => {
    const { of, below } = seededRandom(23);
    const words = [...framingsOf(language).words].filter((word) => /\p{L}/u.test(word));
    const soups = Array.from({ length: 400 }, () =>
      Array.from({ length: 5 + below(6) }, () => of(words)).join(language === 'ja' ? '' : ' '),
    );
    expect(soups.filter((soup) => passes(language, soup + stop(language)))).toEqual([]);
  });

  test('let none of the untrue sentences through that were held out, and most of the true ones', () => {
    expect(UNTRUE[language].filter((sentence) => passes(language, sentence))).toEqual([]);
    const refused = TRUE_SENTENCES[language].filter((sentence) => !passes(language, sentence));
    expect(refused.length).toBeLessThanOrEqual(5);
  });

  test('can be shown to a model', () => {
    const text = allowedWords(language, ['The Vale Desk']);
    expect(text).toContain('<us> = ');
    expect(text).toContain('The Vale Desk');
    expect(text.length).toBeLessThan(16_000);
  });
});

test.each([
  ['The details are in the tabel.', 'vocabulary', 'tabel'],
  ['The table is the chart.', 'framing', 'The table is the chart'],
  ['Here are the details. The chart is not below.', 'negation', 'not'],
  ['{name}.', 'framing', 'name'],
] as const)('says what is wrong with %s', (sentence, code, found) => {
  expect(check('en', sentence)).toMatchObject({
    ok: false,
    refusals: expect.arrayContaining([expect.objectContaining({ code, found })]),
  });
});

describe('a brand’s own words', () => {
  const approved = ['the Vale Desk', 'Markets, plainly.', 'Buy with us.', 'gold rally'];
  test.each([
    ['The Vale Desk is watching {name}.', true],
    ['Our readers receive it from the Vale Desk.', false],
    ['Markets, plainly.', true],
    ['Markets, plainly. Here are the details.', true],
    ['Markets is watching {name}.', false],
    // The block lists hold for them as well.
    ['Buy with us.', false],
    ['Gold rally is watching {name}.', false],
  ])('%s', (sentence, ok) => {
    expect(passes('en', sentence, approved)).toBe(ok);
    expect(passes('en', sentence)).toBe(false);
  });

  test('may be forbidden in framings as well', () => {
    expect(check('en', 'Our desk is watching {name}.', [], ['desk'])).toMatchObject({
      refusals: [{ code: 'forbidden_word', found: 'desk' }],
    });
  });
});

const down = { claim: 'move', price: 'close', way: 'down' } as const;
test.each([
  ['en', 'Here is what happened:', true],
  ['en', 'Here is what will happen:', false],
  ['de', 'Kurz gefasst:', true],
  ['de', 'Kurz gelogen:', false],
  ['ja', '要するに：', true],
  // Spanish goes on in lower case behind a colon, and claims begin with a capital.
  ['es', 'En resumen:', false],
] as const)('a claim may follow in %s behind “%s”: %s', (language, words, ok) => {
  const answer = { headline: [{ slot: 'name' }], summary: [{ words }, down], paragraphs: [] };
  const rules = { language, forbidden: [], pick: 0 };
  expect(checkAnswer(answer, facts, rules).ok).toBe(ok);
  expect(checkAnswer({ ...answer, summary: [{ words }] }, facts, rules).ok).toBe(false);
});
