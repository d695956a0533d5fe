import { expect, siteTest as test } from '../journey.ts';

test('a visitor’s name and color are in every preview, and a link leads back to them', async ({
  page,
  program,
}) => {
  const asked: string[] = [];
  await page.goto(`${program.url}/#your-brand`);
  const section = page.locator('#your-brand');
  await section.getByLabel('Brand name').focus();
  await expect(section).toHaveAttribute('data-live', '');
  page.on('request', (request) => asked.push(request.url()));
  const email = section.getByRole('group', { name: 'The alert in Email' });
  await expect(email).toContainText('Northgate Markets');
  await expect(email).toContainText('S&P 500 falls 11.98% in one session');

  await section.getByLabel('Brand name').fill('Élan <Desk>');
  await section.getByRole('radio', { name: 'Amber' }).check();
  await section.getByRole('radio', { name: /^Apple/ }).check();
  await expect(email).toContainText('Élan <Desk>');
  await expect(email).toContainText('Apple opens 8.28% higher');
  // What is written on amber is black.
  await expect(section).toHaveAttribute('style', /--brand: ?#e0a100; ?--on-brand: ?#000000/);
  await section.getByRole('radio', { name: 'Slack preview' }).check();
  await expect(email).toBeHidden();
  const slack = section.getByRole('group', { name: 'The alert in Slack' });
  await expect(slack).toContainText('Élan <Desk>');

  await section.getByRole('button', { name: 'Copy link' }).click();
  await expect(page).toHaveURL(
    /#your-brand\?name=%C3%89lan\+%3CDesk%3E&color=e0a100&event=.*&channel=slack$/,
  );
  // Scripts of sections near it may still come; nothing else is asked for, and no address has anything to say.
  const others = asked.filter((url) => !/\/_assets\/[\w.-]+\.js$/.test(url));
  expect(others, 'nothing of it is sent').toEqual([]);

  await page.reload();
  await expect(slack).toContainText('Élan <Desk>');
  await expect(slack).toContainText('Apple opens 8.28% higher');
  await expect(section.getByLabel('Brand name')).toHaveValue('Élan <Desk>');
  await expect(section.getByRole('radio', { name: 'Amber' })).toBeChecked();
  await expect(section).toBeInViewport();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  test('the previews of a brand can be chosen, and nothing is offered that needs one', async ({
    page,
    program,
  }) => {
    await page.goto(program.url);
    const section = page.locator('#your-brand');
    await expect(section.getByRole('group', { name: 'The alert in Email' })).toBeVisible();
    await section.getByRole('radio', { name: 'Telegram preview' }).check();
    await expect(section.getByRole('group', { name: 'The alert in Telegram' })).toBeVisible();
    await expect(section.getByRole('group', { name: 'The alert in Email' })).toBeHidden();
    await expect(section.getByLabel('Brand name')).toBeHidden();
  });
});
