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
// Fields keep their order, so that content without a change reads as it was.
export const draftOf = (content: TemplateContent): Draft => ({
  ...content,
  blocks: content.blocks.map(keyed),
});
export const contentOf = (draft: Draft): TemplateContent => ({
  ...draft,
  blocks: draft.blocks.map(({ key: _key, ...block }) => block),
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
