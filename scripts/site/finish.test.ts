import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { ORIGIN } from '#src/shared/site-origin.ts';
import { finishSite } from './finish.ts';

let dir: string;
const page = (heading: string, head = '') =>
  `<html><head><style>:root{--color-paper:white}</style>${head}</head><body><h1>${heading}</h1></body>`;
const inSite = (name: string) => join(dir, 'site', name);

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'bellwire-finish-'));
  await mkdir(inSite('blog'), { recursive: true });
  await writeFile(inSite('index.html'), page('Home'));
  await writeFile(inSite('privacy.html'), page('Privacy Policy'));
  await writeFile(inSite('404.html'), page('Oops!', '<meta name="robots" content="noindex">'));
  await writeFile(inSite('blog/index.html'), page('Blog'));
  const article = { '@type': 'Article', datePublished: '2025-03-12' };
  await writeFile(
    inSite('blog/1.html'),
    page(
      'Gaps &amp; <em>moves</em>',
      `<script type="application/ld+json">${JSON.stringify(article)}</script>`,
    ),
  );
  await writeFile(inSite('favicon.svg'), await readFile('src/web/public/favicon.svg'));
  await finishSite(join(dir, 'site'), join(dir, 'pictures'));
});
afterAll(() => rm(dir, { recursive: true }));

const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

it('lists in sitemap.xml what was built and may be listed, in the order of the sitemap page', async () => {
  const xml = parse(await readFile(inSite('sitemap.xml'), 'utf8'));
  expect(xml.querySelectorAll('url').map((url) => url.textContent.trim())).toEqual([
    `${ORIGIN}/`,
    `${ORIGIN}/blog`,
    `${ORIGIN}/privacy`,
    `${ORIGIN}/blog/12025-03-12`,
  ]);
});

it('draws a share picture for every listed page, and none for others', async () => {
  const names = (await readdir(inSite('og'), { recursive: true })).filter((name) => name.endsWith('.png'));
  expect(names.sort()).toEqual(['blog.png', 'blog/1.png', 'index.png', 'privacy.png']);
  const pictures = await Promise.all(names.map((name) => readFile(inSite(join('og', name)))));
  for (const png of pictures) expect(sizeOf(png)).toEqual([1200, 630]);
  // Text that the renderer cannot draw it drops: then two pages would look alike.
  expect(new Set(pictures.map((png) => png.toString('base64'))).size).toBe(pictures.length);
});

it('takes from its store only what is unchanged, and keeps nothing else there', async () => {
  const before = await readdir(join(dir, 'pictures'));
  expect(before).toHaveLength(4);
  for (const name of before) await writeFile(join(dir, 'pictures', name), 'stored');
  await writeFile(inSite('privacy.html'), page('Privacy'));
  await finishSite(join(dir, 'site'), join(dir, 'pictures'));
  const after = await readdir(join(dir, 'pictures'));
  expect(after).toHaveLength(4);
  expect(after.filter((name) => before.includes(name))).toHaveLength(3);
  expect(await readFile(inSite('og/index.png'), 'utf8')).toBe('stored');
  expect(sizeOf(await readFile(inSite('og/privacy.png')))).toEqual([1200, 630]);
});

it('names in the manifest icons that are there, in the sizes it says', async () => {
  const manifest = z
    .object({ icons: z.array(z.object({ src: z.string(), sizes: z.string() })) })
    .parse(JSON.parse(await readFile(inSite('site.webmanifest'), 'utf8')));
  expect(manifest.icons.length).toBeGreaterThan(2);
  for (const { src, sizes } of manifest.icons)
    expect(sizeOf(await readFile(inSite(src))).join('x')).toBe(sizes);
  const ico = await readFile(inSite('favicon.ico'));
  expect(sizeOf(ico.subarray(ico.readUInt32LE(18)))).toEqual([32, 32]);
  expect(ico.length).toBe(ico.readUInt32LE(18) + ico.readUInt32LE(14));
});

it('keeps machines out of what is nobody’s page, and browsers from opening it ahead', async () => {
  const robots = await readFile(inSite('robots.txt'), 'utf8');
  expect(robots).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
  const [{ where }] = (JSON.parse(await readFile(inSite('navigation.speculationrules'), 'utf8')) as Rules)
    .prerender;
  const apart = where.and[1].not.href_matches;
  for (const path of ['/dashboard', '/demo', '/dev', '/forms']) {
    expect(robots).toContain(`Disallow: ${path}\n`);
    expect(apart).toEqual(expect.arrayContaining([path, `${path}/*`]));
  }
});
type Rules = { prerender: [{ where: { and: [unknown, { not: { href_matches: string[] } }] } }] };

it('refuses a page that was built without a style sheet', async () => {
  await writeFile(inSite('bare.html'), '<h1>Bare</h1>');
  await expect(finishSite(join(dir, 'site'), join(dir, 'pictures'))).rejects.toThrow(/bare\.html/);
  await rm(inSite('bare.html'));
});
