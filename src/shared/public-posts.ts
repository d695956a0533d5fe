import * as z from 'zod/mini';

/** Where anyone can read an alert, and whether it was taken off there. */
export const publicPostSchema = z.object({
  hidden: z.boolean(),
  pages: z.array(z.object({ name: z.string(), url: z.string() })),
});
export type PublicPost = z.infer<typeof publicPostSchema>;

export const publicPostChangeSchema = z.object({ hidden: z.boolean('hidden is true or false') });
