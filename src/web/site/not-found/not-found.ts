import { logWarning } from '#src/web/ui/log.ts';
import { nearestPath } from './nearest.ts';

logWarning(`Page not found: ${location.pathname}`);

const hint = document.querySelector<HTMLElement>('[data-nearest]');
const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="/"]')];
const meant = nearestPath(
  location.pathname,
  links.map((link) => link.pathname),
);
const link = hint?.querySelector('a');
if (hint && link && meant !== null) {
  link.href = meant;
  link.textContent = meant;
  hint.hidden = false;
}
