/**
 * What lies below the first view is laid out after that has been drawn, a section at a time, so that no tap has to
 * wait for all of them (the rule that leaves them out stands in ui/base.css).
 */
const SECTIONS = '[data-landing] main > section:not([data-laid-out])';

/** Lays the next section out; false when there was none. */
function layOutNext(): boolean {
  const section = document.querySelector<HTMLElement>(SECTIONS);
  section?.setAttribute('data-laid-out', '');
  return section !== null;
}

/** Before the page is moved to one of its sections: only what is laid out has a place to go to. */
export function layOutAll(): void {
  while (layOutNext());
}

/** One after the other, whenever the browser has nothing better to do. */
export function layOutInTurn(): void {
  const idle: (work: () => void) => void =
    'requestIdleCallback' in window ? (work) => requestIdleCallback(work) : (work) => setTimeout(work, 50);
  idle(() => {
    if (layOutNext()) layOutInTurn();
  });
}
