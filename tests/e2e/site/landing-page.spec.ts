import { gzipSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/support/axe.ts';
import { expectFits } from '#tests/support/fits.ts';
import { openIntake, submit } from '../intake-fill.ts';
import { expect, siteTest as test } from '../journey.ts';

const top = async (locator: Locator): Promise<number> => (await locator.boundingBox())?.y ?? Number.NaN;
const scrolled = (page: Page): Promise<number> => page.evaluate(() => window.scrollY);

/** The section begins right under the header that stays: not above it, where it would be covered. */
async function expectArrived(page: Page, id: string): Promise<void> {
  const header = await page.locator('header').first().boundingBox();
  const under = header!.y + header!.height;
  // Fonts that come on the way move it: it's put right when the move has ended.
  await expect
    .poll(async () => {
      const at = await top(page.locator(`#${id}`));
      return at >= under && at < 90;
    })
    .toBe(true);
}

test.describe('where it leads', () => {
  test.beforeEach(async ({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

  test('the header: brand, three sections, About, and the intake form twice', async ({ page, program }) => {
    await page.goto(program.url);
    const nav = page.getByRole('navigation', { name: 'Main' });
    await expect(nav.getByRole('link')).toHaveText([
      'Features',
      'How It Works',
      'Pricing',
      'About',
      'Sign In',
      'Contact Us',
      'Get Started',
    ]);
    for (const [name, id] of [
      ['Features', 'features'],
      ['How It Works', 'how-it-works'],
      ['Pricing', 'pricing'],
      ['Contact Us', 'intake'],
      ['Get Started', 'intake'],
    ] as const) {
      await page.evaluate(() => window.scrollTo(0, 0));
      await nav.getByRole('link', { name }).click();
      await expect(page).toHaveURL(`${program.url}/#${id}`);
      await expectArrived(page, id);
    }
    await nav.getByRole('link', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(`${program.url}/signin`);
    await page.goto(program.url);
    await nav.getByRole('link', { name: 'About' }).click();
    await expect(page).toHaveURL(`${program.url}/about`);
  });

  test('on another page its sections lead to the landing page, and the brand as well', async ({
    page,
    program,
  }) => {
    const nav = page.getByRole('navigation', { name: 'Main' });
    for (const [name, id] of [
      ['Pricing', 'pricing'],
      ['Contact Us', 'intake'],
    ] as const) {
      await page.goto(`${program.url}/about`);
      await nav.getByRole('link', { name }).click();
      await expect(page).toHaveURL(`${program.url}/#${id}`);
      await expectArrived(page, id);
    }
    await page.goto(`${program.url}/about`);
    await page.getByRole('banner').getByRole('link', { name: 'Bellwire, home' }).click();
    await expect(page).toHaveURL(`${program.url}/`);
  });

  test('every button of the page leads to the intake form', async ({ page, program }) => {
    await page.goto(program.url);
    const buttons = page.locator('main').getByRole('link', { name: /^(Get Started|Contact Sales)$/ });
    await expect(buttons).toHaveText([
      'Get Started',
      'Get Started',
      'Get Started',
      'Contact Sales',
      'Get Started',
    ]);
    for (const button of await buttons.all()) {
      await page.evaluate(() => window.scrollTo(0, 0));
      await button.click();
      await expectArrived(page, 'intake');
    }
    await page.locator('main').getByRole('link', { name: 'How It Works' }).click();
    await expectArrived(page, 'how-it-works');
  });

  test('a signed-in visitor gets a Dashboard link, without loading the auth client', async ({
    page,
    program,
  }) => {
    await page.goto(program.url);
    await page.evaluate(() => localStorage.setItem('bellwire.auth', '{}'));
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await page.reload();
    const nav = page.getByRole('navigation', { name: 'Main' });
    await expect(nav.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard');
    await expect(nav.getByRole('link', { name: 'Get Started' })).toBeVisible();
    await expect(nav.getByRole('link', { name: 'Contact Us' })).toBeHidden();
    await expect(nav.getByRole('link', { name: 'Sign In' })).toBeHidden();
    expect(scripts.filter((url) => /auth|client/.test(url))).toEqual([]);
  });

  test('a phone has the same links behind a toggle, also by keyboard', async ({ page, program }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(program.url);
    const nav = page.getByRole('navigation', { name: 'Main' });
    await expect(nav).toBeHidden();
    // The first stop skips the header, the second is the brand.
    for (let stop = 0; stop < 3; stop++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(nav.getByRole('link')).toHaveText([
      'Features',
      'How It Works',
      'Pricing',
      'About',
      'Contact Us',
      'Sign In',
      'Get Started',
    ]);
    await expectAccessible(page, { include: 'header' });
    await page.keyboard.press('Escape');
    await expect(nav).toBeHidden();
    await page.locator('summary').first().click();
    await nav.getByRole('link', { name: 'Pricing' }).click();
    await expect(nav).toBeHidden();
    await expectArrived(page, 'pricing');
    await expectFits(page);
  });

  test('the footer: the links, the company, the year of the visit', async ({ page, program }) => {
    await page.clock.setFixedTime('2031-05-05T10:00:00Z');
    await page.goto(program.url);
    const footer = page.getByRole('contentinfo');
    const links = await footer
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    for (const path of [
      '/#features',
      '/#pricing',
      '/integrations',
      '/guide',
      '/blog',
      '/about',
      '/contact',
      '/privacy',
      '/terms',
      '/sitemap',
      'mailto:support@bellwire.example',
      'tel:+35725000000',
    ])
      expect(links).toContain(path);
    for (const name of ['Twitter', 'LinkedIn', 'Facebook']) {
      const social = footer.getByRole('link', { name: `${name} (opens in a new tab)`, exact: true });
      await expect(social).toHaveAttribute('href', /^https:\/\//);
      await expect(social).toHaveAttribute('rel', 'noopener');
    }
    await expect(footer).toContainText('Makariou III Avenue 1, 3105 Limassol, Cyprus');
    await expect(footer).toContainText('© 2031 Bellwire Ltd');
  });
});

test.describe('arriving', () => {
  test('without a hash it begins at the top, also after a reload', async ({ page, program }) => {
    await page.goto(program.url);
    await page.evaluate(() => window.scrollTo({ top: 2500, behavior: 'instant' }));
    // Sections above may only now get their real heights. The browser keeps what is in view in place, so it moves a bit.
    await expect.poll(() => scrolled(page)).toBeGreaterThan(1500);
    await page.reload();
    await expect.poll(() => scrolled(page)).toBe(0);
  });

  test('with a hash it goes there after 100 ms, at once where less motion is asked for', async ({
    page,
    program,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.clock.install({ time: '2026-01-05T10:00:00Z' });
    await page.clock.pauseAt('2026-01-05T10:00:01Z');
    await page.goto(`${program.url}/#pricing`);
    expect(await scrolled(page)).toBe(0);
    await page.clock.runFor(99);
    expect(await scrolled(page)).toBe(0);
    await page.clock.runFor(1);
    await expectArrived(page, 'pricing');
  });

  test('it moves smoothly otherwise', async ({ page, program }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto(`${program.url}/#intake`);
    await expectArrived(page, 'intake');
    const behaviour = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
    expect(await behaviour()).toBe('smooth');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await behaviour()).toBe('auto');
  });

  test('a hash that names nothing does no harm', async ({ page, program }) => {
    await page.goto(`${program.url}/#%E0%A4%A`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await scrolled(page)).toBe(0);
  });
});

test('its sections say what the specification says, to the letter', async ({ page, program }) => {
  await page.goto(program.url);
  await expect(page.getByRole('heading', { level: 2 }).locator('visible=true')).toContainText([
    'How It Works',
    'Core Features',
    'Pricing',
    'Who Uses Our Platform?',
    'What Our Clients Say',
    'Ready to Automate Your Alerts?',
    'Tell us what you send',
  ]);
  const main = page.locator('main');
  for (const text of [
    'Over 500 trading businesses have joined.',
    'Answer a few questions',
    'Get a custom alert strategy',
    'Launch with our product team',
    'Event detection',
    'AI branded content',
    'Approval workflows',
    'Fully automated',
    'Human review',
    'Smart approval',
    'Performance dashboard',
    'HTML and JSON export',
    'Mobile-friendly templates',
    'No commitment required. Just exploring options.',
  ])
    await expect(main).toContainText(text);
  await expect(page.getByRole('heading', { name: 'White-label Pro+' })).toBeVisible();
  const channels = page.getByRole('table', { name: /^Channels/ });
  await expect(channels.getByRole('rowheader', { name: 'Email', exact: true })).toBeVisible();
  // What cannot be used yet says so wherever it is named.
  for (const name of [
    'Telegram',
    'Slack',
    'Discord',
    'WhatsApp',
    'Twitter, LinkedIn, Facebook',
    'Trading platforms',
  ])
    await expect(channels.getByRole('rowheader', { name, exact: true })).toBeVisible();
  for (const [name, uses] of [
    [
      'Solo traders',
      ['1 alert a day, sent manually', 'Email distribution', 'Standard templates', 'Basic analytics'],
    ],
    [
      'Brokerage firms',
      [
        'Automated alert generation',
        'Multi-channel distribution',
        'Custom branded templates',
        'Team collaboration',
        'Advanced analytics',
      ],
    ],
    [
      'Trading platforms',
      [
        'Enterprise-level automation',
        'All channels',
        'Multiple brand management',
        'Full API integration',
        'White-labeled solution',
        'Premium support',
      ],
    ],
  ] as const) {
    const audience = page
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name, exact: true }) });
    await expect(audience.getByRole('listitem')).toHaveText([...uses]);
  }
});

test('the prices', async ({ page, program }) => {
  await page.goto(program.url);
  const pricing = page.locator('#pricing');
  for (const [name, price, features] of [
    [
      'Starter',
      /\$99\s*\/month/,
      [
        '1 brand identity',
        'Email distribution',
        'Up to 30 alerts per month',
        'Basic event detection',
        'Standard templates',
        'Not included: API access',
        'Not included: Custom templates',
      ],
    ],
    [
      'Pro',
      /\$199\s*\/month/,
      [
        'Up to 3 brand identities',
        'Email plus 1 messaging platform',
        'Up to 100 alerts per month',
        'Advanced event detection',
        'Custom templates',
        'API access',
        'Not included: Priority support',
      ],
    ],
    [
      'Enterprise',
      /Custom(?! )/,
      [
        'Unlimited brands',
        'All channels',
        'Unlimited alerts',
        'Enterprise-grade security',
        'White-labeled solution',
        'Dedicated account manager or support',
        'Custom integrations',
      ],
    ],
  ] as const) {
    const plan = pricing.getByRole('article', { name, exact: true });
    await expect(plan).toContainText(price);
    await expect(plan.getByRole('listitem')).toHaveText([...features]);
    await expect(plan.getByText('MOST POPULAR', { exact: true })).toHaveCount(name === 'Pro' ? 1 : 0);
  }
  for (const row of ['Telegram', 'Slack', 'Social Media'])
    await expect(pricing.getByRole('term').filter({ hasText: row })).toBeVisible();
  await expect(pricing.getByText('Not available yet', { exact: true })).toHaveCount(0);
  await expect(pricing.getByText('$49/mo', { exact: true })).toHaveCount(2);
  await expect(pricing.getByText('$99/mo', { exact: true })).toHaveCount(1);
  await expect(pricing.getByText('Twitter, LinkedIn, Facebook posting')).toBeVisible();
});

test('before anybody does anything it is light, and nothing of React is there', async ({ page, program }) => {
  const loaded: { url: string; type: string; size: number }[] = [];
  page.on('response', async (response) => {
    const body = await response.body().catch(() => Buffer.alloc(0));
    const type = response.request().resourceType();
    const packed = type === 'font' ? body : gzipSync(body, { level: 9 });
    loaded.push({ url: response.url(), type, size: packed.length });
  });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(program.url, { waitUntil: 'networkidle' });
  const bytes = (type?: string) =>
    loaded.filter((each) => !type || each.type === type).reduce((sum, each) => sum + each.size, 0);
  expect(loaded.filter((each) => new URL(each.url).origin !== program.url)).toEqual([]);
  expect(loaded.filter((each) => /intake|take-over|carousel|client/.test(each.url))).toEqual([]);
  expect(bytes('script'), JSON.stringify(loaded)).toBeLessThanOrEqual(10_000);
  expect(bytes(), JSON.stringify(loaded)).toBeLessThanOrEqual(150_000);
});

// As it comes it is looked at with every other page (site-quality.spec.ts).
test('its form with what is missing is accessible in both themes, on a phone and on a wide screen', async ({
  page,
  program,
}) => {
  await openIntake(page, program.url);
  await submit(page).click();
  await expect(page.getByText('Company name is required')).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessibleInBothThemes(page, { include: 'form[data-form="intake"]' });
  }
});

test('without script all is there to read', async ({ browser, program }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(program.url);
  const clients = page.getByRole('region', { name: 'What our clients say' });
  await expect(clients.getByRole('figure')).toHaveCount(4);
  for (const quote of await clients.getByRole('figure').all()) await expect(quote).toBeVisible();
  await expect(clients.getByRole('button')).toHaveCount(0);
  const form = page.locator('form[data-form="intake"]');
  await expect(form).toHaveAttribute('method', 'post');
  await expect(form).toHaveAttribute('action', '/forms/intake');
  expect(
    await form.locator('[data-field]').evaluateAll((all) => all.map((one) => one.getAttribute('data-field'))),
  ).toEqual([
    'companyName',
    'messageVolume',
    'platforms',
    'brandedEmails',
    'contactEmail',
    'consentMarketing',
  ]);
  await expect(form.getByRole('radio', { name: 'Not sure' })).toBeChecked();
  await context.close();
});
