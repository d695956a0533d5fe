import { isDrawn } from '#tests/support/drawn.ts';
import { browserOf, type Person } from '#tests/support/screens/people.ts';
import { expect, test } from './journey.ts';

/** Where a list comes page by page: its screen, what it asks, and how a row of it is found. */
type Case = { screen: string; asks: string; row: string; button?: string; person?: Person };

const OLDER = 'Show older ones';
const LISTS: readonly Case[] = [
  { screen: '/dashboard/rules', asks: '/api/v1/rules', row: 'ul[aria-label="Rules"] > li' },
  { screen: '/dashboard/instruments', asks: '/api/v1/instruments', row: '[data-row-link]' },
  { screen: '/dashboard/calendar', asks: '/api/v1/calendar', row: 'section[aria-label] li' },
  { screen: '/dashboard/documents', asks: '/api/v1/documents', row: 'td a[href*="/documents/"]' },
  { screen: '/dashboard/documents/deleted', asks: '/api/v1/documents', row: 'ul[aria-label] > li' },
  { screen: '/dashboard/feeds', asks: '/api/v1/feeds/quarantine', row: 'details', button: OLDER },
  {
    screen: '/dashboard/notifications',
    asks: '/api/v1/notifications',
    row: '[data-row-link]',
    button: OLDER,
  },
  { screen: '/dashboard/team/activity', asks: '/api/v1/team/activity', row: 'ol > li', button: OLDER },
  {
    screen: '/admin/leads',
    asks: '/api/v1/operator/leads',
    row: '[data-row-link]',
    button: OLDER,
    person: 'operator',
  },
];

test.use({ configuration: 'people' });
test.beforeAll(async ({ program }) => {
  // Two of each at least: so there is a second page.
  await program.owner.query(
    `insert into feed_quarantine (id, feed, reason, problem, sample, count, first_at, last_at)
     select gen_random_uuid(), 'simulated', 'malformed', 'it is no trade', '{}', 1, now(), now() - g * interval '1 hour'
       from generate_series(1, 3) g`,
  );
  await program.owner.query(
    `insert into documents
     select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid()))).* from documents d
      where deleted_at is not null`,
  );
});

// All of them page by the same hook: a run looks at a third of them.
for (const { screen, asks, row, button = 'Show more', person = 'full' } of LISTS.filter(({ screen }) =>
  isDrawn(`${screen} more`, 3),
))
  test(`${screen}: a further page that does not come is told, what is there stays, and a press brings it`, async ({
    browser,
    program,
  }) => {
    // A page of its own: the failure stands in the browser's console, which fails every other page.
    const context = await browser.newContext({ storageState: await browserOf(program, person) });
    const page = await context.newPage();
    // Nothing asks again by itself: only the button does.
    await page.route('**/api/v1/stream', (route) => route.abort());
    // It is tried again twice, seconds later, before it counts as failed.
    await page.clock.install();
    let isFailing = true;
    // One row to a page, and whatever comes after the first fails.
    await page.route(
      ({ pathname }) => pathname === asks,
      async (route) => {
        const url = new URL(route.request().url());
        url.searchParams.set('limit', '1');
        if (isFailing && url.searchParams.has('cursor')) await route.fulfill({ status: 500, body: '' });
        else await route.continue({ url: url.href });
      },
    );
    await page.goto(program.url + screen);
    const main = page.getByRole('main');
    const rows = main.locator(row);
    await expect(rows).toHaveCount(1);
    const more = main.getByRole('button', { name: button, exact: true });
    await more.click();
    await expect(async () => {
      await page.clock.runFor(1_000);
      await expect(main.getByRole('alert')).toHaveText(/^More couldn’t be loaded\. ./, { timeout: 100 });
    }).toPass({ intervals: [0] });
    await expect(rows).toHaveCount(1);
    isFailing = false;
    await more.click();
    await expect(rows).not.toHaveCount(1);
    await expect(main.getByRole('alert')).toHaveCount(0);
    await context.close();
  });

test('a further page that a live hint breaks off on its way comes all the same', async ({
  browser,
  program,
}) => {
  const context = await browser.newContext({ storageState: await browserOf(program, 'full') });
  const page = await context.newPage();
  const connected = Promise.withResolvers<void>();
  const askedAnew = Promise.withResolvers<void>();
  await page.route('**/api/v1/stream', async (route) => {
    await connected.promise;
    await route.continue();
  });
  let isBrokenOff = false;
  await page.route(
    ({ pathname }) => pathname === '/api/v1/instruments',
    async (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set('limit', '1');
      if (!url.searchParams.has('cursor')) {
        if (isBrokenOff) askedAnew.resolve();
      } else if (!isBrokenOff) {
        isBrokenOff = true;
        // A new connection is told that anything may have changed.
        connected.resolve();
        await askedAnew.promise;
      }
      // The one that was broken off is no more.
      await route.continue({ url: url.href }).catch(() => undefined);
    },
  );
  await page.goto(`${program.url}/dashboard/instruments`);
  const rows = page.getByRole('main').locator('[data-row-link]');
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows).toHaveCount(2);
  await context.close();
});
