import { defineCollection } from 'astro:content';
import { z } from 'astro/zod';
import { markdown, reachTables } from './markdown.ts';

/** The five steps, one file each. Their worked examples are counted from the record (site/guide). */
export const guide = defineCollection({
  loader: markdown('guide', reachTables),
  schema: z.object({
    title: z.string(),
    /** As the list of steps has it. */
    short: z.string(),
    order: z.number().int().min(1).max(5),
    /** The question that the step answers. */
    lead: z.string(),
    /** Whether the product does it today; what it does not yet, the text says first. */
    available: z.enum(['now', 'partly', 'later']),
    /** What stands written down when the step is done. */
    done: z.array(z.string()).min(2).max(4),
  }),
});
