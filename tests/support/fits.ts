import { expect, type Page } from '@playwright/test';

/**
 * Nothing of a page is wider than its window; else it says what reaches beyond. A tab that was just given another size
 * may still wear the rules of the one before when it is first asked, so it is asked until it fits.
 */
export async function expectFits(page: Page, where = new URL(page.url()).pathname): Promise<void> {
  await expect(async () => {
    const { width, room, beyond } = await page.evaluate(readWidth);
    expect(width, `${where} in a window of ${room} px, beyond which reaches: ${beyond}`).toBeLessThanOrEqual(
      room,
    );
  }).toPass({ timeout: 15_000 });
}

/** Runs in the page. */
function readWidth(): { width: number; room: number; beyond: string } {
  const { scrollWidth: width, clientWidth: room } = document.documentElement;
  const beyond = [...document.querySelectorAll('*')]
    .filter((each) => each.children.length === 0 && each.getBoundingClientRect().right > room)
    .map((each) => each.outerHTML.slice(0, 200));
  return { width, room, beyond: beyond.slice(0, 5).join('; ') };
}
