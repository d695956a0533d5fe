import * as z from 'zod/mini';

export const trialRunSchema = z.object({ id: z.uuid() });
export type TrialRun = z.infer<typeof trialRunSchema>;
/** How a trial run stands. */
export const trialRunResultSchema = z.object({
  id: z.uuid(),
  state: z.enum(['queued', 'done', 'nothing_found', 'failed']),
  rule: z.string(),
  reason: z.nullable(z.string()),
  alertId: z.nullable(z.uuid()),
  repeated: z.boolean(),
});
export type TrialRunResult = z.infer<typeof trialRunResultSchema>;
