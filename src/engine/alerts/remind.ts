import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { alertAssessments, members } from '#src/db/schema.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import { PERMISSIONS } from '#src/shared/permissions.ts';
import { REMINDER } from '#src/shared/review.ts';
import { noteReminder } from '../approval/notice.ts';
import type { StoredAssessment } from '../approval/policies/assessments.ts';
import { policyInForce } from '../approval/policies/in-force.ts';
import { spentBy, standingOf, votesOf, whoStillMay } from '../approval/policies/who-may.ts';
import type { EngineEnqueue } from '../enqueue.ts';
import { askByEmail } from './by-email/ask.ts';
import { newestRevision } from './review.ts';
import { authorsOf, readAbout } from './reviewed.ts';

type Step = { workspaceId: string; alertId: string; now: Date };
const MINUTE_MS = 60_000;

/** Whether the approvers of an alert that waits from one moment to the other have to be reminded of it now. */
export function isReminderDue(
  { from, at }: { from: Date; at: Date },
  { remindedAt, escalatedAt }: Pick<StoredAssessment, 'remindedAt' | 'escalatedAt'>,
  now: Date,
): boolean {
  if (remindedAt !== null || escalatedAt !== null) return false;
  const wait = at.getTime() - from.getTime();
  const left = at.getTime() - now.getTime();
  return wait >= REMINDER.waitMin * MINUTE_MS && left <= wait / 2 && left >= REMINDER.leftMin * MINUTE_MS;
}

/**
 * Reminds those who may decide on an alert under its policy, once: a notification and an email each, which looks at the
 * policy again when it's sent. Who has approved already isn't reminded. @returns whether anyone has a notification
 */
export async function remindApprovers(
  tx: Tx,
  enqueue: EngineEnqueue,
  step: Step,
  judged: StoredAssessment,
): Promise<boolean> {
  const { workspaceId, alertId, now } = step;
  const revision = await newestRevision(tx, alertId);
  if (!revision || workspaceId === DEMO_WORKSPACE_ID) return false;
  await tx
    .update(alertAssessments)
    .set({ remindedAt: now })
    .where(and(eq(alertAssessments.workspaceId, workspaceId), eq(alertAssessments.alertId, alertId)));
  const about = await readAbout(tx, alertId);
  const [policy, authors] = [policyInForce(judged), await authorsOf(tx, about)];
  const question = { policy, authors, alert: about.alert, now };
  const votes = await votesOf(tx, alertId, revision.hash);
  const voted = new Set(votes);
  const spent = spentBy(await whoStillMay(tx, votes, question));
  const people = await tx
    .select({ userId: members.userId })
    .from(members)
    .where(
      and(eq(members.workspaceId, workspaceId), inArray(members.role, [...PERMISSIONS['alerts:approve']])),
    );
  const approvers: string[] = [];
  for (const { userId } of people)
    if (
      !voted.has(`user:${userId}`) &&
      (await standingOf(tx, { ...question, spent }, { workspaceId, userId })).refusal === null
    )
      approvers.push(userId);
  await askByEmail(tx, enqueue, { workspaceId, alertId, revision: revision.hash, why: 'reminder' });
  return noteReminder(tx, { ...step, title: about.alert.title ?? '' }, approvers);
}
