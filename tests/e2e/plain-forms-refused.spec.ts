import { expectKept, expectToast, fillIntake, form, submit } from './intake-fill.ts';
import { expect, test } from './journey.ts';

// What somebody sees when a form was posted without script and could not be taken: the intake form stands far down the
// landing page, so a notice that nobody is led to is no notice. Pages of their own: 500 is a complaint in the console.
const FAILED = 'Something went wrong! Please try again later.';

test.beforeEach(async ({ program }) => {
  await program.owner.query('alter table leads rename to leads_away');
});
test.afterEach(async ({ program }) => {
  await program.owner.query('alter table leads_away rename to leads');
});

test('the refused intake form comes back at its notice, with everything typed', async ({
  browser,
  program,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${program.url}/`);
  await fillIntake(page);
  const [answer] = await Promise.all([page.waitForResponse('**/forms/intake'), submit(page).click()]);
  expect(answer.status()).toBe(500);
  const notice = form(page).getByRole('alert');
  await expect(notice).toHaveText(FAILED);
  await expect(notice).toBeFocused();
  await expect(notice).toBeInViewport({ ratio: 1 });
  await expectKept(page);
  await context.close();
});

test('with script that comes late the form is seen as well, and the toast says it', async ({
  browser,
  program,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  let posted = false;
  page.on('request', (request) => {
    if (request.method() === 'POST') posted = true;
  });
  await page.route('**/_assets/take-over*', (route) => (posted ? route.continue() : route.abort()));
  await page.goto(`${program.url}/`);
  await fillIntake(page);
  await submit(page).click();
  await expect(page).toHaveURL(/\/forms\/intake$/);
  await expectToast(page, 'Something went wrong!', 'Please try again later.');
  await expect(page.getByLabel('Company name')).toBeInViewport();
  await expectKept(page);
  await context.close();
});
