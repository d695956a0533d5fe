import { defineCollection } from 'astro:content';
import { z } from 'astro/zod';
import { FAQ_GROUPS } from './faq-groups.ts';
import { markdown, reachTables } from './markdown.ts';

/** One question a file. The page /faq shows them all, the guide those marked for it. */
export const faq = defineCollection({
  loader: markdown('faq', reachTables),
  schema: z.object({
    question: z.string(),
    group: z.enum(FAQ_GROUPS),
    /** Place among all questions. */
    order: z.number().int(),
    /** Also below the guide. */
    guide: z.boolean().default(false),
  }),
});
