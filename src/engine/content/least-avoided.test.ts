import { expect, it } from 'vitest';
import { fallFacts } from './gate/gate.fixture.ts';
import { checkAnswer } from './gate/gate.ts';
import { LANGUAGES } from '#src/shared/content/answer.ts';
import { plain } from '#src/shared/content/text.ts';
import { fallInput } from './document.fixture.ts';
import { SHAPES } from './languages/lexicon.ts';
import { writeAlert } from './writer.ts';

const headline = (shape: number, avoid: string[], language: (typeof LANGUAGES)[number] = 'en') => {
  const { brand } = fallInput();
  return plain(writeAlert(fallInput({ shape, brand: { ...brand, voice: { avoid } } }), language).headline);
};

it.each(LANGUAGES)(
  'another shape is chosen for a brand that avoids words of the first, in %s',
  (language) => {
    for (let shape = 0; shape < SHAPES; shape += 1) {
      const usual = headline(shape, [], language);
      expect(headline(shape, [usual], language)).not.toBe(usual);
      expect(headline(shape, ['unheard'], language)).toBe(usual);
    }
  },
);

it('claims of a model are worded without them too, and its own words are refused', () => {
  const move = { claim: 'move', price: 'close', way: 'down' };
  const check = (words: string, pick: number) =>
    checkAnswer({ headline: [move], summary: [move, { words }], paragraphs: [] }, fallFacts(), {
      language: 'en',
      forbidden: ['lower', 'details'],
      pick,
    });
  for (let pick = 0; pick < 6; pick += 1) {
    const verdict = check('Here is what happened.', pick);
    expect(verdict.ok && plain([...verdict.written.headline, ' ', ...verdict.written.summary])).toMatch(
      /^(?!.*lower).*11\.98%/,
    );
  }
  expect(check('Here are the details.', 0)).toMatchObject({
    ok: false,
    refusals: [{ code: 'forbidden_word' }],
  });
});

it('what every shape has can’t be avoided, and fewer is better', () => {
  expect(headline(1, ['S&P 500'])).toBe(headline(1, []));
  expect(headline(0, ['S&P 500', 'Falls'])).toBe(headline(1, []));
});
