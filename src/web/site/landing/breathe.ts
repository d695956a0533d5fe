const SLICE_MS = 8;

/** A page that was just put into the background draws no more frames: what was asked for is done all the same. */
const LATEST_MS = 500;

/** After the frame that shows what was just tapped or typed. */
export const afterFrame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, LATEST_MS);
  });

/** Lets the browser answer a tap or a key before the next piece of work. */
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Goes through many things without keeping the page waiting: after each eight milliseconds it pauses. */
export async function inSlices<T>(items: readonly T[], work: (item: T) => void): Promise<void> {
  let since = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - since < SLICE_MS) continue;
    await nextTask();
    since = performance.now();
  }
}

/** After the frame that shows what was just tapped, and when the browser has time. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1_000 });
      else setTimeout(resolve);
    });
  });
