import { test as base, expect, type Page } from '@playwright/test';
import { untoldOf } from '#tests/support/kept-in-browser.ts';
import { programHome, type RunningProgram, startProgram, stopProgram } from '#tests/support/program.ts';

type Mail = { id: string; subject: string; to: string };

/** The outbox of the program, read as a developer would. */
export async function mailsTo(program: RunningProgram, address: string): Promise<Mail[]> {
  const answer = await fetch(`${program.url}/dev/outbox.json`);
  const { items } = (await answer.json()) as { items: Mail[] };
  return items.filter((mail) => JSON.stringify(mail.to).includes(address));
}

export async function readMail(
  program: RunningProgram,
  id: string,
): Promise<{ subject: string; text: string; html: string; from: unknown; source: string }> {
  return (await (await fetch(`${program.url}/dev/outbox/${id}/mail.json`)).json()) as never;
}

/** One program per file; a page that fails the test on any console error or policy violation. */
export const test = base.extend<{ page: Page }, { program: RunningProgram }>({
  program: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape
    async ({}, use) => {
      const home = await programHome();
      const program = await startProgram(home.env);
      await use(program);
      const stopped = await stopProgram(program);
      await home.remove();
      expect(stopped.code, program.output()).toBe(0);
    },
    { scope: 'worker', timeout: 180_000 },
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
export { expect };
