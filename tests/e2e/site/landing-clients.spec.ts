import type { Page } from '@playwright/test';
import { expect, siteTest as test } from '../journey.ts';

const clients = (page: Page) => page.getByRole('region', { name: 'What our clients say' });
const NAMES = ['Henrik Dahl', 'Nadia Belkacem', 'Tom Okafor', 'Inês Carvalho'];

async function expectShown(page: Page, name: string): Promise<void> {
  await expect(clients(page).getByRole('figure')).toHaveCount(1);
  await expect(clients(page).getByRole('figure')).toContainText(name);
  await expect(clients(page).getByRole('button', { name: `Show what ${name} says` })).toHaveAttribute(
    'aria-current',
    'true',
  );
}

/** Scrolls there and waits until it answers. */
async function open(page: Page, url: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(url, { waitUntil: 'networkidle' });
  await clients(page).scrollIntoViewIfNeeded();
  await expect(page.locator('[data-carousel="live"]')).toHaveCount(1);
  await expectShown(page, NAMES[0]!);
}

test('next and previous go round at both ends, and each dot jumps to its quote', async ({
  page,
  program,
}) => {
  await open(page, program.url);
  const next = clients(page).getByRole('button', { name: 'Next quote' });
  const previous = clients(page).getByRole('button', { name: 'Previous quote' });
  for (const name of [...NAMES.slice(1), NAMES[0]!]) {
    await next.click();
    await expectShown(page, name);
  }
  await previous.click();
  await expectShown(page, NAMES[3]!);
  for (const name of NAMES) {
    await clients(page)
      .getByRole('button', { name: `Show what ${name} says` })
      .click();
    await expectShown(page, name);
  }
  // No picture: the first letter of the name.
  await expect(clients(page).getByRole('figure').getByText('I', { exact: true })).toBeVisible();
});

test('arrow keys turn it', async ({ page, program }) => {
  await open(page, program.url);
  await clients(page).getByRole('button', { name: 'Next quote' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expectShown(page, NAMES[3]!);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expectShown(page, NAMES[1]!);
});

test('a finger turns it, a mouse does not', async ({ page, program }) => {
  await open(page, program.url);
  const swipe = (by: number, pointerType: string) =>
    clients(page)
      .getByRole('figure')
      .evaluate(
        (figure, { by, pointerType }) => {
          const at = (type: string, clientX: number) =>
            figure.dispatchEvent(
              new PointerEvent(type, { clientX, clientY: 50, pointerType, bubbles: true }),
            );
          at('pointerdown', 200);
          at('pointerup', 200 + by);
        },
        { by, pointerType },
      );
  await swipe(-60, 'touch');
  await expectShown(page, NAMES[1]!);
  await swipe(60, 'touch');
  await swipe(60, 'touch');
  await expectShown(page, NAMES[3]!);
  await swipe(-60, 'mouse');
  await swipe(-30, 'touch');
  await expectShown(page, NAMES[3]!);
});

test('it never moves by itself', async ({ page, program }) => {
  await page.clock.install();
  await open(page, program.url);
  await page.clock.runFor(120_000);
  await expectShown(page, NAMES[0]!);
});

test('a picture that cannot be had leaves the first letter of the name', async ({ page, program }) => {
  await page.route(program.url + '/', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const pictured = html.replace(
      /(<figcaption[^>]*><span[^>]*>)H/,
      '$1H<img src="/people/nobody.webp" alt="" class="absolute inset-0 size-full bg-raised">',
    );
    expect(pictured).not.toBe(html);
    await route.fulfill({ response, body: pictured });
  });
  const asked = page.waitForRequest('**/people/nobody.webp');
  await page.route('**/people/nobody.webp', (route) =>
    route.fulfill({ contentType: 'image/webp', body: 'no picture' }),
  );
  await open(page, program.url + '/');
  await asked;
  await expect(clients(page).locator('img')).toHaveCount(0);
});
