/**
 * Arriving on the landing page: at the top, and from there to the section that the address names. How it moves is
 * the style sheet's: smoothly, or at once where less motion is asked for.
 */
const SETTLE_MS = 100;

// Not back to where the last visit was; from then on the browser may remember places again.
history.scrollRestoration = 'manual';
addEventListener('load', () => (history.scrollRestoration = 'auto'));
scrollTo({ top: 0, behavior: 'instant' });

if (location.hash.length > 1) {
  const id = location.hash.slice(1);
  setTimeout(() => document.getElementById(id)?.scrollIntoView(), SETTLE_MS);
}
