/**
 * Arriving on the landing page: at the top, and from there to the section that the address names. How it moves is
 * the style sheet's: smoothly, or at once where less motion is asked for.
 */
import { layOutAll, layOutInTurn } from './below.ts';

const SETTLE_MS = 100;
/** No smooth move takes longer. */
const LONGEST_MS = 3_000;
const { hash, pathname, search } = location;

const sectionOf = (hash: string) => (hash.length > 1 ? document.getElementById(hash.slice(1)) : null);
const setAddress = (hash: string) => history.replaceState(history.state, '', `${pathname}${search}${hash}`);

/** Fonts that come on the way change heights, and a smooth move ends where the section was when it began. */
function arriveAt(section: HTMLElement): void {
  const given = new AbortController();
  const { signal } = given;
  const giveUp = (): void => given.abort();
  // Who moves the page goes where they like.
  for (const own of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    addEventListener(own, giveUp, { signal });
  setTimeout(giveUp, LONGEST_MS);
  addEventListener(
    'scrollend',
    () => {
      giveUp();
      section.scrollIntoView({ behavior: 'instant' });
    },
    { signal },
  );
}

let isLinked = false;
// A link within the page, and going back and forth: the places must be right before the browser looks for them.
addEventListener(
  'click',
  ({ target }) => {
    if (!(target instanceof Element) || !target.closest('a[href*="#"]')) return;
    layOutAll();
    isLinked = true;
    setTimeout(() => (isLinked = false));
  },
  { capture: true },
);
addEventListener('beforeprint', layOutAll);
// Not to where the last visit was; going back and forth among the sections is then for us to do.
history.scrollRestoration = 'manual';
addEventListener('popstate', () => {
  // The browser tells this of a link within the page as well, and goes there by itself.
  if (isLinked) return;
  layOutAll();
  (sectionOf(location.hash) ?? document.documentElement).scrollIntoView();
});
// The server's answer to the intake form has this page too, and the browser has gone to what is wrong in it.
if (pathname === '/') scrollTo({ top: 0, behavior: 'instant' });

if (sectionOf(hash)) {
  layOutAll();
  // The browser itself would jump there as soon as it has read the page: it must not see the hash until then.
  setAddress('');
  setTimeout(() => {
    setAddress(hash);
    const section = sectionOf(hash);
    if (!section) return;
    arriveAt(section);
    section.scrollIntoView();
  }, SETTLE_MS);
} else {
  addEventListener('load', layOutInTurn);
}
