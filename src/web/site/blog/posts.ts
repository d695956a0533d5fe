import { getCollection } from 'astro:content';
import type { PostData } from '../../content/blog-schema.ts';
import { fillFacts } from './facts.ts';
import { inOrder, type Post } from './order.ts';
import { countWords, readTime } from './read-time.ts';

/** What the collection holds of a post; its own types exist only after a build. */
type Entry = { data: PostData; rendered?: { html: string } | undefined };

/** Every post, newest first, with its figures filled in. */
export async function getPosts(): Promise<Post[]> {
  const entries: readonly Entry[] = await getCollection('blog');
  return inOrder(
    entries.map(({ data, rendered }) => {
      const html = fillFacts(rendered?.html ?? '');
      const words = countWords(html);
      return { ...data, path: `/blog/${data.id}`, html, words, readTime: readTime(words) };
    }),
  );
}
