import type { PostData } from '../../content/blog-schema.ts';

/** What the blog knows of a post besides its text. `path` is its address on this site. */
export type Post = Omit<PostData, 'date'> & {
  date: Date;
  path: string;
  html: string;
  words: number;
  readTime: string;
};

/**
 * Newest first.
 * @throws Error when two posts claim the same id or the same slug: their addresses would be one
 */
export function inOrder<P extends Pick<PostData, 'id' | 'slug' | 'date'>>(posts: readonly P[]): P[] {
  for (const key of ['id', 'slug'] as const) {
    const seen = new Set<string | number>();
    for (const post of posts) {
      if (seen.has(post[key])) throw new Error(`Two posts have the ${key} ${post[key]}.`);
      seen.add(post[key]);
    }
  }
  return posts.toSorted((a, b) => b.date.getTime() - a.date.getTime());
}

/** What to read next: up to `count` other posts, newest first. */
export function othersThan<P extends { id: number }>(posts: readonly P[], id: number, count = 3): P[] {
  return posts.filter((post) => post.id !== id).slice(0, count);
}

/** Readable addresses and where they lead: `/blog/a-title` to `/blog/1`. */
export function slugRedirects(posts: readonly Pick<Post, 'slug' | 'path'>[]): Record<string, string> {
  return Object.fromEntries(posts.map(({ slug, path }) => [`/blog/${slug}`, path]));
}
