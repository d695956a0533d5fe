import { z } from 'astro/zod';

/** The small drawings that stand for a post in the list; each is a file in site/blog/pictures. */
export const PICTURES = ['thresholds', 'anatomy', 'crossings', 'lanes'] as const;

/** What stands above a post's text. The read time is not written down: it is counted (site/blog/read-time.ts). */
export const postSchema = z.object({
  /** The post's address is /blog/{id}. */
  id: z.number().int().positive(),
  /** A readable address that leads to the post: /blog/{slug}. */
  slug: z.string().regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/),
  title: z.string().min(1).max(90),
  excerpt: z.string().min(1).max(240),
  image: z.enum(PICTURES),
  author: z.string().min(1),
  authorRole: z.string().min(1),
  /** A picture's address on this site, such as '/people/name.webp'; null shows the first letter of the name. */
  authorImage: z.string().startsWith('/').nullable(),
  date: z.coerce.date(),
  category: z.string().min(1),
});
export type PostData = z.infer<typeof postSchema>;
export type PictureName = PostData['image'];
