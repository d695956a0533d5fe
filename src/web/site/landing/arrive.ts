/**
 * Arriving on the landing page: at the top, and from there to the section that the address names. How it moves is
 * the style sheet's: smoothly, or at once where less motion is asked for.
 */
const SETTLE_MS = 100;

function goToSection(): void {
  const section = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
  (section ?? document.documentElement).scrollIntoView();
}

// Not to where the last visit was; going back and forth among the sections is then for us to do.
history.scrollRestoration = 'manual';
addEventListener('popstate', goToSection);
// Down and up: only a page that has been scrolled is left alone by the browser's own jump to the section.
scrollTo({ top: 1, behavior: 'instant' });
scrollTo({ top: 0, behavior: 'instant' });
if (location.hash.length > 1) setTimeout(goToSection, SETTLE_MS);
