import * as z from 'zod/mini';

/** What a slot holds: a figure, or a word of the evidence that code knows and nobody wrote. */
const SLOT_KINDS = ['figure', 'symbol', 'name', 'date', 'period', 'quote'] as const;

/**
 * A value of the evidence, formatted by code for the document's language. `of` says where it comes from
 * ("figures.change_pct", "bar.close") and `as` how it is formatted, so that `text` can be computed again.
 */
const slotSchema = z.strictObject({
  slot: z.enum(SLOT_KINDS),
  of: z.string().check(z.minLength(1), z.maxLength(500)),
  as: z.string().check(z.minLength(1), z.maxLength(40)),
  text: z.string(),
});
export type Slot = z.infer<typeof slotSchema>;

/** Words of a rule's author. Authors are responsible for their own numbers. */
const authorSchema = z.strictObject({ author: z.string() });

/** Words of ours, which hold no figure; slots; and words of an author. */
export const textNodeSchema = z.union([z.string(), slotSchema, authorSchema]);
export type TextNode = z.infer<typeof textNodeSchema>;

export const textSchema = z.array(textNodeSchema);
export type Text = z.infer<typeof textSchema>;

export const isSlot = (node: TextNode): node is Slot => typeof node === 'object' && 'slot' in node;

export function nodeText(node: TextNode): string {
  if (typeof node === 'string') return node;
  return 'author' in node ? node.author : node.text;
}

/** A text as it reads. */
export const plain = (text: Text): string => text.map(nodeText).join('');

/** The same text with one node where two of plain words touch, and without empty ones. */
export function tidyText(text: Text): Text {
  const tidy: Text = [];
  for (const node of text) {
    const last = tidy.at(-1);
    if (nodeText(node) === '') continue;
    if (typeof node === 'string' && typeof last === 'string') tidy[tidy.length - 1] = last + node;
    else tidy.push(node);
  }
  return tidy;
}

/** A text cut into its paragraphs at empty lines. A single line break stays in its paragraph. */
export function paragraphsOf(text: Text): Text[] {
  const paragraphs: Text[] = [[]];
  for (const node of text) {
    if (isSlot(node)) {
      paragraphs.at(-1)?.push(node);
      continue;
    }
    for (const [at, lines] of nodeText(node)
      .split(/\n{2,}/)
      .entries()) {
      if (at > 0) paragraphs.push([]);
      paragraphs.at(-1)?.push(typeof node === 'string' ? lines : { author: lines });
    }
  }
  return paragraphs.map(tidyText).filter((paragraph) => plain(paragraph).trim() !== '');
}
