import { expectAccessible } from '#tests/support/axe.ts';
import { expectFits } from '#tests/support/fits.ts';
import { expect, test } from './journey.ts';
import { signedIn } from './signed-in.ts';

test('a brand is set up with an alert beside it, saved, taken back, and archived', async ({
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
  const mark =
    '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><circle cx="40" cy="20" r="18" fill="#3b2f63"/></svg>';
  await page
    .getByLabel('Logo', { exact: true })
    .setInputFiles({ name: 'mark.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(mark) });
  await expect(page.getByText('almost the same color as the header')).toBeVisible();
  await page.getByLabel('Logo', { exact: true }).setInputFiles('tests/support/files/logo.png');
  await expect(page.getByText('almost the same color as the header')).toHaveCount(0);
  await expect(page.getByRole('img', { name: 'Logo of Harbor Crypto' })).toBeVisible();
  const preview = page.frameLocator('iframe[title="Preview of Harbor Crypto"]');
  await expect(preview.getByRole('img', { name: 'Harbor Crypto' })).toBeVisible();
  await expect(preview.getByRole('img', { name: /chart of S&P 500/i })).toBeVisible();
  await page.getByLabel('Channel', { exact: true }).selectOption('X (Twitter)');
  const card = page.getByRole('figure', { name: 'Preview of Harbor Crypto' }).getByRole('img');
  await expect(card).toHaveAttribute('alt', /S&P 500/);
  await expect.poll(() => card.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1200);
  await expectFits(page);
  await page.getByLabel('Channel', { exact: true }).selectOption('Email');
  await page.getByLabel('Round').check();
  await page.getByRole('button', { name: 'Add disclaimer' }).click();
  await page.getByRole('button', { name: 'Create brand' }).click();
  await expect(page.getByText('Enter the disclaimer’s text.')).toBeVisible();
  await page.getByLabel('Text', { exact: true }).fill('Capital at risk.');
  await expect(preview.getByText('Capital at risk.')).toBeVisible();
  await page.getByRole('button', { name: 'Add country rule' }).click();
  await page.getByLabel('Recipient’s country').selectOption('Germany');
  await page.getByLabel('Action').selectOption('Add a disclosure');
  await page.getByRole('button', { name: 'Create brand' }).click();
  await expect(page.getByText('Enter the disclosure’s text.')).toBeVisible();
  await page.getByLabel('Disclosure', { exact: true }).fill('Keine Anlageberatung.');
  await page.getByLabel('Countries of public posts').fill('us, gb');
  await page.getByLabel('Separators').selectOption("1'234.56");
  await page.getByLabel('Dates', { exact: true }).selectOption('2020-03-16');
  await expect(page.getByText("1'234.56 · +3.20% · -0.85% · 2020-03-16")).toBeVisible();
  await expect(preview.getByText("2'386.13").last()).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole('button', { name: 'Create brand' }).click();
  await expect(page.getByRole('heading', { name: 'Harbor Crypto' })).toBeVisible();
  await expect(page.getByLabel('Countries of public posts')).toHaveValue('US, GB');
  await expect(page.getByLabel('Disclosure', { exact: true })).toHaveValue('Keine Anlageberatung.');
  await expect(page.getByLabel('Separators')).toHaveValue('apostrophe_point');
  await page.getByLabel('Website', { exact: true }).fill('harbor.example');
  await page.getByRole('button', { name: 'Save brand' }).click();
  await expect(page.getByLabel('Website', { exact: true })).toHaveValue('https://harbor.example/');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Website', { exact: true })).toHaveValue('');
  await page.getByLabel('Domain', { exact: true }).fill('alerts.harbor.example:443');
  await page.getByRole('button', { name: 'Add domain' }).click();
  await expect(page.getByText('without a path or a port.')).toBeVisible();
  await program.owner.query(
    `update subscriptions set plan_id = 'enterprise'
      where workspace_id = (select workspace_id from brands where name = 'Harbor Crypto')`,
  );
  await page.getByLabel('Domain', { exact: true }).fill('alerts.harbor.example');
  await page.getByRole('button', { name: 'Add domain' }).click();
  await expect(page.getByText('TXT _bellwire.alerts.harbor.example')).toBeVisible();
  await expectAccessible(page);

  // Symbols that are never sent, and some that are always reviewed.
  const add = page.getByRole('form', { name: 'Add symbols' });
  await add.getByLabel('Symbols').fill('aapl\n?\nMSFT');
  await add.getByRole('button', { name: 'Add symbols' }).click();
  await expect(add.getByText('Line 1: Give a reason.')).toBeVisible();
  await add.getByLabel('Reason').fill('Advisory mandate');
  await add.getByRole('button', { name: 'Add symbols' }).click();
  await expect(add.getByRole('alert')).toContainText('Line 2: “?” isn’t a symbol.');
  await add.getByLabel('Symbols').fill('aapl\nMSFT,Holds a stake,2030-01-01');
  await add.getByRole('button', { name: 'Add symbols' }).click();
  const restricted = page.getByRole('list', { name: 'Restricted' });
  await expect(restricted).toContainText('Holds a stake');
  await page.getByRole('button', { name: 'Remove AAPL from Restricted' }).click();
  await expect(restricted.getByRole('listitem')).toHaveCount(1);
  await page.getByText('History', { exact: true }).click();
  await expect(page.getByRole('list', { name: 'History of the lists' })).toContainText('AAPL restricted');
  await expectAccessible(page);
  await expectFits(page);
  await program.owner.query(`update brands set languages = '{en,de}' where name = 'Harbor Crypto'`);
  await page.goto(`${program.url}/dashboard/templates/standard`);
  await page.getByLabel('Brand', { exact: true }).selectOption('Harbor Crypto');
  await page.getByLabel('Language', { exact: true }).selectOption('German');
  const ofTemplate = page.frameLocator('iframe[title="Preview of Email"]');
  await expect(ofTemplate.locator('html[lang="de"]').getByText('Capital at risk.')).toBeVisible();
  await page.getByLabel('Add a block').selectOption('Text');
  await page.getByLabel('Text', { exact: true }).fill('Good morning');
  await page.getByLabel(/^Language of Text, block/).selectOption('German');
  await page.getByLabel('Text in German').fill('Guten Morgen');
  await expect(ofTemplate.getByText('Guten Morgen', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole('button', { name: 'Save template' }).click();
  await expect(page.getByRole('heading', { name: 'Versions' })).toBeVisible();
  await page.getByRole('link', { name: 'Brands', exact: true }).last().click();
  await expect(page.getByText(/Round corners · English, German · 1 disclaimer/)).toBeVisible();
  await page.getByRole('button', { name: 'Archive Harbor Crypto' }).click();
  await expect(page.getByRole('button', { name: 'Restore Harbor Crypto' })).toBeVisible();
});
