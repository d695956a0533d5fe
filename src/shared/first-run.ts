import * as z from 'zod/mini';

/**
 * What a new workspace does first, in this order. A step is shown once a part of the account area offers it
 * (Feature.firstRun), and done when the server says so.
 */
export const FIRST_RUN_STEPS = ['confirm', 'trial', 'look', 'rule', 'brand', 'team', 'plan'] as const;
export type FirstRunStep = (typeof FIRST_RUN_STEPS)[number];

/** The signed-in person's progress; `dismissed`: they don't want to see it again. */
export const firstRunSchema = z.object({
  done: z.array(z.enum(FIRST_RUN_STEPS)),
  dismissed: z.boolean(),
});
export type FirstRun = z.infer<typeof firstRunSchema>;

/** What only the person can tell us. Omitted fields stay as they are. */
export const firstRunChangeSchema = z.object({
  looked: z.optional(z.literal(true)),
  dismissed: z.optional(z.boolean()),
});
export type FirstRunChange = z.infer<typeof firstRunChangeSchema>;
