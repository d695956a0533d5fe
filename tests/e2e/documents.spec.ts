import { confirmEmail } from '#tests/support/confirm-email.ts';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { PNG } from '#tests/support/zip.ts';
import { expect, type OwnedProgram, test } from './journey.ts';
import { openedAt, PASSWORD, signedIn } from './signed-in.ts';

const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});
const choose = (page: Page, ...files: ReturnType<typeof file>[]) =>
  page.locator('input[type=file]').setInputFiles(files);
const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Documents' }).getByRole('link', { name, exact: true });
const open = async (page: Page, program: OwnedProgram) => {
  await page.goto(`${program.url}/dashboard/documents`);
  await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible();
};

/** A page whose console nobody judges: Chromium calls every refusal of the server an error there. */
async function unwatched(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  return context.newPage();
}

test('documents are uploaded, looked at, put in order, found, shared, revoked, deleted and brought back', async ({
  page,
  browser,
  program,
}) => {
  const workspaceId = await openedAt(page, program, { email: 'files@desk.example' }, '/documents');
  await expect(page.getByRole('heading', { name: 'No documents yet' })).toBeVisible();
  await expectAccessible(page);

  // Two at once.
  await choose(page, file('prices.csv', 'day,close\n2020-03-16,2386.13\n'), file('dot.png', PNG));
  await expect(page.getByRole('heading', { name: '2 files uploaded' })).toBeVisible();
  await expect(row(page, 'prices.csv')).toBeVisible();
  await expect(row(page, 'dot.png')).toBeVisible();
  // Not the one of a toast, which is drawn.
  await page.getByRole('button', { name: 'Close' }).filter({ hasText: 'Close' }).click();

  // The picture is drawn, the text is read; both through the session, from no address that anybody could open.
  await row(page, 'dot.png').click();
  const picture = page.getByRole('img', { name: 'dot.png' });
  await expect(picture).toHaveAttribute('src', /^blob:/);
  await expect.poll(() => picture.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBe(1);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Documents', exact: true }).last().click();
  await row(page, 'prices.csv').click();
  await expect(page.getByText('2020-03-16,2386.13')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('prices.csv');
  expect(await readFile(await download.path(), 'utf8')).toContain('2386.13');

  // A folder, and the document in it.
  await page
    .getByRole('navigation', { name: 'Folders above' })
    .getByRole('link', { name: 'Documents' })
    .click();
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByRole('button', { name: 'Create folder' }).click();
  await expect(page.getByText('Type a name.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Name', { exact: true }).fill('Research');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Research')).toBeVisible();
  await page.getByRole('button', { name: 'Actions for prices.csv' }).click();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByRole('combobox', { name: 'Folder' }).selectOption({ label: 'Research' });
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
  await expect(row(page, 'prices.csv')).toBeHidden();
  await page.getByRole('button', { name: 'Actions for dot.png' }).click();
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('one dot.gif');
  await page.keyboard.press('Enter');
  // Its ending tells the truth.
  await expect(row(page, 'one dot.gif.png')).toBeVisible();

  // The keyboard: / searches, j walks, Enter opens.
  await page.keyboard.press('/');
  await page.keyboard.type('PRICE');
  await expect(row(page, 'prices.csv')).toBeVisible();
  await expect(page.getByText('in Research')).toBeVisible();
  await expect(row(page, 'one dot.gif.png')).toBeHidden();
  await page.getByRole('searchbox').fill('zebra');
  await expect(page.getByRole('heading', { name: 'No document is called that' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search', exact: true }).last().click();
  await expect(row(page, 'Research')).toBeVisible();
  await page.locator('h1').click();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Research' })).toBeVisible();
  await row(page, 'prices.csv').click();

  // Creating a link for people without an account takes a confirmed address.
  await expect(page.getByText(/^Confirm your email address first/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make link' })).toBeHidden();
  await expectAccessible(page);
  await confirmEmail(program.owner, 'files@desk.example');
  // A session is remembered for five seconds.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: 'Make link' })).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await page.getByLabel('A link for').selectOption({ label: '1 day' });
  await page.getByRole('button', { name: 'Make link' }).click();
  const address = await page.getByRole('textbox', { name: 'Address of the new link' }).inputValue();
  expect(address).toMatch(/\/shared\/[\w-]{43}$/);
  await expectAccessible(page);
  const visitor = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await visitor.goto(address);
  await expect(visitor.getByRole('heading', { level: 1, name: 'prices.csv' })).toBeVisible();
  await expectAccessible(visitor);
  const [shared] = await Promise.all([
    visitor.waitForEvent('download'),
    visitor.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(await readFile(await shared.path(), 'utf8')).toContain('2386.13');
  await expect(page.getByText(/Opened once, downloaded once/)).toBeVisible();
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No link opens this document.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Address of the new link' })).toBeHidden();
  await visitor.goto(address);
  await expect(visitor.getByRole('heading', { level: 1, name: 'This link leads nowhere' })).toBeVisible();
  await expectAccessible(visitor);

  // Deleted, and taken back.
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('prices.csv is deleted.')).toBeVisible();
  await expect(row(page, 'prices.csv')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'prices.csv')).toBeVisible();
  await expect(page.getByText('prices.csv is deleted.')).toBeHidden();

  // A folder that is not empty asks first; what was in it can be brought back.
  await page.getByRole('link', { name: 'Documents', exact: true }).last().click();
  await page.getByRole('button', { name: 'Actions for Research' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('It holds 1 document.');
  await page.getByRole('button', { name: 'Delete all of it' }).click();
  await expect(row(page, 'Research')).toBeHidden();
  await page.getByRole('link', { name: 'Deleted' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing is deleted' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the documents' }).click();
  await expect(row(page, 'prices.csv')).toBeVisible();
  await expectAccessible(page);

  const { rows } = await program.owner.query<{ action: string }>(
    `select distinct action from activity
      where workspace_id = $1 and (action like 'document.%' or action like 'folder.%') order by 1`,
    [workspaceId],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'document.deleted',
    'document.link_revoked',
    'document.moved',
    'document.renamed',
    'document.restored',
    'document.shared',
    'document.uploaded',
    'folder.created',
    'folder.deleted',
  ]);
});

test('what cannot be kept is said at its file, and goes out again when it can', async ({
  browser,
  program,
}) => {
  const page = await unwatched(browser);
  const workspaceId = await signedIn(page, program, { email: 'refused@desk.example' });
  await open(page, program);
  await choose(
    page,
    file('program.pdf', 'MZ\0\0'),
    file('film.txt', Buffer.alloc(25 * 1024 * 1024 + 1, 97)),
    file('nothing.txt', ''),
    file('good.txt', 'kept'),
  );
  const uploads = page.getByRole('region', { name: /uploaded/ });
  await expect(uploads.getByRole('listitem').filter({ hasText: 'program.pdf' })).toContainText(
    'This is none of the types that can be kept',
  );
  await expect(uploads.getByRole('listitem').filter({ hasText: 'film.txt' })).toContainText(
    'A file may have 25 MB at most.',
  );
  await expect(uploads.getByRole('listitem').filter({ hasText: 'nothing.txt' })).toContainText(
    'The file is empty.',
  );
  await expect(page.getByRole('heading', { name: '1 file uploaded, 3 not' })).toBeVisible();
  await expect(row(page, 'good.txt')).toBeVisible();
  await expectAccessible(page);

  // No room: said with the way to more.
  await program.owner.query('update document_storage set bytes = $1 where workspace_id = $2', [
    10 * 1024 ** 3,
    workspaceId,
  ]);
  await page.reload();
  await expect(page.getByText('No room is left.')).toBeVisible();
  await choose(page, file('more.txt', 'x'));
  await expect(page.getByText(/There is no room left: your plan has 10 GB/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'See the plans' }).first()).toBeVisible();
  await program.owner.query('update document_storage set bytes = 4 where workspace_id = $1', [workspaceId]);
  await page.getByRole('button', { name: 'Try more.txt again' }).click();
  await expect(row(page, 'more.txt')).toBeVisible();

  // Offline: said, and mended by itself.
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await choose(page, file('later.txt', 'x'));
  await expect(page.getByText('The server couldn’t be reached.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(row(page, 'later.txt')).toBeVisible();
  await expect(page.getByText('You are offline.')).toBeHidden();
});

test('an upload can be cancelled on its way, and leaves nothing', async ({ page, program }) => {
  await signedIn(page, program, { email: 'cancel@desk.example' });
  await open(page, program);
  // The empty list brings an own way to choose; the one above goes.
  await expect(page.getByRole('heading', { name: 'No documents yet' })).toBeVisible();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/v1/documents?name=slow.txt', async (route) => {
    await held.promise;
    await route.abort();
  });
  await choose(page, file('slow.txt', 'x'.repeat(100_000)));
  await expect(page.getByRole('progressbar', { name: 'Upload of slow.txt' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel slow.txt' }).click();
  await expect(page.getByRole('progressbar')).toBeHidden();
  held.resolve();
  await expect(page.getByRole('heading', { name: 'No documents yet' })).toBeVisible();
});

test('another member’s change is seen at once', async ({ page, browser, program }) => {
  await signedIn(page, program, { email: 'live-files@desk.example' });
  await open(page, program);
  const other = await unwatched(browser);
  await other.goto(`${program.url}/signin`);
  await other.getByLabel('Email', { exact: true }).fill('live-files@desk.example');
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await other.getByRole('button', { name: 'Sign In' }).click();
  await other.waitForURL('**/dashboard');
  await open(other, program);
  await choose(other, file('from the other.txt', 'x'));
  await expect(row(page, 'from the other.txt')).toBeVisible();
});

test('a viewer sees no buttons, and a non-member sees nothing', async ({ page, browser, program }) => {
  const workspaceId = await signedIn(page, program, { email: 'viewer@desk.example' });
  await open(page, program);
  await choose(page, file('a.txt', 'read me'));
  await expect(row(page, 'a.txt')).toBeVisible();
  await program.owner.query(`update members set role = 'viewer' where workspace_id = $1`, [workspaceId]);
  await page.reload();
  await expect(row(page, 'a.txt')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'New folder' })).toBeHidden();
  await expect(page.getByRole('button', { name: /Actions for/ })).toBeHidden();
  await row(page, 'a.txt').click();
  await expect(page.getByText('read me')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download' })).toBeVisible();
  for (const name of ['Rename', 'Move', 'Delete', 'Make link'])
    await expect(page.getByRole('button', { name })).toBeHidden();
  await expectAccessible(page);

  const stranger = await unwatched(browser);
  await signedIn(stranger, program, { email: 'stranger@desk.example' });
  await stranger.goto(page.url());
  await expect(stranger.getByRole('heading', { level: 1, name: 'There is no such document' })).toBeVisible();
  await expectAccessible(stranger);
  await open(stranger, program);
  await expect(stranger.getByRole('heading', { name: 'No documents yet' })).toBeVisible();
});

test('no file runs anything on our origin, whatever it is and however it is opened', async ({
  browser,
  program,
}) => {
  const page = await unwatched(browser);
  await signedIn(page, program, { email: 'hostile@desk.example', confirmed: true });
  await open(page, program);
  const ATTACK = 'document.documentElement.dataset.pwned = origin; window.pwned = true;';
  const hostile = [
    file(
      'drawing.svg',
      `<svg xmlns="http://www.w3.org/2000/svg" onload="${ATTACK}"><script>${ATTACK}</script></svg>`,
    ),
    file('page.html', `<!doctype html><script>${ATTACK}</script>`),
    file('picture.png', Buffer.concat([PNG, Buffer.from(`<html><script>${ATTACK}</script>`)])),
    file('table.csv', `a,b\n<script>${ATTACK}</script>,<img src=x onerror="${ATTACK}">\n`),
    file('code.js', `${ATTACK}`),
    file('paper.pdf', `%PDF-1.7\n<script>${ATTACK}</script>`),
  ];
  await choose(page, ...hostile);
  await expect(page.getByRole('heading', { name: '6 files uploaded' })).toBeVisible();

  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('bellwire.auth') ?? '{}').access_token as string,
  );
  const api = async (method: string, path: string, body?: object) =>
    (await (
      await fetch(`${program.url}/api/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
    ).json()) as { items: { id: string; name: string }[]; path: string };
  const { items } = await api('GET', '/documents');
  expect(items.map(({ name }) => name)).toEqual([
    'code.js.txt',
    'drawing.svg',
    'page.html',
    'paper.pdf',
    'picture.png',
    'table.csv',
  ]);
  for (const { id, name } of items) {
    // Looked at in the account area.
    await page.goto(`${program.url}/dashboard/documents/${id}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    if (name === 'table.csv') await expect(page.getByText('<img src=x onerror=')).toBeVisible();
    if (name === 'picture.png')
      await expect
        .poll(() => page.getByRole('img', { name }).evaluate((each: HTMLImageElement) => each.naturalWidth))
        .toBe(1);
    await expect(page.locator('iframe, object, embed')).toHaveCount(0);

    const { path } = await api('POST', `/documents/${id}/links`, { days: 1 });
    // Gone to: it is a download.
    const visitor = await (await browser.newContext()).newPage();
    const [download] = await Promise.all([
      visitor.waitForEvent('download'),
      visitor.goto(`${program.url}${path}/file`).catch(() => undefined),
    ]);
    expect(download.suggestedFilename()).toBe(name);
    await visitor.context().close();
    // Loaded by a page of ours, as a script and in a frame.
    const outcome = await page.evaluate(
      (src) =>
        new Promise<string>((resolve) => {
          const script = document.createElement('script');
          script.src = src;
          script.addEventListener('load', () => resolve('ran'));
          script.addEventListener('error', () => resolve('refused'));
          document.body.append(script);
        }),
      `${path}/file`,
    );
    expect([name, outcome]).toEqual([name, 'refused']);
    expect(await page.evaluate(() => [document.documentElement.dataset['pwned'], 'pwned' in window])).toEqual(
      [undefined, false],
    );
  }
});
