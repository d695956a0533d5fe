import * as z from 'zod/mini';
import { ADD_ON_IDS, PLAN_IDS } from './plans.ts';
import { stopSchema } from './sending.ts';
import { STANDINGS } from './standing.ts';

const when = z.iso.datetime();
const planId = z.enum(PLAN_IDS);

/** /api/v1/usage: what of the plan is used, for every member. Times are ISO in UTC, `null` no limit. */
export const usageSchema = z.object({
  plan: z.object({ id: planId, name: z.string(), standing: z.enum(STANDINGS), ends: z.nullable(when) }),
  alerts: z.object({
    month: z.string().check(z.regex(/^\d{4}-\d\d$/)),
    used: z.int(),
    allowed: z.nullable(z.int()),
    remaining: z.nullable(z.int()),
    withheld: z.int(),
    resetsAt: when,
  }),
  brands: z.object({ used: z.int(), allowed: z.nullable(z.int()) }),
  addOns: z.array(z.enum(ADD_ON_IDS)),
  /** Alerts that the operator holds back for now; `channel` null means every one. */
  stopped: z.nullable(z.object({ reason: z.string(), since: when, channel: z.nullable(z.string()) })),
  /** What members have stopped. */
  stops: z.array(stopSchema),
  paused: z.array(
    z.object({
      kind: z.enum(['brand', 'rule', 'contacts']),
      name: z.string(),
      reason: z.string(),
      liftedBy: z.nullable(planId),
    }),
  ),
});
export type Usage = z.infer<typeof usageSchema>;
