import { expectAccessible } from '#tests/support/axe.ts';
import { expect, siteTest as test } from '../journey.ts';
import { readPage, wordsOf } from './read.ts';

/** The static pages: the heading of each, and what must stand there to the letter. */
const PAGES: { path: string; heading: string; texts: string[] }[] = [
  {
    path: '/about',
    heading: 'Markets move without asking who is at the desk.',
    texts: ['Our story', 'Our vision', 'Our commitment', 'Get Started'],
  },
  {
    path: '/integrations',
    heading: 'Where an alert can go',
    texts: ['Email Platforms', 'Messaging Apps', 'Social Media', 'Trading Platforms', 'Learn More', 'Pro+'],
  },
  {
    path: '/guide',
    heading: 'Five steps to alerts you can stand behind',
    texts: [
      'Set your triggers',
      'Design your templates',
      'Choose your channels',
      'Set up approval workflows',
      'Launch and monitor',
      'FAQ',
      'Contact Us',
      'See Integrations',
    ],
  },
  {
    path: '/faq',
    heading: 'Frequently asked questions',
    texts: ['Price and trial', 'How long does setup take?'],
  },
  {
    path: '/help',
    heading: 'Help',
    texts: [
      'Monday to Friday, 9am to 6pm ET',
      'I didn’t get the confirmation email',
      'I lost my authenticator app',
      'Use a recovery code',
      'An alert wasn’t sent',
    ],
  },
  {
    path: '/careers',
    heading: 'Careers',
    texts: ['Open positions', 'There are no open positions now.', 'Write to Us'],
  },
  { path: '/press', heading: 'Bellwire in print', texts: ['Facts', 'To quote', 'The mark', 'Bellwire Ltd'] },
  {
    path: '/sitemap',
    heading: 'Sitemap',
    texts: ['Main Pages', 'Product', 'Company', 'Legal', 'Support', '/careers', '/press', '/faq', '/help'],
  },
  { path: '/privacy', heading: 'Privacy Policy', texts: ['Last updated April 5, 2025'] },
  {
    path: '/terms',
    heading: 'Terms of Service',
    texts: [
      'Last updated April 5, 2025',
      'AI content is informational only',
      'Fees are non-refundable except as required by law.',
      'The law of Cyprus governs',
    ],
  },
];

// How each looks and fits, folded open too, is asked of every page (site-quality.spec.ts).
for (const { path, heading, texts } of PAGES)
  test(`${path} says what it must without script, in a title of its own`, async ({ request, program }) => {
    const html = await readPage({ request, program }, path);
    expect(html.querySelectorAll('h1').map(wordsOf)).toEqual([heading]);
    const words = wordsOf(html.querySelector('main'));
    for (const text of texts) expect(words).toContain(text);
    expect(wordsOf(html.querySelector('title'))).toMatch(/^.+ · Bellwire$/);
    const description = html.querySelector('meta[name="description"]')?.getAttribute('content');
    expect(description?.length).toBeGreaterThan(40);
    expect(description?.length).toBeLessThan(200);
  });

test('answers unfold without script', async ({ browser, program }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of ['/faq', '/guide']) {
    await page.goto(`${program.url}${path}`);
    const answer = page.getByText('Setup takes 1-2 weeks (2-3 days for simple cases).');
    await expect(answer).toBeHidden();
    await page.getByText('How long does setup take?').click();
    await expect(answer).toBeVisible();
  }
  await context.close();
});

test('a link to an answer opens it, and search engines can read them all', async ({ page, program }) => {
  await page.goto(`${program.url}/faq#trial`);
  await expect(page.getByText('Sign-up gives you a free trial account of 14 days')).toBeVisible();
  const schemas = await page.locator('script[type="application/ld+json"]').allTextContents();
  const faq = schemas.map((text) => JSON.parse(text)).find((each) => each['@type'] === 'FAQPage');
  expect(faq.mainEntity).toHaveLength(await page.locator('main details').count());
  const [first] = faq.mainEntity;
  expect(first.name).toBe('How long does setup take?');
  expect(first.acceptedAnswer.text).toContain('Setup takes 1-2 weeks (2-3 days for simple cases).');
});

test('Learn More opens the category’s page in the documentation, and custom integrations lead to contact', async ({
  page,
  program,
}) => {
  await page.goto(`${program.url}/integrations`);
  const more = page.getByRole('link', { name: /^Learn More/ });
  expect(await more.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/documentation/email',
    '/documentation/messaging',
    '/documentation/social',
    '/documentation/trading-platforms',
  ]);
  await expect(page.getByRole('link', { name: 'Contact Us for custom integrations' })).toHaveAttribute(
    'href',
    '/contact',
  );
  await expect(page.locator('#trading-platforms')).toContainText('White-label');
});

test('the guide counts its examples from the record, and leads to contact and integrations', async ({
  page,
  program,
}) => {
  await page.goto(`${program.url}/guide`);
  // Counted with another program from the same closes.
  const triggers = page.getByRole('region', { name: 'Alerts by threshold' });
  await expect(triggers.getByRole('row', { name: /^2%/ })).toHaveText(
    /2%\s*422\s*20\.8\s*18\s\(Mar\s2020\)\s*680/,
  );
  const after = page.getByRole('region', { name: 'After falls of 3% or more' });
  await expect(after.getByRole('row', { name: /^Next session/ })).toContainText('47 of 83');
  await expect(page.locator('main')).toContainText('S&P 500 falls 11.98% in one session');
  const links = page.locator('main');
  await expect(links.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact');
  await expect(links.getByRole('link', { name: 'See Integrations' })).toHaveAttribute(
    'href',
    '/integrations',
  );
  await page.getByRole('link', { name: 'Next: Design your templates' }).click();
  await expect(page.getByRole('heading', { name: 'Design your templates' })).toBeInViewport();
});

test('Get Started on /about leads to the intake form', async ({ page, program }) => {
  await page.goto(`${program.url}/about`);
  await expect(page.locator('main').getByRole('link', { name: 'Get Started' })).toHaveAttribute(
    'href',
    '/#intake',
  );
});

test('the marks can be downloaded', async ({ page, program }) => {
  await page.goto(`${program.url}/press`);
  const links = page.locator('main a[download]');
  await expect(links).toHaveCount(3);
  const [download] = await Promise.all([page.waitForEvent('download'), links.first().click()]);
  expect(download.suggestedFilename()).toBe('bellwire-mark-day.svg');
});

test('an address that is no page says so, is logged, and names what was likely meant', async ({
  browser,
  program,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const answer = await page.goto(`${program.url}/integratons`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
  await expect.poll(() => said.join('\n')).toContain('Page not found: /integratons');
  const meant = page.getByText('Did you mean');
  await expect(meant.getByRole('link', { name: '/integrations' })).toHaveAttribute('href', '/integrations');
  await expectAccessible(page);

  await page.goto(`${program.url}/something/else/entirely`);
  await expect(meant).toBeHidden();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(`${program.url}/`);
  await context.close();
});
