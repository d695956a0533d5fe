import { type Node, NodeType, parse, TextNode, HTMLElement } from 'node-html-parser';
import { escapeHtml } from '../html.ts';
import { atMarks } from './marks.ts';

/** A tag that is safe, a text, or the place of a value. */
export type SafeNode = { markup: string } | { text: string } | { value: number };
/** HTML as mail programs may have it, and what was taken out. */
export type SafeHtml = { nodes: SafeNode[]; removed: string[] };

/** What a value is in an attribute: as it reads. */
type ValueText = (place: number) => string;

const TAGS = new Set(
  'a b blockquote br center div em h1 h2 h3 h4 hr i img li ol p s small span strong sub sup table tbody td tfoot th thead tr u ul'.split(
    ' ',
  ),
);
const VOID = new Set(['br', 'hr', 'img']);
/** Nothing of what is in these is kept either. */
const GONE = new Set(
  'script style template iframe object embed svg math form input button select textarea link meta base title head noscript video audio source frame frameset applet'.split(
    ' ',
  ),
);
const PLAIN = /^[\w .,:;!?%()/+#'–—-]*$/u;
const NUMBER = /^\d{1,4}%?$/;
const WORD = /^[a-z-]{1,20}$/i;
const COLOR = /^(?:#[0-9a-f]{3,8}|[a-z]{3,20})$/i;
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  align: WORD,
  valign: WORD,
  width: NUMBER,
  height: NUMBER,
  colspan: NUMBER,
  rowspan: NUMBER,
  border: NUMBER,
  cellpadding: NUMBER,
  cellspacing: NUMBER,
  bgcolor: COLOR,
  color: COLOR,
  dir: WORD,
  lang: /^[a-z]{2}(?:-[A-Za-z]{2,8})?$/,
  role: /^presentation$/,
  // The mail's own: they follow dark mode.
  class: /^(?:ink|mute|up|down|rule)(?: (?:ink|mute|up|down|rule))*$/,
};
const PROPERTIES = new Set(
  'background background-color border border-bottom border-collapse border-color border-left border-radius border-right border-spacing border-style border-top border-width color display font font-family font-size font-style font-variant-numeric font-weight height letter-spacing line-height list-style-type margin margin-bottom margin-left margin-right margin-top max-width min-width padding padding-bottom padding-left padding-right padding-top text-align text-decoration text-transform text-wrap vertical-align white-space width word-break'.split(
    ' ',
  ),
);
/** No brackets, so no `url(…)`, `expression(…)` or `attr(…)`; no backslash, which would hide one. */
const VALUE = /^[\w\s.,#%'"!+-]{1,200}$/;
const SAY_MAX = 20;
const DEPTH_MAX = 60;

/**
 * HTML written anew from what is allowed of it: whatever else it holds is left out, and every text and attribute is
 * escaped. Nothing in it is fetched: a picture is a part of the mail, known by `cid:` and one of the hashes.
 */
export function safeHtml(html: string, pictures: ReadonlySet<string>, valueText: ValueText): SafeHtml {
  const nodes: SafeNode[] = [];
  const removed = new Set<string>();
  const remove = (what: string): void => {
    if (removed.size < SAY_MAX) removed.add(what);
  };
  const write = (node: Node, depth: number): void => {
    if (node instanceof TextNode) {
      const parts = atMarks(node.rawText);
      if (parts) nodes.push(...parts);
      else remove('a value that a filter cut');
      return;
    }
    if (node.nodeType !== NodeType.ELEMENT_NODE || !(node instanceof HTMLElement)) return;
    const tag = (node.rawTagName ?? '').toLowerCase();
    if (GONE.has(tag) || depth > DEPTH_MAX) return remove(`<${tag.slice(0, 20)}>`);
    if (!TAGS.has(tag)) {
      if (tag !== '') remove(`<${tag.replaceAll(/[^a-z0-9-]/g, '').slice(0, 20)}>`);
      for (const child of node.childNodes) write(child, depth + 1);
      return;
    }
    const attributes = attributesOf(tag, node, { pictures, valueText, remove });
    if (attributes === null) return;
    nodes.push({ markup: `<${tag}${attributes}${VOID.has(tag) ? ' /' : ''}>` });
    if (VOID.has(tag)) return;
    for (const child of node.childNodes) write(child, depth + 1);
    nodes.push({ markup: `</${tag}>` });
  };
  const root = parse(html, {
    comment: false,
    lowerCaseTagName: true,
    blockTextElements: { script: true, style: true, noscript: true },
  });
  for (const child of root.childNodes) write(child, 0);
  return { nodes, removed: [...removed] };
}

type Rules = { pictures: ReadonlySet<string>; valueText: ValueText; remove: (what: string) => void };

/** Null: an element that isn't kept without what it lacks. */
function attributesOf(tag: string, node: HTMLElement, { pictures, valueText, remove }: Rules): string | null {
  const kept: [string, string][] = [];
  for (const [written, given] of Object.entries(node.attributes)) {
    const name = written.toLowerCase();
    const value = filledIn(given, valueText);
    if (value === null) remove(`a value in ${name}`);
    else if (name === 'style') kept.push(['style', styleOf(value, remove)]);
    else if (name === 'href' && tag === 'a') {
      const url = linkOf(filledIn(given, (place) => encodeURIComponent(valueText(place))) ?? '');
      if (url === null) remove('a link that isn’t https');
      else kept.push(['href', url]);
    } else if (name === 'src' && tag === 'img') {
      const hash = /^cid:([0-9a-f]{64})$/.exec(value)?.[1] ?? '';
      if (pictures.has(hash)) kept.push(['src', value]);
    } else if ((name === 'alt' || name === 'title') && value.length <= 500) kept.push([name, value]);
    else if (ATTRIBUTES[name]?.test(value) && PLAIN.test(value)) kept.push([name, value]);
    else remove(`${name.replaceAll(/[^a-z0-9-]/g, '').slice(0, 30)}=`);
  }
  const has = (name: string): boolean => kept.some(([each]) => each === name);
  if (tag === 'img' && !has('src')) {
    remove('a picture from elsewhere');
    return null;
  }
  // Mail programs read a picture's file name out where there are no words for it.
  if (tag === 'img' && !has('alt')) kept.push(['alt', '']);
  return kept
    .filter(([name, value]) => value !== '' || name === 'alt')
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('');
}

function filledIn(given: string, valueText: ValueText): string | null {
  const parts = atMarks(given);
  return parts && parts.map((part) => ('text' in part ? part.text : valueText(part.value))).join('');
}

function styleOf(style: string, remove: (what: string) => void): string {
  const kept = style.split(';').flatMap((declaration) => {
    const at = declaration.indexOf(':');
    const [name, value] = [declaration.slice(0, at).trim().toLowerCase(), declaration.slice(at + 1).trim()];
    if (at < 1) return [];
    if (PROPERTIES.has(name) && VALUE.test(value)) return [`${name}:${value}`];
    remove(`the style ${name.replaceAll(/[^a-z-]/g, '').slice(0, 30)}`);
    return [];
  });
  return kept.join(';');
}

function linkOf(written: string): string | null {
  const url = URL.parse(written.trim());
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}
