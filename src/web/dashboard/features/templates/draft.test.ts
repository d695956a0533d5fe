import { expect, it } from 'vitest';
import {
  addable,
  contentOf,
  draftOf,
  faultOfWords,
  faultsOf,
  linesOf,
  moved,
  newBlock,
  type OwnDraftBlock,
  withWords,
} from './draft.ts';
import { templateContentSchema } from '#src/shared/templates.ts';
import { diffLines } from '#src/web/dashboard/lib/diff.ts';

const content = {
  style: 'rich' as const,
  source: null,
  blocks: [
    { kind: 'headline' as const, in: ['page' as const] },
    { kind: 'text' as const, in: ['page' as const], text: 'a' },
  ],
};

it('moves, adds and compares blocks, and names the place of what is wrong', () => {
  const kept = templateContentSchema.parse(content);
  expect(JSON.stringify(contentOf(draftOf(kept)))).toBe(JSON.stringify(kept));
  expect([moved([1, 2, 3], 0, 1), moved([1, 2, 3], 2, 0), moved([1, 2, 3], 0, 3)]).toEqual([
    [2, 1, 3],
    [3, 1, 2],
    [1, 2, 3],
  ]);
  expect(addable(content.blocks)).not.toContain('headline');
  expect(addable(content.blocks)).toContain('text');
  const draft = draftOf(content);
  expect(faultsOf(draft)).toEqual(new Map());
  const wrong = { ...draft, blocks: [...draft.blocks, newBlock('text'), newBlock('button')] };
  expect([...faultsOf(wrong).keys()].toSorted()).toEqual(['blocks.2.text', 'blocks.3.label', 'blocks.3.url']);
  const other = { ...content, blocks: content.blocks.toReversed(), source: 'x' };
  expect(diffLines(linesOf(content), linesOf(other))).toEqual([
    { kind: 'same', text: 'Style: rich' },
    { kind: 'removed', text: 'headline [page]' },
    { kind: 'same', text: 'text [page] {"text":"a"}' },
    { kind: 'added', text: 'headline [page]' },
    { kind: 'added', text: 'x' },
  ]);
});

it('keeps words by language, drops empty ones, and shows them in a diff', () => {
  const block: OwnDraftBlock = { key: '1', ...content.blocks[1], kind: 'text', in: ['page'], text: 'a' };
  const german = withWords(block, 'de', 'ä {{ticker}}');
  expect(german).toEqual({ ...block, translations: { de: 'ä {{ticker}}' } });
  expect(withWords(german, null, 'b')).toEqual({ ...german, text: 'b' });
  expect(withWords(german, 'fr', 'à').translations).toEqual({ de: 'ä {{ticker}}', fr: 'à' });
  expect(JSON.stringify(withWords(german, 'de', ''))).toBe(JSON.stringify(block));
  const other = {
    ...content,
    blocks: [content.blocks[0]!, contentOf({ ...content, blocks: [german] }).blocks[0]!],
  };
  expect(diffLines(linesOf(content), linesOf(other)).filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'added', text: 'text in German: "ä {{ticker}}"' },
  ]);
});

it('shows what is wrong in another language than the one that is edited', () => {
  const written = withWords({ key: '1', kind: 'text', in: ['page'], text: '' }, 'de', '{{colse}}');
  const faults = faultsOf({ ...content, blocks: [...draftOf(content).blocks.slice(0, 1), written] });
  const shown = (language: 'de' | null, of = written) =>
    faultOfWords(of, language, (field) => faults.get(`blocks.1.${field}`));
  expect(shown(null)).toBe('Write something, or remove the block.');
  expect(shown('de')).toMatch(/^German: Column 1: there is no placeholder/);
  faults.delete('blocks.1.translations.de');
  expect(shown('de')).toBe('Default: Write something, or remove the block.');
  faults.clear();
  expect(shown('de')).toBeUndefined();
});
