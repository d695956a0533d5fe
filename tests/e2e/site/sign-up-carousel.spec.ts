import { expect, siteTest as test } from '../journey.ts';

test('the quotes beside the sign-up form turn by keys, dots and a finger, and never by themselves', async ({
  page,
  program,
}) => {
  await page.clock.install();
  await page.goto(`${program.url}/signup`);
  const carousel = page.getByRole('region', { name: 'What our clients say' });
  const dots = carousel.getByRole('button', { name: /^Show what / });
  const shown = carousel.locator('figcaption:visible');
  const current = carousel.locator('button[aria-current="true"]');
  await carousel.scrollIntoViewIfNeeded();
  await expect(dots).toHaveCount(3);
  const expectShown = async (name: string) => {
    await expect(shown).toContainText(name);
    await expect(current).toHaveAccessibleName(`Show what ${name} says`);
  };
  await expectShown('Mara Lindqvist');
  // Two minutes of the page's clock.
  await page.clock.runFor(120_000);
  await expectShown('Mara Lindqvist');

  await carousel.getByRole('button', { name: 'Next quote' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expectShown('Priya Raman');
  await page.keyboard.press('ArrowRight');
  await expectShown('Mara Lindqvist');
  await page.keyboard.press('ArrowRight');
  await expectShown('Theo Anastasiou');
  await dots.nth(2).click();
  await expectShown('Priya Raman');
  await carousel.getByRole('button', { name: 'Next quote' }).click();
  await expectShown('Mara Lindqvist');
  await carousel.getByRole('button', { name: 'Previous quote' }).click();
  await expectShown('Priya Raman');

  const box = (await carousel.locator('blockquote').last().boundingBox())!;
  const touch = await page.context().newCDPSession(page);
  const swipe = async (dx: number, dy = 0) => {
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const at = (share: number) => [{ x: x + dx * share, y: y + dy * share }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
    for (const share of [0.25, 0.5, 0.75, 1]) {
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(share) });
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await swipe(-120);
  await expectShown('Mara Lindqvist');
  await swipe(120);
  await expectShown('Priya Raman');
  await swipe(-20);
  await expectShown('Priya Raman');
});
