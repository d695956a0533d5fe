import { ANCHOR } from './anchor.ts';

const section = document.querySelector<HTMLElement>(`#${ANCHOR}`);
let started = false;

/** Brings the script when it is first used, and not before. A failure is tried again with the next use. */
async function start(): Promise<void> {
  if (started) return;
  started = true;
  try {
    (await import('./live.ts')).goLive();
  } catch {
    started = false;
  }
}

// Until the script is there: what is typed is never sent.
section?.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault());
// A shared link leads there at once. The form may have been used before this script ran.
if (location.hash.startsWith(`#${ANCHOR}?`) || section?.matches(':focus-within')) void start();
for (const use of ['focusin', 'pointerdown', 'pointerenter', 'input'])
  section?.addEventListener(use, () => void start());
addEventListener('hashchange', () => void start());
