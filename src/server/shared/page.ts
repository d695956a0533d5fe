import type { Shared } from '#src/documents/links.ts';
import { formatBytes } from '#src/shared/documents/documents.ts';
import { DOCUMENT_KINDS } from '#src/shared/documents/kinds.ts';
import { siteConfig } from '#src/shared/site-config.ts';

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

const day = (at: Date): string =>
  `${at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })}, ${at.toISOString().slice(11, 16)} UTC`;

/** The page of a shared link: whose document it is, what it is, and how to open it. */
export function sharedPage(css: string, shared: Shared, token: string): string {
  const { document, workspace, expiresAt } = shared;
  const { label, preview } = DOCUMENT_KINDS[document.kind];
  const rows = [
    ['Type', label],
    ['Size', formatBytes(document.size)],
    ['The link ends', day(expiresAt)],
    ['SHA-256', document.sha256.toString('hex')],
  ] as const;
  const picture =
    preview === 'image' ? `<img src="/shared/${token}/picture" alt="${escape(document.name)}">` : '';
  return page(
    css,
    document.name,
    `<p class="slug">Shared by ${escape(workspace)}</p>
<h1>${escape(document.name)}</h1>
<dl>${rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${escape(value)}</dd></div>`).join('')}</dl>
<a class="act" href="/shared/${token}/file" download>Download</a>
${picture}`,
  );
}

/** The same for a link that never existed, has ended or was revoked, so no one learns which. */
export const gonePage = (css: string): string =>
  page(
    css,
    'This link leads nowhere',
    `<h1>This link leads nowhere</h1>
<p>It has ended, was revoked, or never was. Ask the sender for a new one.</p>
<p><a class="link" href="/">About ${escape(siteConfig.name)}</a></p>`,
  );

/** Too much at once from one network. */
export const busyPage = (css: string, seconds: number): string =>
  page(
    css,
    'Too many requests',
    `<h1>Too many requests</h1>
<p>Too much was asked for from your network. Try again in ${seconds} seconds.</p>`,
  );

/** A page of its own: no script, and no style sheet but `css`. */
export const page = (css: string, title: string, main: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escape(title)} · ${escape(siteConfig.name)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${css}</style>
</head>
<body>
<header><a href="/"><svg width="28" height="28" viewBox="0 0 32 32" fill="none" aria-hidden="true"><path d="M1 22.5h4.5c3.4 0 3.9-3.2 4.3-7C10.4 9.6 12.3 5.5 16 5.5s5.6 4.1 6.2 10c.4 3.8.9 7 4.3 7H31" stroke="currentColor" stroke-width="2.25" stroke-linecap="round"/><circle cx="16" cy="26" r="2.25"/></svg>${escape(siteConfig.name)}</a></header>
<main>
${main}
</main>
</body>
</html>
`;
