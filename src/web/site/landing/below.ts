/**
 * What lies below the first view is laid out after that has been drawn, a section at a time, and remembers how tall it
 * is: out of sight it takes its room and costs nothing, neither a tap nor a scroll (the rule stands in ui/base.css).
 */
const SECTIONS = 'main:has(> [data-landing]) > section:not([data-landing])';
const MEASURED = 'data-laid-out';

/** Of what is in it, as `contain-intrinsic-size` counts. */
function contentHeight(section: HTMLElement): number {
  const { paddingTop, paddingBottom } = getComputedStyle(section);
  return section.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
}

/** Lays the next section out; false when there was none. */
function layOutNext(): boolean {
  const section = document.querySelector<HTMLElement>(`${SECTIONS}:not([${MEASURED}])`);
  if (!section) return false;
  section.style.contentVisibility = 'visible';
  section.style.containIntrinsicBlockSize = `auto ${contentHeight(section)}px`;
  section.style.contentVisibility = '';
  section.setAttribute(MEASURED, '');
  return true;
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

/** On a page of another width every section is of another height. */
export function layOutAnew(): void {
  for (const section of document.querySelectorAll(SECTIONS)) section.removeAttribute(MEASURED);
  layOutInTurn();
}
