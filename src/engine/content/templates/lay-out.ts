import type { ChannelLimits } from '#src/shared/channels.ts';
import type { AlertDocument, DocumentBlock } from '#src/shared/content/document.ts';
import { type Element, FORMS, type Form, type PartName } from '#src/shared/content/layout.ts';
import { standardLayout } from './standard.ts';

/** A text that may be longer belongs to a message, and no post. */
const POST_MAX = 500;

/** The form of a channel's messages, by its limits. */
export function formOf({ html, text }: Pick<ChannelLimits, 'html' | 'text'>): Form {
  if (html || text === null) return 'page';
  return text.max > POST_MAX ? 'message' : 'post';
}

/** Of a document without one: everything, in the order from before there were layouts. */
const WHOLE = standardLayout('standard', 'market');

/** A document as one form of message has it: its elements in their order, each with something to show. */
export type LaidOut = AlertDocument & Required<Pick<AlertDocument, 'layout'>>;

/**
 * A document as one form of message has it. Parts that its layout leaves out are empty, and what a template says is among
 * `blocks`, or the call to action. Channels that keep the order follow `layout`; others say the parts in their own.
 * Laying out what is laid out changes nothing.
 */
export function laidOut(document: AlertDocument, form: Form): LaidOut {
  const layout = document.layout ?? WHOLE;
  const wanted = layout.elements.filter((element) =>
    element.in.includes(document.layout === undefined ? 'page' : form),
  );
  const { elements, blocks } = withBlocks(document.blocks, wanted);
  const has = (part: PartName): boolean => elements.some(({ kind }) => kind === part);
  const [button] = elements.flatMap((element) => (element.kind === 'button' ? [element] : []));
  const said: AlertDocument = {
    ...document,
    dateline: has('dateline') ? document.dateline : [],
    figure: has('figure') ? document.figure : null,
    summary: has('summary') ? document.summary : [],
    blocks,
    table: has('table') ? document.table : [],
    chart: has('chart') ? document.chart : null,
    callToAction:
      (has('callToAction') ? document.callToAction : null) ??
      (button ? { label: button.label, url: button.url } : null),
    disclaimers: has('disclaimers') ? document.disclaimers : [],
  };
  return { ...said, layout: { ...layout, elements: elements.filter((each) => isThere(said, each)) } };
}

/** Texts, paragraphs and alerts become blocks, each in its place. */
function withBlocks(
  given: readonly DocumentBlock[],
  wanted: readonly Element[],
): { elements: Element[]; blocks: DocumentBlock[] } {
  const blocks: DocumentBlock[] = [];
  const everywhere = { in: [...FORMS] };
  const take = (taken: readonly DocumentBlock[]): Element[] =>
    taken.map((block) => ({ kind: 'block', at: blocks.push(block) - 1, ...everywhere }));
  const elements = wanted.flatMap((element): Element[] => {
    if (element.kind === 'text') return take([{ kind: 'paragraph', text: element.text }]);
    if (element.kind === 'body') return take(given.filter(({ kind }) => kind === 'paragraph'));
    if (element.kind === 'alerts') return take(given.filter(({ kind }) => kind === 'alert'));
    if (element.kind === 'block') return take(given.slice(element.at, element.at + 1));
    return [{ ...element, ...everywhere }];
  });
  return { elements, blocks };
}

function isThere(document: AlertDocument, { kind }: Element): boolean {
  switch (kind) {
    case 'dateline':
    case 'summary':
    case 'table':
    case 'disclaimers':
      return document[kind].length > 0;
    case 'figure':
    case 'chart':
    case 'callToAction':
      return document[kind] !== null;
    default:
      return true;
  }
}
