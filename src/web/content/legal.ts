import { defineCollection } from 'astro:content';
import { z } from 'astro/zod';
import { markdown, reachTables } from './markdown.ts';

export const legal = defineCollection({
  loader: markdown('legal', reachTables),
  schema: z.object({
    title: z.string(),
    description: z.string(),
    /** As it is printed. */
    updated: z.string(),
  }),
});
