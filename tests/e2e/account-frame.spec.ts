import { weighFirstView } from '#tests/support/first-view.ts';
import { expect, test } from './journey.ts';
import { entered } from './signed-in.ts';

// Each screen costs about 0.4 kB here: its menu entry, its icon and the names of its chunks.
const BUDGET = 155_000;

test('a cold Home is drawn with 155 kB of script', async ({ page, program }) => {
  await entered(page, program, { name: 'Vera Rubin', email: 'vera@rotation.example' });
  await expect(page.getByRole('heading', { name: 'Recent alerts' })).toBeVisible();
  const browser = page.context().browser();
  const cold = await browser!.newContext({ storageState: await page.context().storageState() });
  const { before, after } = await weighFirstView(cold, program.url);
  await cold.close();
  const total = before.reduce((sum, { bytes }) => sum + bytes, 0);
  const list = before.map(({ url, bytes }) => `${bytes} ${url}`).join('\n');
  expect(before.length, list).toBeGreaterThan(5);
  expect(total, list).toBeLessThanOrEqual(BUDGET);
  test
    .info()
    .annotations.push({ type: 'first load', description: `${total} bytes in ${before.length} files` });
  // The auth client is among what came later: nothing of this is a promise that is kept by loading nothing.
  expect(Math.max(...after.map(({ bytes }) => bytes))).toBeGreaterThan(15_000);
});

test('a session that was ended elsewhere meanwhile is found out, and the page is left', async ({
  page,
  program,
  browser,
}) => {
  const email = 'jocelyn@pulsar.example';
  await entered(page, program, { name: 'Jocelyn Bell', email });
  const state = await page.context().storageState();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL(`${program.url}/`);

  const context = await browser.newContext({ storageState: state });
  const elsewhere = await context.newPage();
  await elsewhere.goto(`${program.url}/dashboard`);
  await elsewhere.waitForURL(`${program.url}/`);
  await expect(
    elsewhere.getByText('Your session has ended. Please sign in again.', { exact: true }),
  ).toBeVisible();
  expect(await elsewhere.evaluate(() => localStorage.getItem('bellwire.auth'))).toBeNull();

  // One that has run out as well: what is asked for is the sign-in, and it says why.
  const kept = state.origins
    .flatMap(({ localStorage }) => localStorage)
    .find(({ name }) => name === 'bellwire.auth');
  await elsewhere.evaluate(
    (session) =>
      localStorage.setItem('bellwire.auth', JSON.stringify({ ...JSON.parse(session), expires_at: 1 })),
    kept?.value ?? '',
  );
  await elsewhere.goto(`${program.url}/dashboard/rules`);
  await expect(elsewhere).toHaveURL(/\/signin\?next=/);
  await expect(
    elsewhere.getByText('Your session has ended. Please sign in again.', { exact: true }),
  ).toBeVisible();
  await context.close();
});

test('a token that has run out is renewed before anything is shown', async ({ page, program }) => {
  await entered(page, program, { name: 'Cecilia Payne', email: 'cecilia@stellar.example' });
  const before = await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('bellwire.auth') ?? '{}');
    localStorage.setItem('bellwire.auth', JSON.stringify({ ...kept, expires_at: 1 }));
    return String(kept.access_token);
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Welcome, Cecilia' })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('bellwire.auth') ?? '{}').access_token))
    .not.toBe(before);
});

test('signing out at once works, before the client has come by itself', async ({ page, program }) => {
  await entered(page, program, { name: 'Annie Cannon', email: 'annie@spectra.example' });
  await page.reload();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL(`${program.url}/`);
  await expect(page.getByText("You've been successfully signed out.", { exact: true })).toBeVisible();
  await page.goto(`${program.url}/dashboard/alerts?state=sent#list`);
  await expect(page).toHaveURL(/\/signin\?next=/);
});

test('going back, one is where one was; another screen begins at its top; a load of the page stays', async ({
  page,
  program,
}) => {
  await page.setViewportSize({ width: 900, height: 400 });
  await entered(page, program, { name: 'Henrietta Leavitt', email: 'henrietta@cepheid.example' });
  const at = () => page.evaluate(() => Math.round(scrollY));
  const link = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
  await link('Plans').click();
  await expect(page.getByRole('heading', { name: 'Professional' })).toBeVisible();
  await page.evaluate(() => scrollTo(0, 300));
  await expect.poll(at).toBe(300);
  // Without the pointer: Playwright moves the page where a toast lies over what it wants to press.
  await link('Settings').dispatchEvent('click');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  expect(await at()).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Professional' })).toBeVisible();
  await expect.poll(at).toBe(300);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Professional' })).toBeVisible();
  await expect.poll(at).toBe(300);
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await expect.poll(at).toBe(0);
});

test('a screen whose file cannot be had says so in its place; the others are there, and a load of the page helps', async ({
  program,
  browser,
  page: signedUp,
}) => {
  await entered(signedUp, program, { name: 'Maria Mitchell', email: 'maria@comet.example' });
  const state = await signedUp.context().storageState();
  const context = await browser.newContext({ storageState: state });
  const page = await context.newPage();
  await page.goto(`${program.url}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Welcome, Maria' })).toBeVisible();
  const files = /\/_assets\/(team|activity|members)[^/]*\.js$/;
  await page.route(files, (route) => route.abort());
  await page.getByRole('link', { name: 'Team', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'This page couldn’t be shown' })).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Welcome, Maria' })).toBeVisible();
  await page.getByRole('link', { name: 'Team', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'This page couldn’t be shown' })).toBeVisible();
  await page.unroute(files);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible();
  await context.close();
});
