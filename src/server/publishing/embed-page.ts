import type { Publication } from '#src/publishing/publishing.ts';
import type { PagePost } from '#src/shared/content/page-post.ts';
import type { Look } from '#src/subscribers/look.ts';
import { escape } from '../shared/page.ts';
import { timeTag } from './post-html.ts';
import { PUBLIC_STYLE } from './style.ts';
import { FRAME_SCRIPT, type WidgetTheme } from './widget.ts';
import { pathOf } from './words.ts';

const STYLE = `${PUBLIC_STYLE}
header { padding: 4px 16px; } .brand { min-height: 44px; }
main { max-width: none; padding: 0 16px; }
.posts { margin: 0; border-top: 0; } .posts li { padding: 14px 0; }
.posts h2 { margin-top: 2px; font-size: 15px; line-height: 22px; }
.ways { margin: 0; } p { max-width: none; }
footer { padding-inline: 16px; min-height: 44px; padding-block: 0; }
`;

/** What a desktop gets when the alert is opened. */
const dataOf = ({ instrument }: PagePost): string =>
  instrument
    ? ` data-ticker="${escape(instrument.ticker)}"${instrument.exchange === null ? '' : ` data-exchange="${escape(instrument.exchange)}"`}`
    : '';

/** The newest alerts for a frame on another site: headlines, each of which opens its page in a tab of its own. */
export function embedPage(
  { slug, posts, times, look }: Publication,
  { theme, desktop }: { theme: WidgetTheme; desktop: boolean },
) {
  const items = posts.map(({ id, publishedAt, correctedAt, words: { post } }) => {
    const mark = correctedAt ? '<span class="mark">Corrected</span>' : '';
    return `<li lang="${escape(post.language)}"><p class="slug">${timeTag(publishedAt, times)}${mark}</p>
<h2><a href="${pathOf(slug, id)}" target="_blank" rel="noopener"${desktop ? dataOf(post) : ''}>${escape(post.headline)}</a></h2></li>`;
  });
  return {
    title: 'Alerts',
    css: theme === 'auto' ? STYLE : `${STYLE}:root { color-scheme: ${theme}; }`,
    framed: true,
    ...(desktop && { script: FRAME_SCRIPT }),
    main: `<h1 class="apart">Alerts from ${escape(look.name)}</h1>
${items.length === 0 ? '<p>No alerts yet.</p>' : `<ol class="posts">\n${items.join('\n')}\n</ol>`}
<nav class="ways" aria-label="More"><a class="link" href="${pathOf(slug)}" target="_blank" rel="noopener">All alerts</a></nav>`,
  };
}

/** Its logo and band as the theme has them, whatever the reader's device prefers. */
export function lookIn(look: Look, theme: WidgetTheme): Look {
  // Links below would open in the frame.
  const bare = { ...look, links: [] };
  if (theme === 'auto' || !look.logoDark) return bare;
  if (theme === 'light') return { ...bare, logoDark: null };
  return { ...bare, color: look.darkColor, logo: look.logoDark, logoDark: null };
}
