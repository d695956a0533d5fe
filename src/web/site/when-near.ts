/** Brings a script when what it works on is about to be seen: nobody uses it before, and most never come to it. */
export function whenNear(selector: string, bring: () => Promise<unknown>): void {
  const target = document.querySelector(selector);
  if (!target) return;
  const near = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      near.disconnect();
      void bring();
    },
    { rootMargin: '600px' },
  );
  near.observe(target);
}
