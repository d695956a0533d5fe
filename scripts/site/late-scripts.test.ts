import { expect, it } from 'vitest';
import { scriptsLater } from './late-scripts.ts';

it('lets the page’s own script files wait, and nothing else', () => {
  const kept =
    '<script>boot()</script><script type="module">here()</script><script type="application/ld+json">{}</script>';
  expect(scriptsLater(`${kept}<script type="module" src="/_assets/hero.a1.js"></script>`)).toBe(
    `${kept}<script type="text/late" data-late="/_assets/hero.a1.js"></script>`,
  );
});
