/**
 * What a cold /dashboard loads, and how fast its screens follow one another: the real program with a thousand alerts,
 * in a real browser on loopback. Prints every script that Home is drawn with and its bytes gzipped (as the server would
 * send it to who takes no brotli), their sum beside the goal, what comes behind the first view, and the median time from
 * a click in the menu to the screen with its data. Ends with 1 where a goal is missed.
 *
 *   npm run bench -- dashboard
 */
import { chromium, type Page } from '@playwright/test';
import pg from 'pg';
import { CHROMIUM_FLAGS, findChromium } from '#scripts/chromium.ts';
import { startTemporaryPostgres } from '#src/db/embedded/temporary.ts';
import { fillWithAlerts } from '#tests/support/many-alerts.ts';
import { type Weighed, weighFirstView } from '#tests/support/first-view.ts';
import { programHome, startProgram, stopProgram } from '#tests/support/program.ts';
import { type Figure, printResults } from './support/result.ts';

const SCRIPT_GOAL = 150_000;
const SCREEN_GOAL_MS = 100;
const ROUNDS = 10;

const found = await findChromium(process.env);
if ('missing' in found) throw new Error(`No Chromium to be had: ${found.missing}.`);
const postgres = await startTemporaryPostgres();
const { host, port, user, password } = postgres.admin;
// A socket folder as the host, escaped.
const ownerUrl = `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/postgres`;
const home = await programHome();
const program = await startProgram({ ...home.env, DATABASE_URL: ownerUrl, DEMO: 'off' });
const browser = await chromium.launch({ executablePath: found.path, args: CHROMIUM_FLAGS });
let missed = 0;
const figures: Figure[] = [];
try {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await signUp(await context.newPage());
  missed += await firstLoad(context);
  missed += await betweenScreens(await context.newPage());
} finally {
  await browser.close();
  await stopProgram(program);
  await home.remove();
  await postgres.stop();
}
printResults(figures);
process.exit(missed > 0 ? 1 : 0);

async function signUp(page: Page): Promise<void> {
  await page.goto(`${program.url}/signup`);
  await page.getByLabel('Full name').fill('Ada Byron');
  await page.getByLabel('Email').fill('ada@desk.example');
  await page.getByLabel('Password', { exact: true }).fill('correct horse 1!');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL('**/dashboard');
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const { rows } = await owner.query<{ id: string }>('select id from workspaces limit 1');
  await fillWithAlerts(owner, { workspaceId: rows[0]?.id ?? '', count: 1_000, until: new Date() });
  await owner.end();
  await page.close();
}

/** What a cold Home is drawn with, and what comes behind it. */
async function firstLoad(context: Awaited<ReturnType<typeof browser.newContext>>): Promise<number> {
  const cold = await browser.newContext({ storageState: await context.storageState() });
  const { before, after } = await weighFirstView(cold, program.url);
  await cold.close();
  const sumOf = (scripts: readonly Weighed[]): number =>
    scripts.reduce((total, { bytes }) => total + bytes, 0);
  for (const { url, bytes } of before) console.log(`${String(bytes).padStart(9)}  ${new URL(url).pathname}`);
  const sum = sumOf(before);
  const ok = sum <= SCRIPT_GOAL;
  figures.push({
    bench: 'dashboard',
    ours: sum,
    goal: SCRIPT_GOAL,
    unit: 'bytes of script, gzipped',
    lessIsBetter: true,
  });
  console.log(
    `${String(sum).padStart(9)}  until Home is drawn, goal ${SCRIPT_GOAL}: ${ok ? 'met' : 'MISSED'}`,
  );
  console.log(`${String(sumOf(after)).padStart(9)}  behind it\n`);
  return ok ? 0 : 1;
}

/** From the click to the data on the screen, by the page's own clock. Each screen has been open once before. */
async function betweenScreens(page: Page): Promise<number> {
  await page.goto(`${program.url}/dashboard`);
  await page.locator('[data-row-link]').first().waitFor();
  const screens = [
    ['Alerts', '[data-row-link]'],
    ['Analytics', '[aria-label="Totals"]'],
    ['Dashboard', '[data-row-link]'],
  ] as const;
  const times = new Map<string, number[]>();
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, shown] of screens) {
      const ms = await page.evaluate(
        async ([label, selector]) => {
          const link = [...document.querySelectorAll<HTMLAnchorElement>('aside a')].find(
            (each) => each.textContent === label,
          );
          const heading = document.querySelector('main h1')?.textContent;
          const began = performance.now();
          link?.click();
          for (;;) {
            const other = document.querySelector('main h1')?.textContent !== heading;
            if (other && document.querySelector(`main ${selector}`)) return performance.now() - began;
            await new Promise((resolve) => requestAnimationFrame(resolve));
          }
        },
        [name, shown],
      );
      if (round > 0) times.set(name, [...(times.get(name) ?? []), ms]);
    }
  }
  let over = 0;
  for (const [name, all] of times) {
    const median = all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
    if (median > SCREEN_GOAL_MS) over += 1;
    figures.push({
      bench: 'dashboard',
      ours: median,
      goal: SCREEN_GOAL_MS,
      unit: `ms to ${name}`,
      lessIsBetter: true,
    });
    console.log(
      `${median.toFixed(0).padStart(6)} ms  to ${name} with its data, median of ${all.length}, goal ${SCREEN_GOAL_MS}`,
    );
  }
  return over;
}
