import type { Page } from '@playwright/test';

/**
 * All that the site and the account area keep in a browser, and the words of the privacy policy that say so ("In your
 * browser"). `*` stands for the id of a person, a conversation or a mailed link. Cookies there are none.
 */
export const KEPT = {
  local: {
    'bellwire.auth': 'your session',
    'bellwire.auth-*': 'what a link that we mail you is checked against',
    'bellwire.theme': 'your choice of the day or night theme',
    'bellwire.workspace.*': 'which workspace you work in',
    'bellwire.notice': 'whether its plan has run out',
    'bellwire.weak-password': 'whether the password you signed in with is a weak one',
    'bellwire.recent': 'what you opened last from the account area’s search',
    'bellwire.lead': 'your name, email address and company',
  },
  session: {
    'bellwire.workspace.*': 'the workspace of that tab',
    'bellwire.scroll': 'how far its screens were scrolled',
    'bellwire.chat.*': 'chat messages that were not sent yet',
    'bellwire.toast': 'a short notice while one page leads to the next',
  },
} as const;

const isListed = (key: string, store: keyof typeof KEPT): boolean =>
  Object.keys(KEPT[store]).some((known) =>
    known.endsWith('*') ? key.startsWith(known.slice(0, -1)) : key === known,
  );

/** What a page has kept that the policy does not tell of. */
export async function untoldOf(page: Page): Promise<string[]> {
  const kept = await keptBy(page);
  const cookies = (await page.context().cookies()).map(({ name }) => `cookie ${name}`);
  const stored = (['local', 'session'] as const).flatMap((store) =>
    kept[store].filter((key) => !isListed(key, store)).map((key) => `${store} ${key}`),
  );
  return [...stored, ...kept.others, ...cookies];
}

/** Its address may still be followed by another that a test has left on its way: then that one is asked. */
async function keptBy(page: Page): Promise<{ local: string[]; session: string[]; others: string[] }> {
  await page.waitForLoadState();
  try {
    return await page.evaluate(readKept);
  } catch (error) {
    if (!String(error).includes('Execution context was destroyed')) throw error;
    return keptBy(page);
  }
}

/** Runs in the page. */
async function readKept() {
  try {
    return {
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
      others: [
        ...(await indexedDB.databases()).map(({ name }) => `database ${name}`),
        ...(await caches.keys()).map((name) => `cache ${name}`),
      ],
    };
  } catch {
    // A frame or a page that may keep nothing.
    return { local: [], session: [], others: [] };
  }
}
