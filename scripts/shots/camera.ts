import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

const THEMES = [
  ['day', 'light'],
  ['night', 'dark'],
] as const;
const HEIGHT = 900;

export type Camera = {
  /** Takes the page, which stands ready, at every width, by day and by night: all of it, or what its window shows. */
  take: (
    page: Page,
    name: string,
    ready: (page: Page) => Promise<void>,
    extent?: 'page' | 'window',
  ) => Promise<void>;
  /** Errors of this page's scripts are told at the end. */
  watch: (page: Page) => Page;
  /** Writes the contact sheet, and says what was seen. @returns whether no script failed */
  finish: () => boolean;
};

/** Empties a folder and puts pictures into it. */
export function openCamera(folder: string, widths: readonly number[]): Camera {
  const taken: string[] = [];
  const broken = new Set<string>();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return {
    take: async (page, name, ready, extent = 'page') => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: HEIGHT });
        for (const [theme, colorScheme] of THEMES) {
          await page.emulateMedia({ colorScheme });
          await ready(page);
          const file = `${name}-${width}-${theme}.png`;
          await page.screenshot({
            path: join(folder, file),
            fullPage: extent === 'page',
            animations: 'disabled',
          });
          taken.push(file);
        }
      }
      console.log(name);
    },
    watch: (page) => page.on('pageerror', (error) => broken.add(`${page.url()}: ${error.message}`)),
    finish: () => {
      writeFileSync(join(folder, 'index.html'), contactSheet(taken));
      console.log(`${taken.length} pictures: ${join(folder, 'index.html')}`);
      for (const each of broken) console.error(`A script ended with an error: ${each}`);
      return broken.size === 0;
    },
  };
}

function contactSheet(taken: readonly string[]): string {
  const figures = taken.map(
    (name) =>
      `<figure><a href="${name}"><img src="${name}" alt="" loading="lazy"></a><figcaption>${name}</figcaption></figure>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Screenshots</title><style>body{font:13px system-ui;display:grid;grid-template-columns:repeat(8,1fr);gap:16px}img{width:100%;height:320px;object-fit:cover;object-position:top;border:1px solid #ccc}figure{margin:0}</style>${figures.join('\n')}\n`;
}
