import { expect, it } from 'vitest';
import { fallFacts } from './gate/gate.fixture.ts';
import { checkAnswer } from './gate/gate.ts';
import { LANGUAGES } from '#src/shared/content/answer.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { plain } from '#src/shared/content/text.ts';
import { fallInput } from './document.fixture.ts';
import { SHAPES } from './languages/lexicon.ts';
import { avoidedBy } from './least-avoided.ts';
import { writeAlert } from './writer.ts';

const SHAPES_OF = [0, 1, 2];

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

it.each(LANGUAGES)('what all shapes say isn’t said where the brand avoids it, in %s', (language) => {
  const said = SHAPES_OF.flatMap((shape) => {
    const { headline: title, summary } = writeAlert(fallInput({ shape }), language);
    return [...title, ...summary].filter((node) => typeof node === 'string');
  });
  // Every piece of our own words, as a word that the brand avoids.
  const avoid = [...new Set(said.map((words) => words.replace(/[\s.,:()]+/gu, ' ').trim()))].filter((words) =>
    /\p{L}/u.test(words),
  );
  const voice = { avoid };
  const document = writeAlert(fallInput({ brand: { ...fallInput().brand, voice } }), language);
  const count = avoidedBy({ ...fallInput().brand, voice }, language);
  const texts = [document.headline, document.summary, document.dateline];
  expect(texts.map(count)).toEqual([0, 0, 0]);
  expect(plain(document.summary)).toContain('S&P 500');
});

it('a row or a sentence of context that has only such words is left out', () => {
  const context = {
    from: '2007-01-03T00:00:00.000Z',
    bars: 3_300,
    facts: [{ fact: 'year_extreme' as const, side: 'low' as const }],
  };
  const write = (avoid: string[]) =>
    writeAlert(fallInput({ context, brand: { ...fallInput().brand, voice: { avoid } } }));
  expect(write([]).blocks).toHaveLength(1);
  expect(write(['weeks', 'week']).blocks).toEqual([]);
  const labels = ({ table }: AlertDocument) => table.map(({ label }) => plain(label));
  expect(labels(write([]))).toContain('Previous close');
  expect(labels(write(['previous']))).not.toContain('Previous close');
});

it('what every shape has can’t be avoided, and fewer is better', () => {
  expect(headline(1, ['S&P 500'])).toBe(headline(1, []));
  expect(headline(0, ['S&P 500', 'Falls'])).toBe(headline(1, []));
});
