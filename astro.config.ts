import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { accountChunks } from './scripts/site/chunks.ts';
import { leanIcons } from './scripts/site/lean-icons.ts';
import { ORIGIN } from './src/shared/site-origin.ts';
import { bootText } from './src/web/site/boot-text.ts';

/** The one script in the pages themselves: a request for it would hold up the first paint. */
const BOOT = createHash('sha256')
  .update(bootText(readFileSync('src/web/site/boot.js', 'utf8')))
  .digest('base64');

/**
 * The public pages and the account area's one page, built once as static files into dist/site.
 * `format: 'file'`: the page /signin is the file signin.html.
 */
export default defineConfig({
  srcDir: 'src/web',
  publicDir: 'src/web/public',
  outDir: 'dist/site',
  site: ORIGIN,
  output: 'static',
  build: { format: 'file', assets: '_assets', inlineStylesheets: 'always' },
  trailingSlash: 'never',
  markdown: { syntaxHighlight: 'prism' },
  devToolbar: { enabled: false },
  integrations: [react()],
  security: {
    // A meta tag of hashes. The server's header must not name scripts or styles as well: policies intersect.
    csp: {
      directives: [
        "default-src 'self'",
        "connect-src 'self'",
        "font-src 'self'",
        // A picture of the account area that only its session may fetch.
        "img-src 'self' data: blob:",
        "form-action 'self'",
        "base-uri 'none'",
        "object-src 'none'",
      ],
      scriptDirective: { resources: ["'self'"], hashes: [`sha256-${BOOT}`] },
      // Dialogs and charts write style attributes and one style element of their own.
      styleDirective: {
        resources: [
          { resource: "'self'", kind: 'element' },
          { resource: "'unsafe-inline'", kind: 'element' },
          { resource: "'unsafe-inline'", kind: 'attribute' },
        ],
      },
    },
  },
  vite: { plugins: [tailwindcss(), leanIcons(), accountChunks()] },
});
