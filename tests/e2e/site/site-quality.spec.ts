import { gzipSync } from 'node:zlib';
import type { BrowserContext } from '@playwright/test';
import { parse } from 'node-html-parser';
import { type BuiltPage, builtPages } from '#scripts/site/built-pages.ts';
import { SHARE_HEIGHT, SHARE_WIDTH } from '#src/web/site/share.ts';
import { expectAccessible, expectAccessibleInBothThemes, showTheme } from '#tests/support/axe.ts';
import { isDrawn } from '#tests/support/drawn.ts';
import { expectFits } from '#tests/support/fits.ts';
import { expect, siteTest as test } from '../journey.ts';
import { unfoldAll, unreachableBoxes, visit } from './visit.ts';

/** What every public page owes to everybody, asked of every page that was built. */
const PAGES = builtPages('dist/site').filter(
  (page) => !['/dashboard', '/demo', '/admin'].includes(page.path),
);
const LISTED = PAGES.filter((page) => page.listed);
const isNotFound = (page: BuiltPage) => page.path.endsWith('/404');

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** Where the layouts change. Between the narrowest and the one beside the documentation's list, texts only get more room. */
const WIDTHS = [320, 768, 1024, 1280];
const WIDTHS_OF_TEXTS = [320, 1024];

test.describe.configure({ mode: 'parallel' });

/** The first page of each part of the site: the others have the same layout, so what differs is their text. */
const FIRST_OF_ITS_LAYOUT = new Set(
  PAGES.filter(
    ({ path }, index) => PAGES.findIndex((other) => layoutOf(other.path) === layoutOf(path)) === index,
  ).map(({ path }) => path),
);

/** `/api/account` and `/api/rules` share one; a page of the first level has its own. */
function layoutOf(path: string): string {
  const [, part, page] = path.split('/');
  return page === undefined ? path : `/${part}/*`;
}

// A phone shows other things than a wide screen, and the dark theme has other colors: the first page of each layout is
// checked in all four. In the others only the text differs: of those a third is drawn in each run, and gets all rules
// once, on a phone in dark with all unfolded.
const LOOKED_AT = PAGES.filter(({ path }) => FIRST_OF_ITS_LAYOUT.has(path) || isDrawn(path, 3));
for (const built of LOOKED_AT)
  test(`${built.path} is quiet, fits every width, and has nothing for axe to find`, async ({
    browser,
    program,
  }) => {
    const { page, complaints } = await visit(browser, program.url);
    await page.setViewportSize(WIDE);
    await page.emulateMedia({ colorScheme: 'light' });
    const answer = await page.goto(`${program.url}${built.path}`, { waitUntil: 'load' });
    await page.evaluate(() => document.fonts.ready);
    expect.soft(answer?.status()).toBe(isNotFound(built) ? 404 : 200);
    await expect.soft(page.locator('h1'), 'headlines').toHaveCount(1);
    // The long list of the documentation is scrolled to where the reader is.
    const inList = page.locator('nav[aria-label="Documentation"] [aria-current="page"]:visible');
    for (const link of await inList.all()) await expect.soft(link).toBeInViewport();
    const isFirst = FIRST_OF_ITS_LAYOUT.has(built.path);
    if (isFirst) await expectAccessibleInBothThemes(page);
    await page.setViewportSize(PHONE);
    await unfoldAll(page);
    if (isFirst) await expectAccessibleInBothThemes(page);
    else {
      await showTheme(page, 'dark');
      await expectAccessible(page);
    }
    for (const width of isFirst ? WIDTHS : WIDTHS_OF_TEXTS) {
      await page.setViewportSize({ width, height: 800 });
      await expectFits(page);
      expect.soft(await unreachableBoxes(page), `boxes to scroll at ${width} px`).toEqual([]);
    }
    // Chromium reports the status of the pages that are asked for because they are not found.
    const isExpected = (text: string) => isNotFound(built) && /^Failed to load resource.*404/.test(text);
    expect(complaints.filter((text) => !isExpected(text))).toEqual([]);
  });

test('every listed page has a head of its own, and a picture to be shared with', async ({
  request,
  program,
}) => {
  const titles = new Map<string, string>();
  const descriptions = new Map<string, string>();
  for (const { path } of LISTED) {
    const html = parse(await (await request.get(`${program.url}${path}`)).text());
    const meta = (name: string) =>
      html.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content') ?? '';
    const title = html.querySelector('title')?.textContent ?? '';
    const description = meta('description');
    expect.soft(title.length, `${path}: title`).toBeGreaterThan(5);
    expect.soft(description.length, `${path}: description`).toBeGreaterThan(20);
    expect.soft(titles.get(title), `${path} shares its title`).toBeUndefined();
    expect.soft(descriptions.get(description), `${path} shares its description`).toBeUndefined();
    titles.set(title, path);
    descriptions.set(description, path);
    const address = `${program.url}${path}`;
    expect.soft(html.querySelector('link[rel=canonical]')?.getAttribute('href'), path).toBe(address);
    expect.soft(meta('og:url'), path).toBe(address);
    const picture = await request.get(meta('og:image'));
    expect.soft(picture.headers()['content-type'], `${path}: og:image`).toBe('image/png');
    const png = await picture.body();
    expect.soft([png.readUInt32BE(16), png.readUInt32BE(20)], path).toEqual([SHARE_WIDTH, SHARE_HEIGHT]);
    expect
      .soft([meta('og:image:width'), meta('og:image:height')])
      .toEqual([`${SHARE_WIDTH}`, `${SHARE_HEIGHT}`]);
    expect.soft(meta('og:image:alt'), path).not.toBe('');
    for (const script of html.querySelectorAll('script[type="application/ld+json"]'))
      expect.soft(JSON.parse(script.textContent), path).toHaveProperty('@type');
  }
  const sitemap = await (await request.get(`${program.url}/sitemap.xml`)).text();
  for (const { path } of LISTED) expect(sitemap).toContain(`<loc>${program.url}${path}</loc>`);
});

test('no link leads nowhere: every page, file and anchor that is named is there', async ({
  request,
  program,
}) => {
  const texts = new Map<string, Promise<{ status: number; ids: Set<string> }>>();
  const look = (path: string) => {
    const known = texts.get(path);
    if (known) return known;
    const asked = request.get(`${program.url}${path}`).then(async (answer) => {
      const isPage = answer.headers()['content-type']?.startsWith('text/html') ?? false;
      const html = parse(isPage ? await answer.text() : '');
      return { status: answer.status(), ids: new Set(html.querySelectorAll('[id]').map((node) => node.id)) };
    });
    texts.set(path, asked);
    return asked;
  };
  /** By what is not there: on which pages it is named. */
  const dead = new Map<string, Set<string>>();
  for (const built of PAGES) {
    const base = `${program.url}${built.path}`;
    const html = parse(await (await request.get(base)).text());
    const named = html.querySelectorAll(
      'a[href], area[href], link[href], img[src], script[src], source[src]',
    );
    for (const node of named) {
      const written = node.getAttribute('href') ?? '';
      // A slot that was not filled, and a mail to nobody.
      if (/\{\{|%7B%7B/i.test(written) || (written.startsWith('mailto:') && !written.includes('@')))
        dead.set(written, (dead.get(written) ?? new Set()).add(built.path));
      const target = new URL(node.getAttribute('href') ?? node.getAttribute('src') ?? '', base);
      if (target.origin !== program.url || (isNotFound(built) && target.pathname === built.path)) continue;
      const { status, ids } = await look(`${target.pathname}${target.search}`);
      const anchor = decodeURIComponent(target.hash.slice(1));
      if (status === 200 && (anchor === '' || ids.has(anchor))) continue;
      const name = `${target.pathname}${status === 200 ? target.hash : ''}`;
      dead.set(name, (dead.get(name) ?? new Set()).add(built.path));
    }
  }
  expect([...dead].map(([name, pages]) => `${name} on ${[...pages].join(' ')}`)).toEqual([]);
});

test('every page reads without script', async ({ browser, request, program }) => {
  // Of each layout one as a browser draws it, of the others what is in the page.
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
  const page = await context.newPage();
  for (const { path } of LISTED)
    if (FIRST_OF_ITS_LAYOUT.has(path)) {
      await page.goto(`${program.url}${path}`);
      // What only a script makes work is in the page and hidden.
      await expect.soft(page.locator('h1').filter({ visible: true }), path).toHaveCount(1);
      expect.soft((await page.locator('main').innerText()).length, path).toBeGreaterThan(60);
      // A search that would do nothing is not shown.
      await expect.soft(page.locator('[data-docs-search]:visible'), path).toHaveCount(0);
    } else {
      const html = parse(await (await request.get(`${program.url}${path}`)).text());
      for (const hidden of html.querySelectorAll('[hidden], [data-docs-search], template, script, style'))
        hidden.remove();
      expect.soft(html.querySelectorAll('h1').length, path).toBe(1);
      expect.soft(html.querySelector('main')?.innerText.trim().length, path).toBeGreaterThan(60);
    }
  await context.close();
});

test('the landing page weighs little before anything is done', async ({ browser, program }) => {
  const context = await browser.newContext({ viewport: PHONE, isMobile: true, hasTouch: true });
  const { transferred, scripts } = await weigh(context, program.url);
  await context.close();
  expect(transferred).toBeGreaterThan(10_000);
  expect(transferred).toBeLessThanOrEqual(150_000);
  expect(scripts).toBeGreaterThan(100);
  expect(scripts).toBeLessThanOrEqual(10_000);
});

/** Bytes on the wire, and bytes of script (each file gzipped by itself), of a first view. */
async function weigh(
  context: BrowserContext,
  url: string,
): Promise<{ transferred: number; scripts: number }> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  let transferred = 0;
  session.on('Network.loadingFinished', (event) => (transferred += event.encodedDataLength));
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body());
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const scripts = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0);
  return { transferred, scripts };
}
