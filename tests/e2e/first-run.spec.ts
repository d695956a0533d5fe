import { confirmEmail } from '#tests/support/confirm-email.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { expect, test } from './journey.ts';
import { entered } from './signed-in.ts';

test('first steps guide a new workspace, and can be hidden', async ({ page, program }) => {
  await entered(page, program, { email: 'steps@desk.example' });
  const steps = page.getByRole('region', { name: 'First steps' });
  const current = steps.locator('[aria-current="step"]');
  await expect(current).toContainText('Confirm your address');
  await expect(current.getByRole('button', { name: 'Send the email again' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Email confirmation' })).toHaveCount(0);
  await expectAccessible(page);

  await confirmEmail(program.owner, 'steps@desk.example');
  await page.reload();
  await expect(current).toContainText('Start a first trial run');
  await page.getByRole('button', { name: 'Start Trial Run' }).click();
  await expect(current).toContainText('Look at the alert');
  await expect(steps.getByText('Done:')).toHaveCount(2);
  await page
    .getByRole('row', { name: /S&P 500/ })
    .getByRole('link')
    .click();
  await expect(page.getByRole('heading', { name: 'Deliveries' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Recent alerts' })).toBeVisible();
  // Either all are done, or a later one is open.
  await expect(current.filter({ hasText: 'Look at the alert' })).toHaveCount(0);
});

test('hidden steps stay hidden, and the reminder of the address comes back', async ({ page, program }) => {
  await entered(page, program, { email: 'hidden@desk.example' });
  const steps = page.getByRole('region', { name: 'First steps' });
  await steps.getByRole('button', { name: 'Hide the first steps' }).click();
  await expect(steps).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Email confirmation' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(steps).toBeVisible();
  const kept = page.waitForResponse(
    (answer) => answer.url().endsWith('/first-run') && answer.status() === 204,
  );
  await steps.getByRole('button', { name: 'Hide the first steps' }).click();
  await kept;
  await page.reload();
  await expect(page.getByRole('region', { name: 'Email confirmation' })).toBeVisible();
  await expect(steps).toHaveCount(0);
});
