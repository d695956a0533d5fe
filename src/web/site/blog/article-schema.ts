import { siteConfig } from '#src/shared/site-config.ts';
import { sharePicturePath } from '../share.ts';
import { isoDay } from './day.ts';
import type { Post } from './order.ts';

/** A post as schema.org describes one. `origin` is the site's own address, without a slash at its end. */
export function articleSchema(post: Post, origin: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: post.title,
    description: post.excerpt,
    image: origin + sharePicturePath(post.path),
    datePublished: isoDay(post.date),
    articleSection: post.category,
    wordCount: post.words,
    inLanguage: 'en',
    author: { '@type': 'Person', name: post.author, jobTitle: post.authorRole },
    publisher: { '@type': 'Organization', name: siteConfig.legalEntity, url: origin },
    mainEntityOfPage: origin + post.path,
    url: origin + post.path,
  };
}
