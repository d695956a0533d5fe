import { type HTMLElement, parse } from 'node-html-parser';
import { SOCIAL_NAMES, SOCIAL_SITES, socialAddress, type Socials } from '#src/shared/brand-kit.ts';
import { BRAND_NAME_MAX } from '#src/shared/brands.ts';
import { oneLabel } from '#src/shared/label.ts';
import { cssColor, type FoundColor } from './css-colors.ts';

/** A picture that may be the logo: at an address, or in the page itself. The likelier first. */
export type LogoCandidate = { from: string; score: number } & ({ url: string } | { svg: string });

export type PageFacts = {
  name: string | null;
  colors: FoundColor[];
  logos: LogoCandidate[];
  socials: Socials;
  sheets: string[];
  /** Style sheets in the page itself. */
  css: string;
  manifest: string | null;
};

const SVG_MAX = 200_000;

/** What a page says of its brand. Addresses are whole, and http or https. */
export function readPage(html: string, base: string): PageFacts {
  const root = parse(html, { comment: false, blockTextElements: { script: true, style: true } });
  const address = (text: string | undefined): string | null => {
    const url = text === undefined || text === '' ? null : URL.parse(text, base);
    return url && /^https?:$/.test(url.protocol) ? url.href : null;
  };
  const meta = (name: string): string | undefined =>
    root.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ??
    root.querySelector(`meta[property="${name}"]`)?.getAttribute('content');
  const links = root.querySelectorAll('link').map((link) => ({
    rel: (link.getAttribute('rel') ?? '').toLowerCase().split(/\s+/),
    url: address(link.getAttribute('href')),
    link,
  }));
  const organization = organizationOf(root);
  const colorsBy = (entries: readonly (readonly [string | undefined, string, number])[]): FoundColor[] =>
    entries.flatMap(([text, from, score]) => {
      const color = text === undefined ? null : cssColor(text);
      return color ? [{ color, from, score }] : [];
    });
  const mask = links.find(({ rel }) => rel.includes('mask-icon'));
  const pictures: (LogoCandidate | null)[] = [
    ...marksIn(root, address),
    at(address(organization.logo), 'Company details', 70),
    ...links.map(({ rel, url, link }) => iconOf(rel, url, link)),
    at(address(meta('og:image')), 'Preview picture', 5),
  ];
  return {
    name: nameOf([organization.name, meta('og:site_name'), meta('application-name')], titleOf(root)),
    colors: colorsBy([
      [meta('theme-color'), 'Theme color', 85],
      [meta('msapplication-TileColor'), 'Tile color', 60],
      [mask?.link.getAttribute('color'), 'Icon color', 70],
    ]),
    logos: pictures.filter((each) => each !== null).toSorted((a, b) => b.score - a.score),
    socials: socialsOf(root),
    sheets: links.flatMap(({ rel, url }) => (rel.includes('stylesheet') && url ? [url] : [])),
    css: root
      .querySelectorAll('style')
      .map((style) => style.text)
      .join('\n'),
    manifest: links.find(({ rel }) => rel.includes('manifest'))?.url ?? null,
  };
}

const at = (url: string | null, from: string, score: number): LogoCandidate | null =>
  url === null ? null : { url, from, score };

const titleOf = (root: HTMLElement): string => root.querySelector('title')?.text ?? '';

/** Of a title, what is around its dash or bar and shorter is the name. */
function nameOf(given: readonly (string | undefined)[], title: string): string | null {
  const parts = title.split(/\s+[|·•–—:-]\s+|:\s+/u).map(oneLabel);
  const short = parts.filter(Boolean).toSorted((a, b) => a.length - b.length)[0];
  const name = [...given, short].map((each) => oneLabel(each ?? '')).find((each) => each !== '');
  return name === undefined ? null : name.slice(0, BRAND_NAME_MAX);
}

const isLogo = (element: HTMLElement): boolean =>
  ['class', 'id', 'alt', 'src', 'aria-label'].some((name) =>
    /logo|brand/i.test(element.getAttribute(name) ?? ''),
  );

/** The marks at the top of a page: pictures and drawings called logo, or in a header, or in a link to the first page. */
function marksIn(root: HTMLElement, address: (text: string | undefined) => string | null): LogoCandidate[] {
  return root.querySelectorAll('img, svg').flatMap((element): LogoCandidate[] => {
    const above = element.parentNode ? ancestorsOf(element) : [];
    const isCalled = isLogo(element) || above.slice(0, 3).some(isLogo);
    const isOnTop = above.some(({ rawTagName }) => /^(?:header|nav)$/i.test(rawTagName));
    const leadsHome = above
      .slice(0, 3)
      .some((each) => /^(?:\/|\.\/|https?:\/\/[^/]+\/?)$/.test(each.getAttribute('href') ?? ''));
    const score = (isCalled ? 50 : 0) + (isOnTop ? 25 : 0) + (leadsHome ? 20 : 0);
    if (score < 40) return [];
    const from = isOnTop ? 'Header' : 'Page';
    if (/^svg$/i.test(element.rawTagName)) {
      const svg = withNamespace(element.outerHTML);
      return svg.length > SVG_MAX ? [] : [{ svg, from, score: score + 5 }];
    }
    const url = address(element.getAttribute('src') ?? element.getAttribute('data-src'));
    return url === null ? [] : [{ url, from, score: /\.svg(?:$|\?)/i.test(url) ? score + 5 : score }];
  });
}

function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const above: HTMLElement[] = [];
  for (let each = element.parentNode; each?.rawTagName && above.length < 20; each = each.parentNode)
    above.push(each);
  return above;
}

/** In a page a drawing needs none. */
const withNamespace = (svg: string): string =>
  /^<svg[^>]*\sxmlns=/i.test(svg) ? svg : svg.replace(/^<svg/i, '<svg xmlns="http://www.w3.org/2000/svg"');

/** Drawings first, then the larger. */
function iconOf(rel: readonly string[], url: string | null, link: HTMLElement): LogoCandidate | null {
  const isTouch = rel.some((each) => each.startsWith('apple-touch-icon'));
  if (!isTouch && !rel.includes('icon')) return null;
  const isDrawn = /svg/i.test(link.getAttribute('type') ?? '') || /\.svg(?:$|\?)/i.test(url ?? '');
  const size = Number.parseInt(link.getAttribute('sizes') ?? '', 10) || 0;
  return at(url, 'Icon', isDrawn ? 30 : isTouch ? 20 : Math.min(15, size / 32));
}

const linkedData = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Name and logo of the organization that structured data names. */
function organizationOf(root: HTMLElement): { name?: string; logo?: string } {
  const said = root
    .querySelectorAll('script')
    .filter((script) => script.getAttribute('type') === 'application/ld+json')
    .map((script) => linkedData(script.rawText));
  for (const each of said.flatMap(thingsIn)) {
    if (!/Organization|Corporation|Brand|Business/.test(String(each['@type']))) continue;
    const { name, logo } = each;
    const picture = typeof logo === 'object' && logo !== null && 'url' in logo ? logo.url : logo;
    return {
      ...(typeof name === 'string' ? { name } : {}),
      ...(typeof picture === 'string' ? { logo: picture } : {}),
    };
  }
  return {};
}

function thingsIn(data: unknown): Record<string, unknown>[] {
  if (Array.isArray(data)) return data.slice(0, 50).flatMap(thingsIn);
  if (typeof data !== 'object' || data === null) return [];
  const thing = data as Record<string, unknown>;
  return Array.isArray(thing['@graph']) ? thingsIn(thing['@graph']) : [thing];
}

/** The first profile of each network that the page leads to; a button to share the page is none. */
function socialsOf(root: HTMLElement): Socials {
  const addresses = root
    .querySelectorAll('a')
    .map((link) => link.getAttribute('href') ?? '')
    .filter(
      (href) => /^https?:\/\//i.test(href) && !/[?&](?:u|url|text)=|\/(?:share|sharer|intent)\b/i.test(href),
    );
  return Object.fromEntries(
    SOCIAL_NAMES.flatMap((site) => {
      const first = addresses
        .filter((href) => (URL.parse(href)?.pathname.length ?? 0) > 1)
        .find(
          (href) =>
            SOCIAL_SITES[site].hosts.some((host) => href.includes(host)) &&
            socialAddress(site, href) !== null,
        );
      return first === undefined ? [] : [[site, socialAddress(site, first)]];
    }),
  ) as Socials;
}
