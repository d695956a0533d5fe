import { describe, expect, it } from 'vitest';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { plain, type Slot } from '#src/shared/content/text.ts';
import { fallInput } from '../../content/document.fixture.ts';
import { writeAlert } from '../../content/writer.ts';
import { editDocument } from './edit-document.ts';

const value = (text: string): Slot => ({ slot: 'figure', of: text, as: 'text', text });

/** An alert on a quoted headline and a figure that came with it. */
const said: AlertDocument = {
  ...writeAlert(fallInput(), 'en'),
  headline: ['Newswire: ', value('Tesla falls by a third')],
  summary: ['It was at ', value('25012.5'), '.'],
  blocks: [],
};
const edited = (words: { headline?: string; summary?: string }, forbidden: string[] = []) =>
  editDocument(
    said,
    { headline: plain(said.headline), summary: plain(said.summary), ...words },
    { facts: null, forbidden },
  );
const found = (words: Parameters<typeof edited>[0], forbidden?: string[]) =>
  edited(words, forbidden).findings.map((each) => [each.at, each.verdict, each.found]);

describe('a reviewer’s words about what others said', () => {
  it('may quote it', () => {
    expect(found({ headline: 'Seen today: Tesla falls by a third' })).toEqual([]);
    expect(found({ summary: 'It traded at 25012.5.' })).toEqual([]);
  });

  it('need a name for figures and advice of their own', () => {
    expect(found({ summary: 'It was at 25012.5, not 24000.' })).toEqual([['summary', 'vouch', '24000']]);
    expect(found({ headline: 'Tesla falls by a third: buy now' })).toEqual([
      ['headline', 'vouch', expect.stringMatching(/^buy/i)],
    ]);
    const { document } = edited({ summary: 'It was at 25012.5, not 24000.' });
    expect(document.summary).toContainEqual({ author: ', not 24000.' });
  });

  it('hold no markup, and nothing that the brand avoids', () => {
    expect(found({ summary: 'It was at 25012.5. <b>Now</b>' })).toContainEqual([
      'summary',
      'refused',
      expect.any(String),
    ]);
    expect(found({ summary: 'To the moon.' }, ['moon'])).toEqual([['summary', 'refused', 'moon']]);
  });
});
