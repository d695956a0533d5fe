import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { siteConfig } from '#src/shared/site-config.ts';
import { type SharePicture, sharePicturePath } from '#src/web/site/share.ts';
import type { BuiltPage } from './built-pages.ts';
import { drawSharePicture } from './share-picture.ts';

const DRAWN_BY = ['./share-picture.ts', '../../src/web/ui/tokens.css', '../../package-lock.json'];
const WAY = 'Detected · Written · Approved · Delivered · Measured';
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/**
 * Draws a picture for every listed page into the built site. A picture takes some 40 ms, so those whose words have not
 * changed are taken from `cache`, which then holds exactly the ones in use.
 */
export async function drawSharePictures(
  site: string,
  cache: string,
  pages: readonly BuiltPage[],
): Promise<void> {
  const fresh = `${cache}-${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  for (const page of pages) {
    if (!page.listed) continue;
    const picture = describe(page);
    const name = `${fingerprint(picture)}.png`;
    const kept = [join(fresh, name), join(cache, name)].find((path) => existsSync(path));
    const png = kept ? readFileSync(kept) : await drawSharePicture(picture);
    writeFileSync(join(fresh, name), png);
    const file = join(site, sharePicturePath(page.path));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, png);
  }
  rmSync(cache, { recursive: true, force: true });
  renameSync(fresh, cache);
}

function describe(page: BuiltPage): SharePicture {
  const slug = page.published ? `Blog · ${day.format(new Date(page.published))}` : WAY;
  return { heading: page.heading, slug, name: siteConfig.name };
}

const drawnBy = createHash('sha256');
for (const file of DRAWN_BY) drawnBy.update(readFileSync(fileURLToPath(new URL(file, import.meta.url))));
const version = drawnBy.digest('hex');

function fingerprint(picture: SharePicture): string {
  return createHash('sha256').update(version).update(JSON.stringify(picture)).digest('hex').slice(0, 32);
}
