/**
 * Arriving on the landing page: at the top, and from there to the section that the address names. How it moves is
 * the style sheet's: smoothly, or at once where less motion is asked for.
 */
import { layOutAll, layOutAnew, layOutInTurn } from './below.ts';

const SETTLE_MS = 100;
const { hash, pathname, search } = location;

const sectionOf = (hash: string) => (hash.length > 1 ? document.getElementById(hash.slice(1)) : null);
const setAddress = (hash: string) => history.replaceState(history.state, '', `${pathname}${search}${hash}`);

// A link within the page: the places must be right before the browser looks for them, and the press is seen before that.
addEventListener(
  'click',
  (event) => {
    const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href*="#"]') : null;
    if (!link || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    if (link.pathname !== pathname || link.origin !== location.origin) return;
    event.preventDefault();
    requestAnimationFrame(() =>
      setTimeout(() => {
        layOutAll();
        location.assign(link.href);
      }),
    );
  },
  { capture: true },
);
addEventListener('beforeprint', layOutAll);
let width = innerWidth;
addEventListener('resize', () => {
  // A phone's bars come and go without a change of it.
  if (innerWidth !== width) layOutAnew();
  width = innerWidth;
});
// Not to where the last visit was; going back and forth among the sections is then for us to do.
history.scrollRestoration = 'manual';
addEventListener('popstate', () => {
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
