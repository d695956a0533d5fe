/**
 * Arriving on the landing page: at the top, and from there to the section that the address names. How it moves is
 * the style sheet's: smoothly, or at once where less motion is asked for.
 */
import { layOutAll, layOutInTurn } from './below.ts';

const SETTLE_MS = 100;
const { hash, pathname, search } = location;

const sectionOf = (hash: string) => (hash.length > 1 ? document.getElementById(hash.slice(1)) : null);
const setAddress = (hash: string) => history.replaceState(history.state, '', `${pathname}${search}${hash}`);

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
    sectionOf(hash)?.scrollIntoView();
  }, SETTLE_MS);
} else {
  addEventListener('load', layOutInTurn);
}
