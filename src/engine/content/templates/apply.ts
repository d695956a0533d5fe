import { type AlertDocument, htmlText } from '#src/shared/content/document.ts';
import {
  type Element,
  type Form,
  FORMS,
  type HtmlNode,
  type PartName,
  type Style,
} from '#src/shared/content/layout.ts';
import { plain, type Text, type TextNode, tidyText } from '#src/shared/content/text.ts';
import { isGlued, messageParts, type Placeholder } from '#src/shared/rules/message.ts';
import { type Block, type TemplateContent, wordsIn } from '#src/shared/templates.ts';
import { checkDocument, type Ground } from '../check-document.ts';
import { type EventKind, standardLayout } from './standard.ts';

/** A version of a template of a workspace. */
export type Template = { id: string; name: string; version: number; content: TemplateContent };

/** What the texts of a template are filled from, and checked against. */
export type TemplateGround = Ground & {
  kind: EventKind;
  valueOf: (name: Placeholder) => TextNode;
};

/** A template that can't be used for a document; the message says why. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

const PROBLEM_MAX = 300;

/** A document in one of our layouts. */
export const inStyle = (document: AlertDocument, style: Style, kind: EventKind): AlertDocument => ({
  ...document,
  layout: standardLayout(style, kind),
});

/** The same, where a template could not be used. */
export const withoutTemplate = (
  document: AlertDocument,
  { kind, style, problem }: { kind: EventKind; style: Style; problem: string },
): AlertDocument => ({
  ...document,
  layout: { ...standardLayout(style, kind), problem: problem.slice(0, PROBLEM_MAX) },
});

/**
 * A document laid out by a template, whose words are those for its language. `html`: what its source made, for pages. The fact guard runs over the result: what is
 * filled in must be the evidence's, and must read as it is.
 * @throws TemplateError
 */
export function applyTemplate(
  { id, name, version, content }: Template,
  document: AlertDocument,
  ground: TemplateGround,
  html: readonly HtmlNode[] | null = null,
): AlertDocument {
  const blocks = content.blocks.map((block) => elementOf(block, document.language, ground));
  const own = html
    ? [
        { kind: 'html' as const, in: ['page' as const], nodes: [...html] },
        ...blocks.flatMap((element) => only(element, ['message', 'post'])),
      ]
    : blocks;
  const elements = FORMS.reduce<Element[]>((all, form) => completed(all, form, html !== null), own);
  for (const element of elements) if (element.kind === 'html') checkReads(htmlText(element));
  const laid: AlertDocument = {
    ...document,
    layout: { style: content.style, template: { id, name, version }, problem: null, elements },
  };
  const check = checkDocument(laid, ground);
  if (!check.ok)
    throw new TemplateError(`The figure “${check.figure}” of the template isn’t in the evidence.`);
  return laid;
}

/** An element in some forms only; none where it is in none of them. */
function only(element: Element, forms: readonly Form[]): Element[] {
  const left = element.in.filter((form) => forms.includes(form));
  return left.length > 0 ? [{ ...element, in: left }] : [];
}

/** No message is without what it is about, our own link where there is one, and its disclaimers. */
function completed(elements: readonly Element[], form: Form, hasHtml: boolean): Element[] {
  const has = (kind: Element['kind']): boolean =>
    elements.some((element) => element.kind === kind && element.in.includes(form));
  const saysIt = has('headline') || (form === 'page' && hasHtml);
  const missing = (kind: PartName, isMissing: boolean): Element[] =>
    isMissing ? [{ kind, in: [form] }] : [];
  return [
    ...missing('headline', !saysIt),
    ...elements,
    ...missing('callToAction', !has('button')),
    ...missing('disclaimers', !has('disclaimers')),
  ];
}

function elementOf(block: Block, language: string, { valueOf }: TemplateGround): Element {
  switch (block.kind) {
    case 'text':
      return { kind: 'text', in: block.in, text: filled(wordsIn(block, language), valueOf) };
    case 'button':
      return {
        kind: 'button',
        in: block.in,
        label: filled(wordsIn(block, language), valueOf),
        url: buttonUrl(block, (name) => plain([valueOf(name)])),
      };
    case 'image': {
      const { hash, width, height } = block;
      return {
        kind: 'image',
        in: block.in,
        alt: wordsIn(block, language),
        picture: { hash, type: 'image/png', width, height },
      };
    }
    default:
      return { kind: block.kind, in: block.in };
  }
}

const filled = (text: string, valueOf: TemplateGround['valueOf']): Text =>
  tidyText(
    messageParts(text).map((part) => ('said' in part ? { author: part.said } : valueOf(part.placeholder))),
  );

/** The link of a button with its UTM parameters. What is filled in is encoded, so it stays one part of the address. */
export function buttonUrl(
  { url, utm }: Pick<Extract<Block, { kind: 'button' }>, 'url' | 'utm'>,
  wordsOf: (name: Placeholder) => string,
): string {
  const parts = (text: string, encode: (value: string) => string): string =>
    messageParts(text, undefined, 'address')
      .map((part) => ('said' in part ? part.said : encode(wordsOf(part.placeholder))))
      .join('');
  const address = new URL(parts(url, encodeURIComponent));
  for (const [name, value] of Object.entries(utm))
    if (value)
      address.searchParams.set(
        `utm_${name}`,
        parts(value, (words) => words),
      );
  return address.href;
}

/** Scripts without spaces between words. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u;

/**
 * A figure that touches a digit, a sign or a unit of the template would be read as another one. Words of ours were checked
 * with the figure that they touch.
 */
function checkReads(text: Text): void {
  const touches = (at: number, edge: 0 | -1): boolean => {
    const node = text[at];
    if (node === undefined || typeof node === 'string') return false;
    const isTheirs = 'author' in node;
    return isTheirs || !UNSPACED.test([...node.text].at(edge) ?? '');
  };
  for (const [at, node] of text.entries()) {
    if (typeof node !== 'object' || !('slot' in node) || node.slot !== 'figure') continue;
    const before = touches(at - 1, -1) ? plain(text.slice(0, at)) : '';
    const after = touches(at + 1, 0) ? plain(text.slice(at + 1)) : '';
    if (isGlued(before, after))
      throw new TemplateError(
        `“${node.text}” comes with its own sign and unit: put a space between it and what’s next to it.`,
      );
  }
}
