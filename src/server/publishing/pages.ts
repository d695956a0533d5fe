import { writeCursor } from '#src/db/queries/cursor.ts';
import type { Post, Publication } from '#src/publishing/publishing.ts';
import { FORMATS } from '#src/shared/content/picture-formats.ts';
import { PLACE_FEEDS } from '#src/shared/public-places.ts';
import { escape } from '../shared/page.ts';
import { postHtml, timeTag } from './post-html.ts';
import { PUBLIC_STYLE } from './style.ts';
import { leadOf, pathOf, picturePath, titleOf } from './words.ts';

type Page = { title: string; main: string; head?: string; css?: string; listed?: boolean };

/** The newest alerts. @param isFirst whether it is the newest of all, which is the one to be listed */
export function listingPage(found: Publication, origin: string, isFirst: boolean): Page {
  const { slug, posts, next, look } = found;
  const items = posts.map((post) => itemHtml(post, found)).join('\n');
  const older = next
    ? [`<a class="link" href="${pathOf(slug)}?before=${writeCursor(next)}" rel="next">Older alerts</a>`]
    : [];
  const newest = isFirst ? [] : [`<a class="link" href="${pathOf(slug)}">Newest alerts</a>`];
  const title = titleOf(found);
  return {
    title: 'Alerts',
    css: PUBLIC_STYLE,
    listed: isFirst,
    head: headOf(found, origin, {
      url: `${origin}${pathOf(slug)}`,
      properties: [
        ['og:type', 'website'],
        ['og:title', title],
        ['og:description', `The newest alerts from ${look.name}.`],
      ],
    }),
    main: `<h1>Alerts</h1>
${posts.length === 0 ? '<p>No alerts yet. They appear here as soon as they are published.</p>' : `<ol class="posts">\n${items}\n</ol>`}
${ways([...newest, ...older, ...feedLinks(slug)])}`,
  };
}

function itemHtml(post: Post, { slug, times }: Publication): string {
  const marks = [
    ...(post.correctedAt ? ['Corrected'] : []),
    ...(post.updates.length > 0
      ? [post.updates.length === 1 ? 'Updated' : `${post.updates.length} updates`]
      : []),
  ].map((mark) => `<span class="mark">${mark}</span>`);
  return `<li lang="${escape(post.words.post.language)}"><p class="slug">${timeTag(post.publishedAt, times)}${marks.join('')}</p>
<h2><a href="${pathOf(slug, post.id)}">${escape(post.words.post.headline)}</a></h2>
<p>${escape(leadOf(post))}</p></li>`;
}

/** One alert, with what other sites show of a link to it. */
export function postPage(found: Publication, post: Post, origin: string): Page {
  const { slug, times, look } = found;
  const { words } = post;
  const card = words.media.find(({ hash }) => hash === words.post.card);
  const { width, height } = FORMATS.social;
  return {
    title: words.post.headline,
    css: PUBLIC_STYLE,
    listed: true,
    head: headOf(found, origin, {
      url: `${origin}${pathOf(slug, post.id)}`,
      properties: [
        ['og:type', 'article'],
        ['og:title', words.post.headline],
        ['og:description', leadOf(post)],
        ['article:published_time', post.publishedAt.toISOString()],
        ['article:modified_time', post.changedAt.toISOString()],
        ...(card
          ? ([
              ['og:image', `${origin}${picturePath(slug, post, card.hash)}`],
              ['og:image:type', card.type],
              ['og:image:width', String(width)],
              ['og:image:height', String(height)],
              ['og:image:alt', card.alt],
              ['twitter:card', 'summary_large_image'],
            ] as const)
          : []),
      ],
    }),
    main: `<article lang="${escape(words.post.language)}">
<p class="slug">${timeTag(post.publishedAt, times)}${post.correctedAt ? `<span class="mark">Corrected ${timeTag(post.correctedAt, times)}</span>` : ''}</p>
<h1>${escape(words.post.headline)}</h1>
${postHtml(post, { slug, times, origin: '' })}
</article>
${ways([`<a class="link" href="${pathOf(slug)}">All alerts from ${escape(look.name)}</a>`, ...feedLinks(slug)])}`,
  };
}

/** The same for every reason, so that nobody learns which. */
export const nonePage = (): Page => ({
  title: 'There is no such page',
  main: `<h1>There is no such page</h1>
<p>The address may be incomplete, or the page was paused or deleted. Ask the sender for a new address.</p>`,
});

export const busyPage = (seconds: number): Page => ({
  title: 'Too many requests',
  main: `<h1>Too many requests</h1>
<p>Your network asked for too many pages. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.</p>`,
});

const ways = (links: readonly string[]): string =>
  `<nav class="ways" aria-label="More">${links.join('\n')}</nav>`;
const feedLinks = (slug: string): string[] =>
  PLACE_FEEDS.map(({ path, title }) => `<a class="link" href="${pathOf(slug, path)}">${title}</a>`);

function headOf(
  found: Publication,
  origin: string,
  { url, properties }: { url: string; properties: readonly (readonly [string, string])[] },
): string {
  const feeds = PLACE_FEEDS.map(
    ({ path, title, type }) =>
      `<link rel="alternate" type="${type}" title="${escape(`${titleOf(found)}, ${title}`)}" href="${escape(origin + pathOf(found.slug, path))}">`,
  );
  const description = properties.find(([name]) => name === 'og:description')?.[1] ?? '';
  const said = [...properties, ['og:url', url] as const, ['og:site_name', found.look.name] as const].map(
    ([name, content]) => `<meta property="${name}" content="${escape(content)}">`,
  );
  return `${[`<meta name="description" content="${escape(description)}">`, `<link rel="canonical" href="${escape(url)}">`, ...feeds, ...said].join('\n')}\n`;
}
