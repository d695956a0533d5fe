import { type Text, type TextNode, tidyText } from '#src/shared/content/text.ts';

const SLOT = /\{\{\s*([a-z_]+)\s*\}\}/g;

/**
 * Fills a template's {{slots}}. One pass, so a value that looks like a slot stays text. A slot without a
 * value is an error, and so is anything left that looks like a slot: half a figure must never be sent.
 */
export function fillSlots(
  template: string,
  slots: Readonly<Record<string, TextNode | readonly TextNode[]>>,
): Text {
  if (/\{\{|\}\}/.test(template.replace(SLOT, '')))
    throw new Error(`The template "${template}" has a broken slot.`);
  const text: Text = [];
  let end = 0;
  for (const { 0: whole, 1: name = '', index } of template.matchAll(SLOT)) {
    const value = Object.hasOwn(slots, name) ? slots[name] : undefined;
    if (value === undefined)
      throw new Error(`The template "${template}" names the unknown slot {{${name}}}.`);
    text.push(template.slice(end, index), ...[value].flat());
    end = index + whole.length;
  }
  text.push(template.slice(end));
  return tidyText(text);
}
