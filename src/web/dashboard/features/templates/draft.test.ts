import { expect, it } from 'vitest';
import { addable, contentOf, draftOf, faultsOf, linesOf, moved, newBlock } from './draft.ts';
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
