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
  if (width <= room) return { width, room, beyond: '' };
  // The innermost ones: what holds one of them is as wide for its sake.
  const wide = [...document.querySelectorAll('*')].filter(
    (each) => each.getBoundingClientRect().right > room || each.scrollWidth > room,
  );
  const beyond = wide
    .filter((each) => !wide.some((other) => other !== each && each.contains(other)))
    .map(
      (each) =>
        `${each.outerHTML.slice(0, 200)} (${each.getBoundingClientRect().right}, ${each.scrollWidth})`,
    );
  return { width, room, beyond: beyond.slice(0, 5).join('; ') };
}
