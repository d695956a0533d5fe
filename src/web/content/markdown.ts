import type { Loader } from 'astro/loaders';
import { glob } from 'astro/loaders';
import { fillSite } from './site-values.ts';

/**
 * The Markdown files of one folder of content/, with what the operator's site-config says put in where a text names it:
 * `{{site.name}}`, `{{site.email.support}}`. An entry's id is its file name without `.md`. `finish` has the last word on
 * the HTML of each.
 */
export function markdown(folder: string, finish: (html: string) => string = (html) => html): Loader {
  const files = glob({ pattern: '**/*.md', base: `src/web/content/${folder}` });
  return {
    ...files,
    name: 'markdown-of-the-site',
    load: (context) =>
      files.load({
        ...context,
        parseData: (entry) => context.parseData({ ...entry, data: fillData(entry.data) }),
        store: {
          ...context.store,
          set: (entry) =>
            context.store.set({
              ...entry,
              ...(entry.rendered && {
                rendered: { ...entry.rendered, html: finish(fillSite(entry.rendered.html, 'html')) },
              }),
            }),
        },
      }),
  };
}

function fillData<T extends Record<string, unknown>>(data: T): T {
  const filled = Object.entries(data).map(([key, value]) => [
    key,
    typeof value === 'string' ? fillSite(value, 'text') : value,
  ]);
  return Object.fromEntries(filled) as T;
}

/** A wide table scrolls sideways in a narrow column: with the keyboard too. */
export const reachTables = (html: string): string => html.replaceAll('<table>', '<table tabindex="0">');
