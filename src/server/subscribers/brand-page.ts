import { createHash } from 'node:crypto';
import { FONTS, SHAPES } from '#src/shared/brand-kit.ts';
import { siteConfig } from '#src/shared/site-config.ts';
import type { Look } from '#src/subscribers/look.ts';
import { escape } from '../shared/page.ts';
import { sharedStyle } from '../shared/style.ts';

/**
 * What the pages of a brand have beside those of shared documents. The band at the top is that of the brand's emails, so a
 * logo that reads there reads here, light and dark. Text keeps the ink: a brand's color may be any.
 */
const RULES = `
header { background: var(--band); }
.brand { display: flex; align-items: center; width: 100%; max-width: 672px; min-height: 52px; margin: 0 auto; color: var(--on-band); font-weight: 600; font-size: 16px; line-height: 24px; overflow-wrap: anywhere; }
.brand picture { display: contents; }
.by-night { display: none; }
@media (prefers-color-scheme: dark) { .by-day { display: none; } .brand .by-night { display: block; } }
.brand a, footer a { color: inherit; }
.brand img { max-width: 100%; max-height: 40px; height: auto; margin: 0; border: 0; background: none; }
.act { background: var(--brand); color: var(--on-brand); }
.act:hover { background: var(--brand); text-decoration: underline; text-underline-offset: 3px; }
.act, .quiet { border-radius: var(--button-radius); }
.note, .symbols, .field input, .field select { border-radius: var(--radius); }
.reject { margin-top: 32px; }
.quiet { display: inline-flex; align-items: center; min-height: 44px; margin-top: 16px; padding: 0 20px; border: 1px solid var(--ink-3); background: none; color: var(--ink); font: inherit; font-weight: 500; cursor: pointer; }
.link { color: var(--ink); }
.slug { max-width: none; }
fieldset { margin: 32px 0 0; padding: 0; border: 0; border-top: 1px solid var(--line); min-width: 0; }
legend { float: left; width: 100%; padding: 16px 0 4px; font-weight: 600; }
legend + * { clear: both; }
.choice { display: flex; align-items: center; gap: 12px; min-height: 44px; cursor: pointer; }
.agree { align-items: flex-start; margin: 20px 0 0; }
.choice input { width: 20px; height: 20px; margin: 0; flex: none; accent-color: var(--ink); }
.field { display: block; margin: 16px 0 0; font-weight: 500; }
.field input, .field select { display: block; width: 100%; min-height: 44px; margin-top: 6px; padding: 8px 12px; border: 1px solid var(--ink-3); background: var(--raised); color: var(--ink); font: inherit; font-size: 16px; }
.field input[aria-invalid] { border-color: var(--fault); }
.days { display: grid; grid-template-columns: repeat(auto-fill, minmax(132px, 1fr)); column-gap: 16px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; }
.symbols { max-height: 296px; overflow-y: auto; padding: 4px 12px; margin-top: 4px; border: 1px solid var(--line); display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 220px), 1fr)); column-gap: 16px; }
.hint { margin: 6px 0 0; font-size: 13px; line-height: 20px; color: var(--ink-3); }
.note { margin: 24px 0 0; padding: 12px 16px; border: 1px solid var(--line); border-left: 3px solid var(--ink); background: var(--raised); max-width: none; color: var(--ink); }
.fault { border-left-color: var(--fault); }
.apart { position: absolute; left: -10000px; width: 1px; height: 1px; overflow: hidden; }
h2 { margin: 40px 0 0; padding-top: 20px; border-top: 1px solid var(--line); font-size: 15px; line-height: 24px; font-weight: 600; }
h3 { margin: 16px 0 0; font-size: 17px; line-height: 26px; font-weight: 600; overflow-wrap: anywhere; }
ul { margin: 12px 0 0; padding-left: 20px; color: var(--ink-2); }
li { margin: 4px 0 0; }
footer { display: flex; flex-wrap: wrap; gap: 0 20px; align-items: center; padding: 8px max(24px, calc((100% - 672px) / 2)); min-height: 60px; border-top: 1px solid var(--line); font-size: 13px; line-height: 20px; color: var(--ink-3); }
:root { --fault: light-dark(#9c2f57, #ef8fb0); }
input:focus-visible, select:focus-visible, .act:focus-visible, .quiet:focus-visible, a:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
@media (max-width: 480px) { header, footer { padding-inline: 20px; } .quiet { display: flex; width: 100%; justify-content: center; } .act { width: 100%; } }
`;

type Page = {
  title: string;
  main: string;
  status?: 200 | 404 | 409 | 410 | 422 | 429;
  /** Pages that other sites may show in a frame. */
  framed?: boolean;
  /** Shows documents of ours in frames. */
  frames?: boolean;
  /** Pages for everyone, which search engines may list. */
  listed?: boolean;
  /** A script of ours that registers devices: the one that the page runs, at its end. */
  script?: string;
  /** Style rules of its own, and what its head says beside. */
  css?: string;
  head?: string;
  headers?: Record<string, string>;
};

/**
 * Answers with pages in the look of a brand: one style sheet, no script unless given, and by default neither cached nor
 * indexed. Null: a page without a brand, for links that don't work; their brand isn't known.
 * @param files paths of the built site, for its fonts
 */
export function createBrandPages(files: Iterable<string>) {
  const { css: base } = sharedStyle(files);
  return (look: Look | null, page: Page): Response => {
    const { title, main, status = 200, framed = false, listed = false, head = '', headers = {} } = page;
    const { script } = page;
    const scripts =
      script === undefined
        ? ''
        : `; script-src '${sha256(script)}'; connect-src 'self'; worker-src 'self'; manifest-src 'self'`;
    const frames = page.frames ? "; frame-src 'self'" : '';
    const css = `${base}${RULES}${page.css ?? ''}${look ? styleOf(look) : ''}`;
    const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${listed ? '' : '<meta name="robots" content="noindex, nofollow">\n'}<title>${escape(title)}${look ? ` · ${escape(look.name)}` : ''}</title>
<link rel="icon" href="data:,">
${head}<style>${css}</style>
</head>
<body>
${look ? `<header><div class="brand">${nameOf(look)}</div></header>\n` : ''}<main>
${main}
</main>
${footerOf(look)}${script === undefined ? '' : `<script>${script}</script>\n`}</body>
</html>
`;
    return new Response(html, {
      status,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': `default-src 'none'; style-src '${sha256(css)}'; font-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors ${framed ? '*' : "'none'"}${frames}${scripts}`,
        'Cache-Control': 'no-store',
        ...(listed ? {} : { 'X-Robots-Tag': 'noindex, nofollow' }),
        'Referrer-Policy': 'no-referrer',
        ...headers,
      },
    });
  };
}
export type BrandPages = ReturnType<typeof createBrandPages>;

/** As a policy names what a page holds. */
const sha256 = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** The colors were checked where the look was made; typefaces and corners are ours. */
const styleOf = ({ color, onColor, darkColor, logoDark, light, dark, font, shape }: Look): string => {
  const { heading, text, figures } = FONTS[font];
  const { radius, button } = SHAPES[shape];
  const band = logoDark ? `light-dark(${color}, ${darkColor})` : color;
  return `:root { --band: ${band}; --on-band: ${onColor}; --brand: light-dark(${light.brand}, ${dark.brand}); --on-brand: light-dark(${light.onBrand}, ${dark.onBrand}); --radius: ${radius}px; --button-radius: ${button}px; }
body { font-family: ${text}; } h1 { font-family: ${heading}; } .slug, dd { font-family: ${figures}; }`;
};

const nameOf = ({ name, logo, logoDark }: Look): string => {
  const day = logo
    ? `<img src="/media/${escape(logo.hash)}.png" alt="${escape(name)}" width="${logo.width}" height="${logo.height}">`
    : null;
  if (!logoDark) return day ?? escape(name);
  const { hash, width, height } = logoDark;
  const night = `/media/${escape(hash)}.png`;
  // Without one for light pages, the name is there.
  if (day === null)
    return `<span class="by-day">${escape(name)}</span><img class="by-night" src="${night}" alt="${escape(name)}" width="${width}" height="${height}">`;
  return `<picture><source srcset="${night}" media="(prefers-color-scheme: dark)" width="${width}" height="${height}">${day}</picture>`;
};

function footerOf(look: Look | null): string {
  if (!look) return '';
  const links = look.links.map(
    ({ label, url }) => `<a class="link" href="${escape(url)}" rel="noopener">${escape(label)}</a>`,
  );
  const parts = [...links, ...(look.isOurs ? [`<span>Sent with ${escape(siteConfig.name)}</span>`] : [])];
  return parts.length === 0 ? '' : `<footer>${parts.join('\n')}</footer>\n`;
}

/** A checkbox or radio button with its label. */
export const choice = (
  type: 'checkbox' | 'radio',
  { name, value, label, checked }: { name: string; value: string; label: string; checked: boolean },
): string =>
  `<label class="choice"><input type="${type}" name="${escape(name)}" value="${escape(value)}"${checked ? ' checked' : ''}>${escape(label)}</label>`;
