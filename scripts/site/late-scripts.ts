const EXTERNAL = /<script type="module" src="(\/_assets\/[^"]+)"><\/script>/g;

/**
 * Lets the script files of a page wait until it has been drawn: what a visitor reads first then shares the line with
 * nothing but its fonts. site/boot.js fetches them. For pages
 * that read and link without script; on one whose script takes what is typed, an early letter would be lost.
 */
export const scriptsLater = (html: string): string =>
  html.replace(EXTERNAL, '<script type="text/late" data-late="$1"></script>');
