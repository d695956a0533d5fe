import { defineCollection } from 'astro:content';
import { z } from 'astro/zod';
import { markdown, reachTables } from './markdown.ts';

/** What goes wrong now and then, one file each. */
export const help = defineCollection({
  loader: markdown('help', reachTables),
  schema: z.object({
    title: z.string(),
    group: z.enum(['Signing in', 'Alerts', 'Your account']),
    order: z.number().int(),
  }),
});
