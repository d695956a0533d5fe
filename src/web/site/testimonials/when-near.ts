/** Brings the carousel's script when the first of them is about to be seen: nobody turns a quote before. */
const carousel = document.querySelector('[data-carousel]');
const near = new IntersectionObserver(
  ([entry]) => {
    if (!entry?.isIntersecting) return;
    near.disconnect();
    void import('./carousel.ts');
  },
  { rootMargin: '600px' },
);
if (carousel) near.observe(carousel);
