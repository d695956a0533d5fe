import { isSlot, nodeText, plain, type Text, type TextNode } from '#src/shared/content/text.ts';
import { canDraw, type Face, faceFor } from './typefaces.ts';

/** Control characters, marks that turn the direction of text, and what has no assigned character. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Variation_Selector}]/gu;
/** More marks on one letter would reach into the line above. */
const STACKED_MARKS = /(\p{M}{2})\p{M}+/gu;

/** Somebody's own words: a name or a text that an author typed. */
const isTheirs = (node: TextNode): boolean =>
  typeof node === 'object' && ('author' in node || node.slot === 'name' || node.slot === 'symbol');

const cleaned = (text: string): string =>
  text.normalize('NFC').replaceAll(/\s+/g, ' ').replaceAll(INVISIBLE, '').replaceAll(STACKED_MARKS, '$1');

/** What a face can draw of a name: emoji and scripts that no face has are left out. */
function possible(text: string, face: Face): string {
  const known = [...cleaned(text)].filter((character) => faceFor(character, face) !== null);
  return known.join('').replaceAll(/ {2,}/g, ' ');
}

const withText = (node: TextNode, text: string): TextNode => {
  if (typeof node === 'string') return text;
  return 'author' in node ? { author: text } : { ...node, text };
};

/** A text as it can be drawn, and the face that has all its characters. */
export type Drawable = { nodes: Text; face: Face };

/**
 * Names and authors' words lose the characters that no face has; anything else that can't be drawn whole is left out, as
 * half a date or a figure must never be shown.
 */
export function drawable(text: Text | string, face: Face): Drawable {
  const nodes: Text = typeof text === 'string' ? [text] : text;
  if (canDraw(plain(nodes), face) && !nodes.some((node) => isTheirs(node) && hasInvisible(node)))
    return { nodes, face };
  const kept = nodes
    .map((node) => (isTheirs(node) ? withText(node, possible(nodeText(node), face)) : node))
    .filter((node) => nodeText(node) !== '' && (isTheirs(node) || faceFor(nodeText(node), face) !== null));
  const whole = faceFor(plain(kept), face);
  if (whole !== null) return { nodes: kept, face: whole };
  // No one face has all of it: what the last of them lacks goes too.
  const last = faceFor(plain(kept.filter((node) => !isTheirs(node))), face) ?? face;
  return { nodes: kept.flatMap((node) => inFace(node, last)), face: last };
}

const hasInvisible = (node: TextNode): boolean => cleaned(nodeText(node)) !== nodeText(node);

function inFace(node: TextNode, face: Face): Text {
  if (canDraw(nodeText(node), face)) return [node];
  if (isSlot(node) && !isTheirs(node)) return [];
  const text = [...nodeText(node)].filter((character) => canDraw(character, face)).join('');
  return text.trim() === '' ? [] : [withText(node, text)];
}
