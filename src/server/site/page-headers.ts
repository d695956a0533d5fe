/** Which links may be opened ahead of the click (made by scripts/site/listings.ts). */
const RULES = '/navigation.speculationrules';

/**
 * What a page's answer says beside the page: the fonts to fetch before its HTML is read (its style is in it), and the
 * rules for opening the next page ahead. Pages that no search engine lists belong to one person, and lead nowhere ahead.
 */
export function pageHeaders(html: string): Record<string, string> {
  const head = html.slice(0, html.indexOf('</head>'));
  const links = [...head.matchAll(/<link\b[^>]*>/g)].map(([tag]) => tag);
  const preloads = links.flatMap((tag) => {
    const href = /\bhref="(\/[^"\s>]+)"/.exec(tag)?.[1];
    const font = tag.includes('rel="preload"') && tag.includes('as="font"');
    return href && font ? [`<${href}>; rel=preload; as=font; type="font/woff2"; crossorigin`] : [];
  });
  const listed = !/<meta name="robots" content="[^"]*noindex/.test(head);
  return {
    ...(preloads.length > 0 ? { Link: preloads.join(', ') } : {}),
    ...(listed ? { 'Speculation-Rules': `"${RULES}"` } : {}),
  };
}
