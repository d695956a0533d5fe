import { defineCollection } from 'astro:content';
import { z } from 'astro/zod';
import { markdown } from './markdown.ts';

export const legal = defineCollection({
  loader: markdown('legal'),
  schema: z.object({
    title: z.string(),
    description: z.string(),
    /** As it is printed. */
    updated: z.string(),
  }),
});
