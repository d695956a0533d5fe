import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtPages } from './built-pages.ts';
import { drawIcons } from './icons.ts';
import { scriptsLater } from './late-scripts.ts';
import { robotsTxt, sitemapXml, speculationRules, webManifest } from './listings.ts';
import { drawSharePictures } from './share-pictures.ts';

/**
 * Adds to the site as Astro built it what is made from its pages: pictures for shared links, the sitemap and the other
 * files that machines ask for. The landing page's scripts are made to wait.
 */
export async function finishSite(site: string, cache: string): Promise<void> {
  const pages = builtPages(site);
  const files = new Map<string, string | Buffer>([
    ['sitemap.xml', sitemapXml(pages)],
    ['robots.txt', robotsTxt()],
    ['site.webmanifest', webManifest()],
    ['navigation.speculationrules', speculationRules()],
    ...drawIcons(join(site, 'favicon.svg')),
  ]);
  for (const [name, content] of files) writeFileSync(join(site, name), content);
  const landing = join(site, 'index.html');
  writeFileSync(landing, scriptsLater(readFileSync(landing, 'utf8')));
  await drawSharePictures(site, cache, pages);
}
