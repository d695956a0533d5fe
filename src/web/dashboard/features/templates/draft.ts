import { FORMS, type Form } from '#src/shared/content/layout.ts';
import {
  type Block,
  BLOCK_PARTS,
  type TemplateContent,
  templateContentSchema,
} from '#src/shared/templates.ts';

/** A block as it is edited. `key`: the same wherever it is moved. */
export type DraftBlock = Block & { key: string };
export type Draft = Omit<TemplateContent, 'blocks'> & { blocks: DraftBlock[] };

const keyed = (block: Block): DraftBlock => ({ ...block, key: crypto.randomUUID() });
export const draftOf = ({ blocks, ...content }: TemplateContent): Draft => ({
  ...content,
  blocks: blocks.map(keyed),
});
export const contentOf = ({ blocks, ...content }: Draft): TemplateContent => ({
  ...content,
  blocks: blocks.map(({ key: _key, ...block }) => block),
});

/** What is wrong, by its place: `blocks.2.text`, or `blocks` for the whole. */
export function faultsOf(draft: Draft): Map<string, string> {
  const { error } = templateContentSchema.safeParse(contentOf(draft));
  return new Map(error?.issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
}

/** A block with another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const left = list.filter((_, at) => at !== from);
  const [one] = list.slice(from, from + 1);
  if (one === undefined || to < 0 || to >= list.length) return [...list];
  return [...left.slice(0, to), one, ...left.slice(to)];
}

/** Kinds that can still be added: a part of the alert is shown once. */
export const addable = (blocks: readonly Block[]): Block['kind'][] => [
  ...BLOCK_PARTS.filter((part) => blocks.every(({ kind }) => kind !== part)),
  'text',
  'button',
  'image',
  'divider',
];

const EVERYWHERE: Form[] = [...FORMS];

export function newBlock(kind: Block['kind']): DraftBlock {
  switch (kind) {
    case 'text':
      return keyed({ kind, in: ['page', 'message'], text: '' });
    case 'button':
      return keyed({ kind, in: ['page', 'message'], label: '', url: '', utm: {} });
    case 'image':
      return keyed({ kind, in: ['page'], hash: '', width: 1, height: 1, alt: '' });
    case 'divider':
      return keyed({ kind, in: ['page'] });
    default:
      return keyed({ kind, in: EVERYWHERE });
  }
}

/** Lines of a template as text, to compare two versions. */
export const linesOf = ({ style, blocks, source }: TemplateContent): string[] => [
  `Style: ${style}`,
  ...blocks.map((block) => {
    const { kind, in: forms, ...rest } = block;
    const said = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
    return `${kind} [${forms.join(', ')}]${said}`;
  }),
  ...(source === null ? [] : source.split('\n')),
];

export type DiffLine = { kind: 'same' | 'added' | 'removed'; text: string };

/** What makes the second of the first, line by line, by their longest common sequence. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const common = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  const at = (row: number, column: number): number => common[row]?.[column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const best =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
      const line = common[row];
      if (line) line[column] = best;
    }
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [old = '', next = ''] = [before[row], after[column]];
    if (row < before.length && column < after.length && old === next) {
      lines.push({ kind: 'same', text: old });
      row += 1;
      column += 1;
    } else if (
      column >= after.length ||
      (row < before.length && at(row + 1, column) >= at(row, column + 1))
    ) {
      lines.push({ kind: 'removed', text: old });
      row += 1;
    } else {
      lines.push({ kind: 'added', text: next });
      column += 1;
    }
  }
  return lines;
}
