import type { Tx } from '#src/db/database.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { siteConfig } from '#src/shared/site-config.ts';
import { afterSupportHours } from '#src/shared/support-hours.ts';

/** When an answer is promised, and whether the plan had priority support at that time. */
export type Promised = { priority: boolean; answerBy: Date };

/** How soon the plan of the workspace in sight has its people answered. */
export async function levelOf(tx: Tx, now: Date): Promise<{ priority: boolean; withinHours: number }> {
  const priority = (await workspacePlan(tx, now)).entitlements.prioritySupport;
  const { answerWithin } = siteConfig;
  return { priority, withinHours: priority ? answerWithin.priority : answerWithin.standard };
}

export async function promiseOf(tx: Tx, at: Date): Promise<Promised> {
  const { priority, withinHours } = await levelOf(tx, at);
  return { priority, answerBy: new Date(afterSupportHours(at.getTime(), withinHours)) };
}
