import type { Browser, Locator, Page } from '@playwright/test';

/** What is tapped: the kind of control, for a page with nothing on it to be set beside. */
export type Kind = 'link' | 'menu' | 'button' | 'radio' | 'checkbox' | 'text' | 'select';
export type Tap = { ms: number; on: string; kind: Kind };

/** What a thumb would tap and that leaves the page where it is: nothing is typed, and a form then says what it lacks. */
const TAPPED =
  'header summary, main summary, main button, main input:not([type=hidden]), main textarea, main select, a[href^="/#"], a[href^="#"]';

/** How often every tap is done: of each the median counts, because the machine does other things too. */
const ROUNDS = 5;

/**
 * Every tap on a page, slowest first, from the touch to the next frame (event timing: in steps of 8 ms, from 16), on a
 * phone whose processor is four times slower than this one. What loads when it is seen or used is part of it.
 */
export async function allTaps(browser: Browser, url: string): Promise<Tap[]> {
  const rounds: Tap[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await tapAll(browser, url));
  const medians = (rounds[0] ?? []).map((tap, index) => {
    const times = rounds.map((taps) => taps[index]?.ms ?? 0).toSorted((a, b) => a - b);
    return { ...tap, ms: times[Math.floor(times.length / 2)] ?? 0 };
  });
  return medians.toSorted((a, b) => b.ms - a.ms);
}

/**
 * The slowest that the page itself answers. A select is not among them: it has the browser open a window of its own,
 * which takes longer on a page with nothing on it than the whole goal. Its figure is told beside that page's.
 */
export const slowestTap = (taps: readonly Tap[]): Tap =>
  taps.find(({ kind }) => kind !== 'select') ?? { ms: 0, on: 'nothing to tap', kind: 'link' };

/** A page of nothing but what can be tapped: what a tap costs on this machine before a page adds to it. */
export const BARE_PAGE = `data:text/html,${encodeURIComponent(
  '<!doctype html><meta name=viewport content="width=device-width"><title>Bare</title><main><details><summary>More</summary>Text</details>' +
    '<p><label><input type=radio name=one checked> One</label><p><label><input type=radio name=one> Two</label>' +
    '<p><label><input type=checkbox> Three</label><p><button type=button>Four</button>' +
    '<p><label>Five <input></label><p><label>Six <select><option>One<option>Two</select></label>' +
    '<p><a href="#end">Seven</a><p id=end style="margin-top:100vh">End</main>',
)}`;

/** Each tap in the order of the page, on a page of its own. */
async function tapAll(browser: Browser, url: string): Promise<Tap[]> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript(() => {
      const seen: number[] = [];
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        // As INP counts: a tap or a key has an id; a pointer that merely comes over something has none.
        for (const entry of list.getEntries())
          if ((entry as PerformanceEventTiming).interactionId > 0) seen.push(entry.duration);
      }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    const taps: Tap[] = [];
    const count = await page.locator(TAPPED).count();
    for (let index = 0; index < count; index += 1) {
      const target = page.locator(TAPPED).nth(index);
      const { kind, on } = await describe(target);
      const done = await tap(page, target);
      const ms = await page.evaluate(async () => {
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 250)));
        return Math.max(0, ...(window as unknown as { seen: number[] }).seen.splice(0));
      });
      taps.push({ ms: done ? ms : 0, on, kind });
    }
    return taps;
  } finally {
    await context.close();
  }
}

/**
 * A finger on the middle of it, once the page has come to rest under it. Not the test tool's own tap: that one listens
 * to the events on the page, and its listening would be measured.
 * @returns false where there is nothing to tap: the link past the navigation is for the keyboard alone
 */
async function tap(page: Page, target: Locator): Promise<boolean> {
  await target.evaluate((node) => node.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await page.waitForTimeout(300);
  const place = await target.boundingBox();
  if (!place || place.width < 10) return false;
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
  const reached = await target.evaluate(
    (node, at) => {
      const there = document.elementFromPoint(at.x, at.y);
      return there !== null && (node.contains(there) || there.closest('label')?.contains(node) === true);
    },
    { x, y },
  );
  if (!reached) return false;
  await page.waitForTimeout(100);
  await page.touchscreen.tap(x, y);
  return true;
}

/** As somebody would call it: by its words, a control by its label. */
function describe(target: Locator): Promise<{ kind: Kind; on: string }> {
  return target.evaluate((node) => {
    const label =
      node instanceof HTMLInputElement || node instanceof HTMLSelectElement ? node.labels?.[0] : null;
    const words = node.getAttribute('aria-label') ?? (label ?? node).textContent;
    const kinds: Record<string, Kind> = { a: 'link', summary: 'menu', button: 'button', select: 'select' };
    const type = node instanceof HTMLInputElement ? node.type : '';
    const kind = kinds[node.localName] ?? (type === 'radio' || type === 'checkbox' ? type : 'text');
    return { kind, on: `${kind} “${words.trim().slice(0, 24)}”` };
  });
}
