import { parse } from 'node-html-parser';

/** One searchable piece: a heading and the text under it, up to the next. The first of a page has no heading. */
export type Section = { title: string; heading: string; href: string; text: string };

/** Code is marked up inside: it is read as well. */
const READ_ALL = { blockTextElements: { script: true, style: true } };

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Cuts a page at its headings. Figures of tables and code are text like any other. */
export function sectionsOf(page: {
  title: string;
  href: string;
  description: string;
  html: string;
}): Section[] {
  const root = parse(page.html, READ_ALL);
  for (const anchor of root.querySelectorAll('.anchor')) anchor.remove();
  const sections: Section[] = [{ title: page.title, heading: '', href: page.href, text: page.description }];
  for (const node of root.childNodes) {
    const current = sections.at(-1);
    const [, id] = /^<h[23][^>]* id="([^"]+)"/.exec(node.toString()) ?? [];
    if (id !== undefined) {
      sections.push({ title: page.title, heading: plain(node.text), href: `${page.href}#${id}`, text: '' });
    } else if (current) {
      current.text = plain(`${current.text} ${wordsOf(node.toString())}`);
    }
  }
  return sections;
}

/** The text of a piece of HTML: cells stand apart by a dot, items and paragraphs by a space. */
function wordsOf(html: string): string {
  const apart = html
    .replaceAll(/<\/(?:td|th)>(?=\s*<t)/g, '$& · ')
    .replaceAll(/<\/(?:td|th|tr|li|p)>/g, '$& ');
  return plain(parse(apart, READ_ALL).text).replace(/^(?:· )+/, '');
}
