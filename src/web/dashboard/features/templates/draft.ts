import { type Language, LANGUAGES } from '#src/shared/content/answer.ts';
import { FORMS, type Form } from '#src/shared/content/layout.ts';
import {
  type Block,
  BLOCK_PARTS,
  languageName,
  type OwnBlock,
  type TemplateContent,
  templateContentSchema,
} from '#src/shared/templates.ts';

/** A block as it is edited. `key`: the same wherever it is moved. */
export type DraftBlock = Block & { key: string };
export type OwnDraftBlock = OwnBlock & { key: string };
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

const FIELDS = { text: 'text', button: 'label', image: 'alt' } as const;
/** The field of a block's words. */
export const fieldOf = ({ kind }: OwnBlock): string => FIELDS[kind];

/** A block with other words in a language, or by default. A translation without words is none. */
export function withWords(block: OwnDraftBlock, language: Language | null, words: string): OwnDraftBlock {
  if (language === null) return { ...block, [fieldOf(block)]: words };
  const { translations = {}, ...rest } = block;
  const { [language]: _before, ...others } = translations;
  const all = words === '' ? others : { ...translations, [language]: words };
  return Object.keys(all).length > 0 ? { ...rest, translations: all } : rest;
}

/** What is wrong with the words of a block: first in the language that is shown, then in another. */
export function faultOfWords(
  block: OwnBlock,
  shown: Language | null,
  faultOf: (field: string) => string | undefined,
): string | undefined {
  const byDefault = faultOf(fieldOf(block));
  if (shown === null && byDefault !== undefined) return byDefault;
  const order = LANGUAGES.toSorted((a, b) => Number(b === shown) - Number(a === shown));
  const [first] = order.flatMap((language) => faultOf(`translations.${language}`) ?? []);
  return first ?? (byDefault && `Default: ${byDefault}`);
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
  ...blocks.flatMap((block) => {
    const { kind, in: forms, translations = {}, ...rest } = { translations: undefined, ...block };
    const said = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
    return [
      `${kind} [${forms.join(', ')}]${said}`,
      ...LANGUAGES.flatMap((language) => {
        const words = translations[language];
        return words === undefined ? [] : [`${kind} in ${languageName(language)}: ${JSON.stringify(words)}`];
      }),
    ];
  }),
  ...(source === null ? [] : source.split('\n')),
];
