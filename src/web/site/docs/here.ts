/** A link that names a former heading leads to where that heading is now. */
function followMoved(): void {
  const named = document.getElementById(location.hash.slice(1));
  const link = named?.closest('[data-moved]') && named.querySelector('a');
  if (link) location.replace(link.href);
}
followMoved();
addEventListener('hashchange', followMoved);

/** Marks in the list "On this page" what is being read: the last heading that has passed the top of the window. */
const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-toc] a')];
const targets = links.flatMap((link) => {
  const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
  return heading ? [{ link, heading }] : [];
});
const LINE = 120;

function mark(): void {
  const passed = targets.filter(({ heading }) => heading.getBoundingClientRect().top < LINE);
  const here = passed.at(-1) ?? targets[0];
  for (const { link } of targets) {
    if (link !== here?.link) link.removeAttribute('aria-current');
    else if (!link.hasAttribute('aria-current')) {
      link.setAttribute('aria-current', 'location');
      bringIntoSight(link);
    }
  }
}

/** Scrolls the list that holds a link, and nothing else. */
function bringIntoSight(link: Element): void {
  const box = link.closest('nav');
  if (!box) return;
  const [inner, outer] = [link.getBoundingClientRect(), box.getBoundingClientRect()];
  const bottom = Math.min(outer.bottom, window.innerHeight);
  if (inner.top < outer.top || inner.bottom > bottom)
    box.scrollTop += inner.top - outer.top - (bottom - outer.top) / 2;
}

if (targets.length > 0) {
  const observer = new IntersectionObserver(mark, {
    rootMargin: `-${LINE}px 0px 0px 0px`,
    threshold: [0, 1],
  });
  for (const { heading } of targets) observer.observe(heading);
}
const page = document.querySelector('.docs-side > nav [aria-current]');
if (page) bringIntoSight(page);
