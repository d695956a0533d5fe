import type { HtmlNode } from '#src/shared/content/layout.ts';
import { nodeText } from '#src/shared/content/text.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');

/** HTML that code made safe, with its texts escaped. */
export const htmlOf = (nodes: readonly HtmlNode[]): string =>
  nodes
    .map((node) => (typeof node === 'object' && 'markup' in node ? node.markup : escapeHtml(nodeText(node))))
    .join('');
