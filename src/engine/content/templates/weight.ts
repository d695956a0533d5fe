import type { Element } from '#src/shared/content/layout.ts';
import { type Text, nodeText } from '#src/shared/content/text.ts';

/**
 * Bytes that a template may bring into an email. Gmail cuts off what is over 102 kB, with the link to unsubscribe in it;
 * the frame around a template, the document's own parts and its styles need the rest.
 */
export const TEMPLATE_BYTES_MAX = 70_000;

/** What MJML makes of a block of ours beside its text, and of one that holds more than text. */
const BLOCK_BYTES = 900;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const bytesOf = (text: string): number => Buffer.byteLength(escaped(text));
const bytesOfText = (text: Text): number => text.reduce((sum, node) => sum + bytesOf(nodeText(node)), 0);

/** About how many bytes the pages of these elements have, beside the document's own parts. */
export function pageBytes(elements: readonly Element[]): number {
  let sum = 0;
  for (const element of elements) {
    if (!element.in.includes('page')) continue;
    if (element.kind === 'html')
      for (const node of element.nodes)
        sum +=
          typeof node === 'object' && 'markup' in node
            ? Buffer.byteLength(node.markup)
            : bytesOf(nodeText(node));
    else if (element.kind === 'text') sum += BLOCK_BYTES + bytesOfText(element.text);
    else if (element.kind === 'button')
      sum += BLOCK_BYTES + bytesOfText(element.label) + 2 * bytesOf(element.url);
    else sum += BLOCK_BYTES;
  }
  return sum;
}
