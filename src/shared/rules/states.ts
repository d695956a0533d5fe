import * as z from 'zod/mini';

/** One request pauses or resumes so many rules at most. */
export const STATES_MAX = 100;

/** What POST /api/v1/rules/states is told. */
export const ruleStatesFormSchema = z.object({
  ids: z.array(z.uuid('A rule is named by its id.'), 'Name the rules by their ids.').check(
    z.minLength(1, 'Name at least one rule.'),
    z.maxLength(STATES_MAX, `You can pause or resume ${STATES_MAX} rules at once.`),
    z.refine((ids) => new Set(ids.map((id) => id.toLowerCase())).size === ids.length, 'Name each rule once.'),
  ),
  paused: z.boolean('`paused` is true or false.'),
});
export type RuleStatesForm = z.infer<typeof ruleStatesFormSchema>;

/** What became of each rule, in the order of the request: its state now, or why it wasn't changed. */
export const ruleStatesSchema = z.object({
  items: z.array(
    z.object({
      id: z.uuid(),
      state: z.nullable(z.enum(['active', 'paused'])),
      /** False where it was in that state before. */
      changed: z.boolean(),
      refusal: z.nullable(z.object({ code: z.string(), detail: z.string() })),
    }),
  ),
});
export type RuleStates = z.infer<typeof ruleStatesSchema>;
