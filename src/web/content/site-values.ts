import { siteConfig } from '#src/shared/site-config.ts';

/** As it is written, and as Markdown leaves it in the address of a link. */
const SLOT = /\{\{site\.([a-zA-Z.]+)\}\}|%7B%7Bsite\.([a-zA-Z.]+)%7D%7D/g;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Puts values of the site-config in place of `{{site.…}}`. Other braces stay: alerts have slots of their own.
 * @throws Error naming a value the site-config does not have
 */
export function fillSite(text: string, as: 'text' | 'html'): string {
  return text.replace(SLOT, (_, written?: string, inLink?: string) => {
    const path = written ?? inLink ?? '';
    const value = path.split('.').reduce<unknown>(inner, siteConfig);
    if (typeof value !== 'string') throw new Error(`The site-config has no text at ${path}.`);
    if (inLink !== undefined) return encodeURI(value).replaceAll('&', '&amp;');
    return as === 'html' ? value.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign) : value;
  });
}

function inner(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
