import { type HTMLElement, parse } from 'node-html-parser';
import { configurationTable } from './configuration.ts';
import { addOnsTable, plansTable } from './plans.ts';

/** Tables made from data, so that they cannot go stale: a paragraph `{{table.configuration}}` becomes the table. */
const TABLES = new Map<string, () => string>([
  ['configuration', configurationTable],
  ['plans', plansTable],
  ['add-ons', addOnsTable],
]);
const SLOT = /<p>\{\{table\.([a-z-]+)\}\}<\/p>/g;

/**
 * A page's HTML as it is shown: data tables put in, wide tables and code in boxes that scroll and can be reached by
 * keyboard, headings that can be linked to.
 * @throws Error naming a table that there is not
 */
export function pageHtml(rendered: string): string {
  const filled = rendered.replace(SLOT, (_, name: string) => {
    const table = TABLES.get(name);
    if (!table) throw new Error(`The documentation has no table ${name}.`);
    return table();
  });
  const root = parse(filled, { comment: false });
  for (const pre of root.querySelectorAll('pre')) {
    pre.setAttribute('tabindex', '0');
    pre.setAttribute('role', 'group');
    pre.setAttribute('aria-label', `Code, ${nearestHeading(pre)}`);
  }
  for (const table of root.querySelectorAll('table')) {
    nameRows(table);
    table.replaceWith(
      `<div class="wide" tabindex="0" role="group" aria-label="Table, ${nearestHeading(table)}">${table.toString()}</div>`,
    );
  }
  for (const image of root.querySelectorAll('p > img[src^="/docs/"]'))
    image.parentNode?.replaceWith(shot(image));
  for (const heading of root.querySelectorAll('h2, h3')) {
    const mark = `<a class="anchor" href="#${heading.id}" aria-hidden="true" tabindex="-1">#</a>`;
    heading.insertAdjacentHTML('beforeend', mark);
  }
  return root.toString();
}

/** A picture that `npm run shots -- --docs` takes, by day and by night. The hidden one isn't loaded. */
function shot(image: HTMLElement): string {
  const [src = '', alt = ''] = [image.getAttribute('src'), image.getAttribute('alt')];
  const themed = (theme: string, file: string): string =>
    `<img data-shot="${theme}" src="${file}" alt="${alt.replaceAll('"', '&quot;')}" width="1200" height="760" loading="lazy">`;
  return `<figure class="docs-shot">${themed('day', src)}${themed('night', src.replace('.webp', '-night.webp'))}</figure>`;
}

/** A table without a head names its rows instead; a corner without words is a plain cell. */
function nameRows(table: HTMLElement): void {
  const heads = table.querySelectorAll('thead th');
  if (heads.every((head) => head.text.trim() === '')) {
    table.querySelector('thead')?.remove();
    for (const first of table.querySelectorAll('tr > td:first-child')) {
      first.tagName = 'th';
      first.setAttribute('scope', 'row');
    }
    return;
  }
  for (const head of heads) {
    if (head.text.trim() === '') head.tagName = 'td';
    else head.setAttribute('scope', 'col');
  }
}

/** The text of the last heading before an element; scripts that read the page aloud name boxes by it. */
function nearestHeading(element: HTMLElement): string {
  let before = element.previousElementSibling;
  while (before && !/^H[23]$/.test(before.tagName)) before = before.previousElementSibling;
  return before?.text.replaceAll('"', '&quot;') ?? 'top of the page';
}
