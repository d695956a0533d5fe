import { siteConfig } from '#src/shared/site-config.ts';
import { ORIGIN } from '#src/shared/site-origin.ts';
import { SITEMAP } from '#src/web/site/nav.ts';
import type { BuiltPage } from './built-pages.ts';
import { dayColor } from './colors.ts';
import { ICONS } from './icons.ts';

/** Paths below which there is nothing for a search engine. */
const UNLISTED = [
  '/dashboard',
  '/shared',
  '/demo',
  '/dev',
  '/forms',
  '/api/v1',
  '/auth/v1',
  '/rest/v1',
  '/functions/v1',
];

/** Where a session begins or a mailed link leads. */
const ENTRANCES = ['/signin', '/signup', '/forgot-password', '/reset-password', '/confirm', '/not-me'];

/** sitemap.xml: every listed page that was built, those of the page /sitemap first and in its order. */
export function sitemapXml(pages: readonly BuiltPage[]): string {
  const order = SITEMAP.flatMap((group) => group.links.map((link) => link.href));
  const rank = (path: string): number => (order.includes(path) ? order.indexOf(path) : order.length);
  const entries = pages
    .filter((page) => page.listed)
    .sort((a, b) => rank(a.path) - rank(b.path))
    .map(({ path, modified }) => {
      const day = modified ? `<lastmod>${modified.slice(0, 10)}</lastmod>` : '';
      return `  <url><loc>${ORIGIN}${path}</loc>${day}</url>\n`;
    });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`;
}

export function robotsTxt(): string {
  return [
    'User-agent: *',
    ...UNLISTED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${ORIGIN}/sitemap.xml`,
    '',
  ].join('\n');
}

export function webManifest(): string {
  return JSON.stringify({
    name: siteConfig.name,
    short_name: siteConfig.name,
    description: siteConfig.description,
    lang: 'en',
    id: '/',
    start_url: '/dashboard',
    scope: '/',
    // iPhones and iPads show notifications of a page that is added as an app only; others keep their address bar.
    display: 'standalone',
    display_override: ['minimal-ui'],
    background_color: dayColor('paper'),
    theme_color: dayColor('paper'),
    icons: ICONS.map(({ file, size, purpose }) => ({
      src: `/${file}`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  });
}

/**
 * Which links a browser may open ahead of the click. A page may be drawn in advance only where that changes nothing
 * and costs little: not the account area and what leads into it, no form's target, nothing with a query.
 */
export function speculationRules(): string {
  const apart = [...UNLISTED.flatMap((path) => [path, `${path}/*`]), ...ENTRANCES, '/*\\?*', '/*.*'];
  const where = { and: [{ href_matches: '/*' }, { not: { href_matches: apart } }] };
  return JSON.stringify({
    prerender: [{ where, eagerness: 'moderate' }],
  });
}
