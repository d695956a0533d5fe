import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { expect, siteTest as test } from '../journey.ts';
import { readPage, wordsOf } from './read.ts';

const PAGES = [
  ['/documentation', 'Documentation'],
  ['/documentation/getting-started', 'Getting started'],
  ['/documentation/feeds', 'Feeds and symbols'],
  ['/documentation/rules', 'Rules'],
  ['/documentation/rule-cookbook', 'Rule cookbook'],
  ['/documentation/alerts', 'Alerts and their states'],
  ['/documentation/writing', 'Writing and the fact guard'],
  ['/documentation/compose', 'Write an alert yourself'],
  ['/documentation/approval', 'Approval'],
  ['/documentation/approvers', 'Decide by email and chat'],
  ['/documentation/ledger', 'Ledger and checks'],
  ['/documentation/deliveries', 'Deliveries'],
  ['/documentation/sending', 'Stop, mute and schedule sending'],
  ['/documentation/brands', 'Brands'],
  ['/documentation/brand-rules', 'Disclaimers, country rules and restricted symbols'],
  ['/documentation/readers', 'Readers and routes'],
  ['/documentation/fewer-alerts', 'Send fewer alerts'],
  ['/documentation/templates', 'Templates'],
  ['/documentation/opens-and-clicks', 'Opens and clicks'],
  ['/documentation/pictures', 'Pictures and exports'],
  ['/documentation/ai-writer', 'AI writer'],
  ['/documentation/email', 'Email'],
  ['/documentation/messaging', 'Messaging apps'],
  ['/documentation/telegram', 'Telegram'],
  ['/documentation/slack', 'Slack'],
  ['/documentation/discord', 'Discord'],
  ['/documentation/whatsapp', 'WhatsApp'],
  ['/documentation/teams', 'Microsoft Teams'],
  ['/documentation/social', 'Social networks'],
  ['/documentation/x', 'X (Twitter)'],
  ['/documentation/linkedin', 'LinkedIn'],
  ['/documentation/facebook', 'Facebook Page'],
  ['/documentation/hosted-page', 'Hosted page'],
  ['/documentation/web-push', 'Web push'],
  ['/documentation/webhook', 'Trading platforms and webhooks'],
  ['/documentation/trading-platforms', 'Alerts from charting tools'],
  ['/documentation/security', 'Accounts and security'],
  ['/documentation/plans', 'Plans and limits'],
  ['/documentation/programs', 'Programs and API keys'],
  ['/documentation/team', 'Team and roles'],
  ['/documentation/documents', 'Documents'],
  ['/documentation/rule-reference', 'Rule reference'],
  ['/documentation/how-detection-works', 'How detection works'],
  ['/documentation/data-formats', 'Data formats'],
  ['/documentation/self-hosting', 'Self-hosting'],
  ['/documentation/glossary', 'Glossary'],
  ['/api', 'API reference'],
  ['/api/endpoints', 'All endpoints'],
  ['/api/errors', 'Error codes'],
  ['/api/sign-in', 'Sign-up and sign-in'],
  ['/api/workspace', 'Workspace and person'],
  ['/api/alerts', 'Alerts'],
  ['/api/channels', 'Channels and connections'],
  ['/api/rules', 'Rules and watchlists'],
  ['/api/outside-rules', 'External rules'],
  ['/api/feeds', 'Feeds and calendars'],
  ['/api/contacts', 'Contacts and audiences'],
  ['/api/keys', 'API keys'],
  ['/api/team', 'Team'],
  ['/api/documents', 'Documents'],
  ['/api/plans', 'Plan and billing'],
  ['/api/account', 'Account and security'],
  ['/api/rows', 'Leads and subscriptions'],
  ['/api/functions', 'Functions'],
] as const;

const navOf = (page: Page) => page.getByRole('navigation', { name: 'Documentation', exact: true });
const searchOf = (page: Page) => page.getByRole('searchbox', { name: 'Search the documentation' });
const hitsOf = (page: Page) => page.locator('[data-hits] a');

test('every page answers with its title, and the navigation knows where one is', async ({
  request,
  program,
}) => {
  for (const [path, title] of PAGES) {
    const html = await readPage({ request, program }, path);
    expect(html.querySelectorAll('h1').map(wordsOf), path).toEqual([title]);
    const lists = html.querySelectorAll('nav[aria-label="Documentation"]');
    // One beside the text, one that opens on a phone.
    expect(lists, path).toHaveLength(2);
    for (const list of lists) {
      const links = list.querySelectorAll('a').map((link) => link.getAttribute('href'));
      expect(links.toSorted(), path).toEqual(PAGES.map(([each]) => each).toSorted());
      const current = list.querySelectorAll('[aria-current="page"]');
      expect(current.map((link) => link.getAttribute('href'))).toEqual([path]);
    }
  }
});

test('slash leads into the search, arrows through what it finds, Enter to it', async ({ page, program }) => {
  await page.goto(`${program.url}/documentation`);
  await page.keyboard.press('/');
  await expect(searchOf(page)).toBeFocused();
  await page.keyboard.type('certainly');
  await expect(hitsOf(page).first()).toContainText('States of a delivery');
  // Both change with every letter.
  await expect(async () => {
    const found = await hitsOf(page).count();
    await expect(page.getByRole('status')).toHaveText(`${found} result${found === 1 ? '' : 's'}`, {
      timeout: 100,
    });
  }).toPass();
  await page.keyboard.press('ArrowDown');
  await expect(hitsOf(page).first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(searchOf(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(hitsOf(page)).toHaveCount(0);
  await expect(searchOf(page)).toBeFocused();
  await searchOf(page).fill('over_email_send');
  await expect(hitsOf(page).first()).toContainText('over_email_send_rate_limit');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/api/errors#error-over_email_send_rate_limit');
  // The page it leads to does not hold the slash back where somebody types.
  await searchOf(page).fill('');
  await searchOf(page).pressSequentially('a/b');
  await expect(searchOf(page)).toHaveValue('a/b');
});

test('the search says when nothing is found, and takes what is typed for text', async ({ page, program }) => {
  await page.goto(`${program.url}/documentation/email`);
  await searchOf(page).fill('zeppelin');
  await expect(page.getByText('Nothing is written about “zeppelin”.')).toBeVisible();
  await expect(page.getByRole('status')).toHaveText('0 results');
  await searchOf(page).fill('<b>');
  await expect(page.locator('[data-hits] b')).toHaveCount(0);
});

test('on this page follows the reading', async ({ page, program }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${program.url}/documentation/deliveries#retries`);
  const toc = page.getByRole('navigation', { name: 'On this page' });
  await expect(toc.locator('[aria-current="location"]')).toHaveText('Retries');
  await toc.getByRole('link', { name: 'States of a delivery' }).click();
  await expect(toc.locator('[aria-current="location"]')).toHaveText('States of a delivery');
});

test('links to former headings lead to where they are now', async ({ page, program }) => {
  for (const [old, now] of [
    ['/documentation/rules#indicator-names', '/documentation/rule-reference#indicator-names'],
    ['/documentation/deliveries#when-it-is-tried-again', '/documentation/deliveries#retries'],
    ['/api#error-not_found', '/api/errors#error-not_found'],
    ['/api#get-alerts-id', '/api/endpoints#get-alerts-id'],
  ] as const) {
    await page.goto(`${program.url}${old}`);
    await page.waitForURL(`**${now}`);
  }
});

test('previous and next lead through all pages, and back', async ({ request, program }) => {
  const leads = PAGES.slice(1).map(([path]) => path);
  for (const [rel, expected] of [
    ['next', leads],
    ['prev', leads.toReversed()],
  ] as const) {
    const seen: string[] = [];
    // A circle would never end.
    for (let path = expected[0]; path && !seen.includes(path);) {
      seen.push(path);
      const html = await readPage({ request, program }, path);
      path = html.querySelector(`a[rel="${rel}"]`)?.getAttribute('href') as typeof path;
    }
    expect(seen).toEqual(expected);
  }
});

test('a phone has the pages and the headings in lists that open', async ({ page, program }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${program.url}/documentation/plans`);
  await expect(navOf(page)).toHaveCount(0);
  await page.getByText('All pages').click();
  await expect(navOf(page).getByRole('link', { name: 'Plans and limits' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await navOf(page).getByRole('link', { name: 'Glossary' }).click();
  await page.waitForURL('**/documentation/glossary');
  await page.getByText('On this page').first().click();
  await page.getByRole('link', { name: 'Delivery', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Delivery', exact: true })).toBeInViewport();
});

test('axe finds nothing in what the search has found', async ({ page, program }) => {
  await page.goto(`${program.url}/documentation`);
  await searchOf(page).fill('alert');
  await expect(hitsOf(page)).toHaveCount(8);
  await expectAccessible(page);
});

// That each reads without script, and has no search then, is asked of every page (site-quality.spec.ts).
test('without script the list of pages opens and leads on', async ({ browser, program }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto(`${program.url}/documentation/glossary`);
  await expect(page.locator('[data-docs-search]')).toBeHidden();
  await page.getByText('All pages').click();
  await navOf(page).getByRole('link', { name: 'Email', exact: true }).click();
  await page.waitForURL('**/documentation/email');
  await context.close();
});

test('the search could not be loaded: it says so, and the next letter tries again', async ({
  browser,
  program,
}) => {
  // A page of its own: the browser reports the failed request as an error, which is the point here.
  const context = await browser.newContext();
  const page = await context.newPage();
  let down = true;
  await page.route('**/documentation/search.json', (route) => (down ? route.abort() : route.continue()));
  await page.goto(`${program.url}/documentation`);
  await searchOf(page).fill('ga');
  await expect(page.getByRole('status')).toHaveText(
    'The search couldn’t be loaded. Type again to try once more.',
  );
  await expect(page.locator('[data-hits]')).toContainText('The search couldn’t be loaded.');
  down = false;
  await searchOf(page).fill('gap');
  await expect(hitsOf(page).first()).toBeVisible();
  await context.close();
});
