/** An element of a picture: its name, its attributes with entities resolved, and what is in it. */
export type Element = {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: (Element | string)[];
};

/** What isn't well-formed, or more than a picture needs. */
export class XmlError extends Error {
  override readonly name = 'XmlError';
}

const DEPTH_MAX = 60;
const ELEMENTS_MAX = 5_000;
const OPEN = /<([A-Za-z_][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const CLOSE = /<\/([A-Za-z_][\w:.-]*)\s*>/y;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Only XML's own entities: a document can't define any, so nothing grows and nothing is read from elsewhere. */
const resolved = (text: string): string =>
  text.replace(/&([^;&]{0,12});?/g, (_, name: string) => {
    const [, hex, decimal] = /^#(?:x([0-9a-f]+)|(\d+))$/i.exec(name) ?? [];
    const code = hex === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hex, 16);
    if (Number.isInteger(code) && code > 0 && code <= 0x10_ff_ff) return String.fromCodePoint(code);
    const sign = Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined;
    if (sign === undefined) throw new XmlError(`There is no entity ${name}.`);
    return sign;
  });

/** Where a construct ends, behind its last sign. */
function after(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from);
  if (at < 0) throw new XmlError(`A ${sign} is missing.`);
  return at + sign.length;
}

/** A document type is passed over with all that it declares. */
function afterDoctype(text: string, from: number): number {
  const open = text.indexOf('[', from);
  const end = after(text, '>', from);
  return open < 0 || open > end ? end : after(text, '>', after(text, ']', open));
}

/** The root element of an XML document. @throws XmlError */
export function readXml(text: string): Element {
  const top: Element = { name: '', attributes: new Map(), children: [] };
  const open: Element[] = [top];
  let elements = 0;
  for (let at = 0; at < text.length;) {
    const into = open.at(-1) ?? top;
    if (text[at] !== '<') {
      const next = text.indexOf('<', at);
      const end = next < 0 ? text.length : next;
      into.children.push(resolved(text.slice(at, end)));
      at = end;
    } else if (text.startsWith('<!--', at)) at = after(text, '-->', at + 4);
    else if (text.startsWith('<?', at)) at = after(text, '?>', at);
    else if (text.startsWith('<![CDATA[', at)) {
      const end = after(text, ']]>', at);
      into.children.push(text.slice(at + 9, end - 3));
      at = end;
    } else if (/^<!doctype/i.test(text.slice(at, at + 9))) at = afterDoctype(text, at);
    else {
      CLOSE.lastIndex = at;
      OPEN.lastIndex = at;
      const close = CLOSE.exec(text);
      if (close) {
        if (open.length < 2 || into.name !== close[1]) throw new XmlError(`${close[0]} closes nothing.`);
        open.pop();
        at = CLOSE.lastIndex;
        continue;
      }
      const [, name, inside = '', isEmpty] = OPEN.exec(text) ?? [];
      if (name === undefined) throw new XmlError('A tag is not well-formed.');
      elements += 1;
      if (elements > ELEMENTS_MAX) throw new XmlError(`It has more than ${ELEMENTS_MAX} elements.`);
      if (open.length > DEPTH_MAX) throw new XmlError('Its elements are nested too deeply.');
      const attributes = new Map(
        [...inside.matchAll(ATTRIBUTE)].map(([, key = '', one, other]) => [
          key,
          resolved(one ?? other ?? ''),
        ]),
      );
      const element = { name, attributes, children: [] };
      into.children.push(element);
      if (isEmpty === '') open.push(element);
      at = OPEN.lastIndex;
    }
  }
  const roots = top.children.filter((child) => typeof child !== 'string');
  if (open.length !== 1 || !roots[0] || roots.length > 1)
    throw new XmlError('It has no single root element.');
  return roots[0];
}
