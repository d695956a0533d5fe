import { expectAccessible } from '#tests/support/axe.ts';
import { expectFits } from '#tests/support/fits.ts';
import { expect, test } from './journey.ts';
import { signedIn } from './signed-in.ts';

test('a brand gets its colors and a logo, with an alert beside it, and is archived', async ({
  page,
  program,
}) => {
  await signedIn(page, program, { email: 'brands@journey.example' });
  await page.goto(`${program.url}/dashboard/brands`);
  await page.getByRole('button', { name: 'New brand' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Harbor Crypto');
  await page.getByLabel('Header color', { exact: true }).fill('#3b2f63');
  await page.getByLabel('Accent color', { exact: true }).fill('#ffd400');
  await expect(page.getByText(/need 3:1\. We draw them in #/)).toBeVisible();
  await page.getByRole('button', { name: 'Create brand' }).click();
  const logo = page.getByLabel('Logo', { exact: true });
  await logo.setInputFiles('tests/support/files/logo.png');
  await expect(page.getByRole('img', { name: 'Logo of Harbor Crypto' })).toBeVisible();
  const preview = page.frameLocator('iframe[title="Preview of Harbor Crypto"]');
  await expect(preview.getByRole('img', { name: 'Harbor Crypto' })).toBeVisible();
  await expect(preview.getByRole('img', { name: /chart of S&P 500/i })).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Archive Harbor Crypto' }).click();
  await expect(page.getByRole('button', { name: 'Restore Harbor Crypto' })).toBeVisible();
});
