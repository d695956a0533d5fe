/** The longest wait for it: a page may have no screen to show. */
const LATEST_MS = 3_000;

let shown: () => void = () => undefined;
const firstView = new Promise<void>((resolve) => {
  shown = resolve;
});

/** Called once the requested screen is shown; later calls do nothing. */
export const firstViewIsShown = (): void => shown();

/** When it is, and the browser has nothing better to do: what is loaded then holds up nothing. */
export async function afterFirstView(): Promise<void> {
  await Promise.race([firstView, new Promise((resolve) => setTimeout(resolve, LATEST_MS))]);
  await new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: LATEST_MS });
    else setTimeout(resolve, 200);
  });
}
