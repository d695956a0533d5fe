import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#src/shared/content/answer.ts';
import { inMarks } from '#src/shared/content/marks.ts';
import { FOLLOW_UP, followUpFormSchema } from '#src/shared/follow-ups.ts';
import { fallInput } from '../../content/document.fixture.ts';
import { writeAlert } from '../../content/writer.ts';
import { checkFollowUp } from '../follow-ups/follow-up-document.ts';
import { compareFigures, rereadDocument } from './compare.ts';
import { correctionWords } from './words.ts';

const input = fallInput();

describe.each(LANGUAGES)('what a correction says in %s', (language) => {
  const document = writeAlert(input, language);
  const marked = (text: string) => inMarks(text, language);
  const figures = [
    { label: '%', of: 'figures.change_pct', said: marked('-11.98%'), right: marked('-11.47%') },
  ];

  it('passes the gate, in every case', () => {
    for (const cause of ['bar', 'split'] as const)
      for (const of of [
        { figures, triggers: true },
        { figures: [], triggers: true },
        { figures: [], triggers: false },
      ]) {
        const words = correctionWords(language, { cause, ...of });
        expect(followUpFormSchema.safeParse({ purpose: 'correction', ...words }).success).toBe(true);
        const { refused, own } = checkFollowUp(words, document, {
          evidence: { ...input.evidence, figures: { change_pct: -11.47, before_pct: -11.98 } },
          forbidden: [],
        });
        expect([refused, own]).toEqual([null, []]);
      }
  });

  it('stays within what a message holds', () => {
    const long = { label: 'x'.repeat(150), of: 'bar.close', said: '1', right: '2' };
    const words = correctionWords(language, {
      cause: 'bar',
      figures: Array.from({ length: 20 }, (_, at) => ({ ...long, said: String(at) })),
      triggers: true,
    });
    expect(words.headline.length).toBeLessThanOrEqual(FOLLOW_UP.headlineMax);
    expect(words.text.length).toBeLessThanOrEqual(FOLLOW_UP.textMax);
  });

  it('compares every figure that was printed, and only those', () => {
    const readers = {
      before: ({ of }: { of: string }) => (of.startsWith('phrases') ? null : 'as before'),
      after: ({ of }: { of: string }) => (of === 'figures.change_pct' ? 'corrected' : 'as before'),
    };
    const found = compareFigures(document, readers);
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ right }) => right?.includes('corrected'))).toBe(true);
    expect(JSON.stringify(rereadDocument(document, readers).figure)).toContain('corrected');
  });
});
