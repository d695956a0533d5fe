import { test as base, type BrowserContext, expect, type Page } from '@playwright/test';
import { untoldOf } from '#tests/support/kept-in-browser.ts';
import type { OwnedProgram } from '#tests/support/owned-program.ts';
import type { RunningProgram } from '#tests/support/program.ts';
import { type Configuration, createPrograms, type Programs } from './programs.ts';

type Mail = { id: string; subject: string; to: string };

/**
 * What the program has sent to an address, or to a domain where it begins with `@`. The other tests of the worker have
 * mail there as well, some to addresses that end the same way.
 */
export async function mailsTo(program: RunningProgram, address: string): Promise<Mail[]> {
  const answer = await fetch(`${program.url}/dev/outbox.json`);
  const { items } = (await answer.json()) as { items: Mail[] };
  const isIt = (to: string) => (address.startsWith('@') ? to.endsWith(address) : to === address);
  return items.filter((mail) => mail.to.split(', ').some((to) => isIt(to.replace(/^.*<(.*)>$/, '$1'))));
}

export async function readMail(
  program: RunningProgram,
  id: string,
): Promise<{ subject: string; text: string; html: string; from: unknown; source: string }> {
  return (await (await fetch(`${program.url}/dev/outbox/${id}/mail.json`)).json()) as never;
}

/** What the tests of a worker share, and `others` leaves alone. */
const shared = new WeakSet<BrowserContext>();
export const shareBetweenTests = (context: BrowserContext): void => void shared.add(context);

type Fixtures = {
  /** Which program the tests of a file run against: `test.use({ configuration: … })`. */
  configuration: Configuration;
  program: OwnedProgram;
  page: Page;
  /** Closes what a test has left open: a page that lives on would go on asking for its data. */
  others: void;
};

/**
 * One program for all tests of a worker: each makes people and workspaces of its own in it. A page fails its test on
 * any console error or policy violation. Still: colors are judged as they come to rest, not as something fades in.
 */
export const test = base.extend<Fixtures, { programs: Programs }>({
  contextOptions: { reducedMotion: 'reduce' },
  configuration: ['usual', { option: true }],
  programs: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape
    async ({}, use) => {
      const programs = createPrograms();
      await use(programs);
      await programs.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  program: [
    async ({ programs, configuration }, use) => use(await programs.get(configuration)),
    // The first test of a worker waits for the start.
    { timeout: 120_000 },
  ],
  others: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use();
      for (const context of browser.contexts())
        if (!before.has(context) && !shared.has(context)) await context.close();
    },
    { auto: true },
  ],
  page: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      // The recorder of traces tries its script on every frame, also where none may run.
      const ofTheRecorder = /^Blocked script execution in '(about:srcdoc|[^']*\/dev\/pay\/)/.test(
        message.text(),
      );
      if (message.type() === 'error' && !ofTheRecorder)
        complaints.push(`${message.text()} (${message.location().url}, on ${page.url()})`);
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await use(page);
    if (!page.isClosed() && page.url().startsWith('http://localhost:'))
      expect(await untoldOf(page), 'kept in the browser, and not in the privacy policy').toEqual([]);
    expect(complaints, 'the browser console').toEqual([]);
  },
});
/** For the public site, whose pages may move. */
export const siteTest = test.extend({ contextOptions: {} });
export { expect };
export type { OwnedProgram };
