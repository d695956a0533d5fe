import { describe, expect, it } from 'vitest';
import { type BrandVoice, PERSONS, TONES } from '#src/shared/brand-kit.ts';
import { LANGUAGES } from '#src/shared/content/answer.ts';
import { plain } from '#src/shared/content/text.ts';
import { partsOf } from '#tests/support/gate/probes/probes.ts';
import { fallInput } from '../document.fixture.ts';
import { checkPlainText } from '../gate/check-content.ts';
import { checkAnswer } from '../gate/gate.ts';
import { fallFacts } from '../gate/gate.fixture.ts';
import { writeAlert } from '../writer.ts';
import { closingsOf } from './closings.ts';
import { SHAPES } from './lexicon.ts';

type Voice = Pick<BrandVoice, 'tone' | 'person'>;
const VOICES = (Object.keys(TONES) as Voice['tone'][]).flatMap((tone) =>
  (Object.keys(PERSONS) as Voice['person'][]).map((person) => ({ tone, person })),
);
const context = {
  from: '2007-01-03T00:00:00.000Z',
  bars: 3_300,
  facts: [{ fact: 'streak' as const, way: 'down' as const, length: 5 }],
};

describe.each(LANGUAGES)('how built-in texts end in %s', (language) => {
  const written = (voice: Partial<BrandVoice>, shape = 0, more = {}) =>
    writeAlert({ ...fallInput(more), shape, brand: { ...fallInput().brand, voice } }, language);
  const usual = written({});

  it('is a sentence of the tone and person that the content gate allows', () => {
    for (const voice of VOICES)
      for (const closing of closingsOf(voice, language) ?? []) {
        const parts = partsOf(closing.replaceAll('{{name}}', '{name}'));
        const rules = { language, forbidden: [], pick: 0 };
        const answer = { headline: [{ slot: 'name' }], summary: parts, paragraphs: [] };
        expect({ closing, ...checkAnswer(answer, fallFacts(), rules) }).toMatchObject({ closing, ok: true });
      }
  });

  it('differs by voice and from alert to alert, and says nothing where nothing is asked for', () => {
    const said = VOICES.flatMap((voice) =>
      Array.from({ length: SHAPES }, (_, shape) => plain(written(voice, shape).summary)),
    );
    expect(new Set(said).size).toBe(VOICES.length * SHAPES);
    expect(written({ tone: 'newswire', person: 'none' })).toEqual(usual);
    expect(plain(written({ tone: 'newswire', person: 'we' }).summary)).toContain(plain(usual.summary));
  });

  it('stands behind what the history says, and passes as text that an editor keeps', () => {
    const voice = { tone: 'formal', person: 'we' } as const;
    const [block] = written(voice, 0, { context }).blocks;
    if (block?.kind !== 'paragraph') throw new Error('There is no paragraph.');
    const { blocks, summary } = written({}, 0, { context });
    expect(written(voice, 0, { context }).summary).toEqual(summary);
    expect(plain(block.text)).toContain(blocks[0]?.kind === 'paragraph' ? plain(blocks[0].text) : '–');
    const facts = fallFacts({ detector: 'big_move', context });
    expect(checkPlainText(plain(block.text), facts, { language, forbidden: [] }).findings).toEqual([]);
  });

  it('leaves out a sentence with a word that the brand avoids', () => {
    const name = 'S&P 500';
    const avoid = (closingsOf({ person: 'we' }, language) ?? []).map((each) =>
      each.replaceAll('{{name}}', name).replace(/[.。]$/, ''),
    );
    expect(plain(written({ person: 'we', avoid }).summary)).toBe(plain(usual.summary));
  });
});
