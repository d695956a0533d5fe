import { describe, expect, it } from 'vitest';
import { type BrandVoice, TONES } from '#src/shared/brand-kit.ts';
import { LANGUAGES } from '#src/shared/content/answer.ts';
import { isSlot, plain } from '#src/shared/content/text.ts';
import { checkPlainText } from '../../gate/check-content.ts';
import type { Facts } from '../../gate/facts.ts';
import { madeEvents, ruleEvent } from '../../picture/events.fixture.ts';
import { writeAlert } from '../../writer.ts';
import { SHAPES } from '../lexicon.ts';

const tones = Object.keys(TONES) as BrandVoice['tone'][];
const shapes = Array.from({ length: SHAPES }, (_, shape) => shape);
/** The last one's condition is too long for a headline. */
const LONG = Array.from({ length: 8 }, (_, at) => `close > sma(close, ${at + 5})`).join(' and ');
const cases = [...madeEvents(), ruleEvent('close > sma(close, 20)'), ruleEvent(LONG)].map(
  ({ detector, input: { brand, ...input } }) => {
    const facts: Facts = { ...input, brandName: brand.name };
    return { detector, input: { ...input, brand }, facts };
  },
);

describe.each(LANGUAGES)('headlines in %s', (language) => {
  const headlineOf = ({ input }: (typeof cases)[number], voice: Partial<BrandVoice>, shape = 0) =>
    writeAlert({ ...input, brand: { ...input.brand, voice }, shape }, language).headline;

  it.each(cases.map((each, at) => [`${each.detector} (${at})`, each] as const))(
    'of %s are another one in each tone and shape, and pass the gate',
    (_name, event) => {
      const headlines = tones.flatMap((tone) => shapes.map((shape) => headlineOf(event, { tone }, shape)));
      expect(new Set(headlines.map(plain)).size).toBe(tones.length * SHAPES);
      for (const headline of headlines) {
        const text = plain(headline);
        expect(text).not.toMatch(/\{\{|\}\}|undefined/);
        const words = headline.filter((node) => typeof node === 'string').join('');
        expect(words, 'figures are slots').not.toMatch(/\p{N}/u);
        expect(headline.some(isSlot)).toBe(true);
        const { findings } = checkPlainText(text, event.facts, { language, forbidden: [] });
        expect({ text, findings }).toEqual({ text, findings: [] });
      }
    },
  );
});

it('are a newswire’s where the brand avoids a word of each in its tone', () => {
  const [event] = cases;
  if (!event) throw new Error('There is no event.');
  const { input } = event;
  const said = (voice: Partial<BrandVoice>) =>
    plain(writeAlert({ ...input, brand: { ...input.brand, voice } }).headline);
  const avoid = ['what happened', 'in short', 'fell', 'rose'];
  expect(said({ tone: 'plain', avoid })).toBe(said({ tone: 'newswire' }));
});
