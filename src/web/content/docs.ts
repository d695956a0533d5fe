import { defineCollection } from 'astro:content';
import { z } from 'astro/zod';
import { DOC_GROUPS } from './docs-groups.ts';
import { markdown } from './markdown.ts';

/** The documentation: /documentation/{id}. Its tables that come from data are put in by site/docs/page-html.ts. */
export const docs = defineCollection({
  loader: markdown('docs'),
  schema: z.object({
    title: z.string(),
    description: z.string(),
    group: z.enum(DOC_GROUPS),
    /** Place within the group. */
    order: z.number(),
    /** How much of what the page describes can be used today; the page says what, in its own words. */
    available: z.enum(['now', 'partly', 'later']),
    /** Headings that this page once had, and where each is now: `old: page#heading`. */
    moved: z.record(z.string(), z.string()).default({}),
  }),
});
