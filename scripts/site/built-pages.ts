import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { parse } from 'node-html-parser';

/** A page as it was built: read from its HTML, so that no second list of pages can differ from what is there. */
export type BuiltPage = {
  /** As visitors ask for it: `/`, `/blog/1`. */
  path: string;
  /** Its headline (h1), or its title where script puts the headline in. */
  heading: string;
  /** May search engines list it? */
  listed: boolean;
  /** The day it was written or last changed, where its structured data says one; as written there (ISO 8601). */
  published: string | null;
  modified: string | null;
};

/** Every HTML page below a built site's folder, in the order of their paths. */
export function builtPages(folder: string): BuiltPage[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) =>
      describe(pathOf(name.split(sep).join('/')), styled(name, readFileSync(join(folder, name), 'utf8'))),
    )
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A page made without a frame would be served bare: pages bring ui/site.css (by their layout) or ui/style.css. */
function styled(name: string, text: string): ReturnType<typeof parse> {
  if (!text.includes('--color-paper')) throw new Error(`The page ${name} was built without a style sheet.`);
  return parse(text);
}

function pathOf(name: string): string {
  const path = `/${name.slice(0, -'.html'.length)}`;
  return path.replace(/\/index$/, '') || '/';
}

function describe(path: string, html: ReturnType<typeof parse>): BuiltPage {
  const dates = html
    .querySelectorAll('script[type="application/ld+json"]')
    .map((script) => JSON.parse(script.textContent) as Record<string, unknown>);
  const dateOf = (name: string): string | null => {
    const value = dates.find((each) => typeof each[name] === 'string')?.[name];
    return typeof value === 'string' ? value : null;
  };
  const headline = html.querySelector('h1')?.textContent;
  const title = html.querySelector('meta[property="og:title"]')?.getAttribute('content');
  const published = dateOf('datePublished');
  return {
    path,
    heading: (headline ?? title ?? '').replaceAll(/\s+/g, ' ').trim(),
    listed: !html.querySelector('meta[name="robots"][content*="noindex"]'),
    published,
    modified: dateOf('dateModified') ?? published,
  };
}
