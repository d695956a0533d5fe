import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { expect, siteTest as test } from '../journey.ts';

const TITLES: Readonly<Record<number, string>> = {
  1: 'How often does a market really move 3%?',
  2: 'Anatomy of an alert that readers trust',
  3: 'One falling week should not send eleven alerts',
  4: 'Approval without delay',
};
const card = (page: Page, id: number) => page.getByRole('link', { name: TITLES[id]!, exact: true });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search posts' });

test('the list shows four posts with what is known of each', async ({ page, program }) => {
  await page.goto(`${program.url}/blog`);
  await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible();
  const rows = page.locator('[data-post]');
  await expect(rows).toHaveCount(4);
  for (const row of await rows.all()) {
    await expect(row.getByRole('heading', { level: 2 })).not.toBeEmpty();
    await expect(row.locator('[data-excerpt]')).not.toBeEmpty();
    await expect(row.locator('svg').first()).toBeVisible();
    await expect(row.locator('time')).toHaveAttribute('datetime', /^202[56]-\d\d-\d\d$/);
    await expect(row.getByText(/^\d+ min read$/)).toBeVisible();
  }
  await expect(rows.first()).toContainText('Ruth Adeyemi');
  await expect(rows.first()).toContainText('Operations');
  await card(page, 3).click();
  await expect(page).toHaveURL(`${program.url}/blog/3`);
});

test.describe('the search', () => {
  test('filters by title and by excerpt, whatever the case, and keeps itself in the address', async ({
    page,
    program,
  }) => {
    await page.goto(`${program.url}/blog`);
    await search(page).fill('FALLING week');
    await expect(card(page, 3)).toBeVisible();
    await expect(page.locator('[data-post]:visible')).toHaveCount(1);
    await expect(page.getByRole('status')).toHaveText('1 of 4 posts');
    await expect(page).toHaveURL(/\?q=FALLING\+week$/);
    await search(page).fill('decision TABLE');
    await expect(card(page, 4)).toBeVisible();
    await expect(page.locator('[data-post]:visible')).toHaveCount(1);
    await search(page).fill('');
    await expect(page.locator('[data-post]:visible')).toHaveCount(4);
    await expect(page.getByRole('status')).toHaveText('4 posts');
    await expect(page).toHaveURL(`${program.url}/blog`);
  });

  test('says when nothing is found, and brings all back', async ({ page, program }) => {
    await page.goto(`${program.url}/blog`);
    const typed = '<img src=x onerror=alert(1)> 🔔 عربي';
    await search(page).fill(typed);
    await expect(page.locator('[data-post]:visible')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: `No post matches “${typed}”` })).toBeVisible();
    await expect(page.getByRole('status')).toHaveText('0 of 4 posts');
    await page.getByRole('button', { name: 'Show all posts' }).click();
    await expect(page.locator('[data-post]:visible')).toHaveCount(4);
    await expect(search(page)).toBeFocused();
  });

  test('is taken from the address', async ({ page, program }) => {
    await page.goto(`${program.url}/blog?q=Anatomy`);
    await expect(search(page)).toHaveValue('Anatomy');
    await expect(page.locator('[data-post]:visible')).toHaveCount(1);
    await expect(card(page, 2)).toBeVisible();
  });
});

for (const id of [1, 2, 3, 4]) {
  test(`post ${id} can be read, and leads on to three others`, async ({ page, program }) => {
    await page.goto(`${program.url}/blog/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLES[id]!);
    await expect(page).toHaveTitle(`${TITLES[id]} · Bellwire`);
    await expect(page.getByText(/^\d+ min read$/).first()).toBeVisible();
    await expect(page.locator('.article figure').first()).toBeVisible();
    expect(await page.locator('.article').innerText()).not.toMatch(
      /\{\{(?!close\}\})|NaN|undefined|Infinity/,
    );
    const next = page.getByRole('region', { name: 'Continue Reading' }).getByRole('link');
    await expect(next).toHaveCount(3);
    const addresses = await next.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(addresses).not.toContain(`/blog/${id}`);
    expect(new Set(addresses).size).toBe(3);
    await page.getByRole('link', { name: 'Back to Blog' }).click();
    await expect(page).toHaveURL(`${program.url}/blog`);
  });
}

test('a post describes itself to machines with the address of this site', async ({ page, program }) => {
  await page.goto(`${program.url}/blog/1`);
  const described: unknown = JSON.parse(
    await page.locator('script[type="application/ld+json"]').first().innerText(),
  );
  expect(described).toMatchObject({
    '@type': 'BlogPosting',
    headline: TITLES[1],
    url: `${program.url}/blog/1`,
  });
  await expect(page.locator('link[rel="alternate"][type="application/rss+xml"]')).toHaveAttribute(
    'href',
    '/rss.xml',
  );
  const feed = await (await fetch(`${program.url}/rss.xml`)).text();
  expect(feed.match(/<item>/g)).toHaveLength(4);
  expect(feed).toContain(`<link>${program.url}/blog/1</link>`);
  expect(feed).not.toContain('data-figure');
});

test('Share copies the link and says so', async ({ page, program, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // A browser without a share sheet, as on most desks.
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'share', { value: undefined }));
  await page.goto(`${program.url}/blog/2?from=mail#part`);
  for (const _ of [1, 2]) {
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByText('Link copied', { exact: true })).toHaveCount(1);
  }
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${program.url}/blog/2`);
});

test('Share opens the share sheet where there is one', async ({ page, program }) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'share', {
      value: (shared: { url: string }) => {
        document.title = `shared ${shared.url}`;
        return Promise.resolve();
      },
    }),
  );
  await page.goto(`${program.url}/blog/2`);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page).toHaveTitle(`shared ${program.url}/blog/2`);
  await expect(page.getByText('Link copied')).toHaveCount(0);
});

test('a readable address leads to the numeric one', async ({ page, program }) => {
  const answer = await fetch(`${program.url}/blog/approval-without-delay`, { redirect: 'manual' });
  expect(answer.status).toBe(308);
  expect(answer.headers.get('location')).toBe('/blog/4');
  await page.goto(`${program.url}/blog/one-falling-week-should-not-send-eleven-alerts`);
  await expect(page).toHaveURL(`${program.url}/blog/3`);
});

for (const path of ['/blog/99', '/blog/abc', '/blog/0', '/blog/1.html', '/blog/1/2']) {
  test(`${path} is not found, with a way back`, async ({ browser, program }) => {
    // Without the fixture's page: a browser calls the status itself an error of the console.
    const page = await browser.newPage();
    const answer = await page.goto(program.url + path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog post not found');
    await page.getByRole('link', { name: 'Back to Blog' }).click();
    await expect(page).toHaveURL(`${program.url}/blog`);
    await page.close();
  });
}

test('axe finds nothing in a search that finds nothing', async ({ page, program }) => {
  await page.goto(`${program.url}/blog?q=nothing-like-it`);
  await expectAccessible(page);
});

test('without script the list is whole, and nothing is offered that does nothing', async ({
  browser,
  program,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${program.url}/blog?q=Anatomy`);
  await expect(page.locator('[data-post]:visible')).toHaveCount(4);
  await expect(search(page)).toBeHidden();
  await card(page, 1).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLES[1]!);
  await expect(page.locator('.article figure').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share' })).toBeHidden();
  await context.close();
});
