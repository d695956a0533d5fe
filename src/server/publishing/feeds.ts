import type { Post, Publication } from '#src/publishing/publishing.ts';
import { PLACE_FEEDS } from '#src/shared/public-places.ts';
import { escape } from '../shared/page.ts';
import { correctedHtml, postHtml } from './post-html.ts';
import { leadOf, pathOf, picturePath, titleOf } from './words.ts';

const [RSS, JSON_FEED] = PLACE_FEEDS;

/** Text for XML 1.0, which has no way to write most control characters, nor half of a pair. */
const xml = (text: string): string =>
  escape(text.toWellFormed().replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, ''));

/** The same whatever the page is called. */
const idOf = ({ id }: Post): string => `urn:uuid:${id}`;
const contentOf = (post: Post, found: Publication, origin: string): string =>
  correctedHtml(post, found.times) + postHtml(post, { ...found, origin });
const cardOf = ({ words }: Post) =>
  words.media.find(({ hash }) => hash === words.post.card) ??
  words.media.find(({ hash }) => hash === words.post.chart);

/** RSS 2.0, newest first. */
export function rssOf(found: Publication, origin: string): string {
  const { slug, posts, look } = found;
  const changed = Math.max(0, ...posts.map(({ changedAt }) => changedAt.getTime()));
  const items = posts.map((post) => {
    const card = cardOf(post);
    const size = card && found.sizes.get(card.hash);
    return `<item>
<title>${xml(post.words.post.headline)}</title>
<link>${xml(origin + pathOf(slug, post.id))}</link>
<guid isPermaLink="false">${idOf(post)}</guid>
<pubDate>${post.publishedAt.toUTCString()}</pubDate>
<description>${xml(contentOf(post, found, origin))}</description>
${card && size ? `<enclosure url="${xml(origin + picturePath(slug, post, card.hash))}" length="${size}" type="${xml(card.type)}"/>\n` : ''}</item>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${xml(titleOf(found))}</title>
<link>${xml(origin + pathOf(slug))}</link>
<description>${xml(`The newest alerts from ${look.name}.`)}</description>
${posts[0] ? `<language>${xml(posts[0].words.post.language)}</language>\n<lastBuildDate>${new Date(changed).toUTCString()}</lastBuildDate>\n` : ''}<atom:link rel="self" type="${RSS.type}" href="${xml(origin + pathOf(slug, RSS.path))}"/>
${items.join('\n')}
</channel>
</rss>
`;
}

/** JSON Feed 1.1 (jsonfeed.org), newest first. */
export function jsonFeedOf(found: Publication, origin: string): object {
  const { slug, posts, look } = found;
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: titleOf(found),
    description: `The newest alerts from ${look.name}.`,
    home_page_url: origin + pathOf(slug),
    feed_url: origin + pathOf(slug, JSON_FEED.path),
    ...(look.logo && { icon: `${origin}/media/${look.logo.hash}.png` }),
    authors: [{ name: look.name }],
    items: posts.map((post) => {
      const card = cardOf(post);
      const size = card && found.sizes.get(card.hash);
      const picture = card && origin + picturePath(slug, post, card.hash);
      return {
        id: idOf(post),
        url: origin + pathOf(slug, post.id),
        title: post.words.post.headline,
        summary: leadOf(post),
        content_html: contentOf(post, found, origin),
        content_text: [post.words, ...post.updates].map(({ text }) => text).join('\n\n'),
        date_published: post.publishedAt.toISOString(),
        date_modified: post.changedAt.toISOString(),
        language: post.words.post.language,
        ...(picture && { image: picture }),
        ...(picture &&
          size && { attachments: [{ url: picture, mime_type: card.type, size_in_bytes: size }] }),
      };
    }),
  };
}
