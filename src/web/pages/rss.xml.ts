import rss from '@astrojs/rss';
import { siteConfig } from '#src/shared/site-config.ts';
import { feedBody } from '../site/blog/body.ts';
import { getPosts } from '../site/blog/posts.ts';
import { ORIGIN } from '../site/origin.ts';

/** The blog as a feed, whole texts. */
export async function GET(): Promise<Response> {
  const posts = await getPosts();
  return rss({
    title: `${siteConfig.name} blog`,
    description: 'Notes for people who send alerts to traders.',
    site: ORIGIN,
    trailingSlash: false,
    customData: '<language>en-gb</language>',
    items: posts.map((post) => ({
      title: post.title,
      description: post.excerpt,
      link: post.path,
      pubDate: post.date,
      categories: [post.category],
      content: feedBody(post.html, ORIGIN + post.path, ORIGIN),
    })),
  });
}
