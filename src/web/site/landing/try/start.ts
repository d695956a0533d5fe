import { whenIdle } from '../breathe.ts';

/** Brings the tool when it is first used, and not before: its script and its data are heavy. */
function wait(section: HTMLElement): void {
  const form = section.querySelector<HTMLFormElement>('[data-try="form"]');
  const error = section.querySelector('[data-try="error"]');
  let started = false;
  const start = async (): Promise<void> => {
    if (started) return;
    started = true;
    try {
      // First of all the tap itself is answered.
      await whenIdle();
      await (await import('./live.tsx')).goLive(section);
      if (error?.textContent === LOST) error.textContent = '';
    } catch {
      // The next use tries again.
      started = false;
      if (error) error.textContent = LOST;
    }
  };
  form?.addEventListener('submit', (event) => event.preventDefault());
  for (const use of ['focusin', 'pointerdown', 'input']) form?.addEventListener(use, () => void start());
  // The form may have been used before this script ran.
  if (form && (form.matches(':focus-within') || isChanged(form))) void start();
  const still = section.querySelector('[data-try="still"]');
  for (const use of ['pointerenter', 'pointerdown']) still?.addEventListener(use, () => void start());
}

/** Whether a control holds something else than what the page was built with. */
const isChanged = (form: HTMLFormElement): boolean =>
  [...form.querySelectorAll('input')].some(
    (input) => input.value !== input.defaultValue || input.checked !== input.defaultChecked,
  );

const LOST = 'This couldn’t be loaded. Check the connection and try again.';
const section = document.querySelector<HTMLElement>('#try');
if (section) wait(section);
