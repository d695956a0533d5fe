import { and, eq, gt, isNull, isNotNull, lte } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { deputyPeriods } from '#src/db/schema.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import type { StoredAssessment } from '../../approval/policies/assessments.ts';
import { policyInForce } from '../../approval/policies/in-force.ts';
import { spentBy, standingOf, votesOf, whoStillMay } from '../../approval/policies/who-may.ts';
import type { EngineEnqueue } from '../../enqueue.ts';
import { askInChats } from '../by-chat/ask.ts';
import { askInBrowsers } from '../by-notification/ask.ts';
import { newestRevision } from '../review.ts';
import { authorsOf, readAbout } from '../reviewed.ts';

type Step = { workspaceId: string; alertId: string; now: Date };

/**
 * Asks the deputies of those whose absence has begun since an alert that waits was looked at last, by email and in their
 * chats: it was asked about before they could decide on it. Who decides in their own right was asked then.
 */
export async function askNewDeputies(
  tx: Tx,
  enqueue: EngineEnqueue,
  step: Step,
  { since, judged }: { since: Date; judged: StoredAssessment | null },
): Promise<void> {
  const { workspaceId, alertId, now } = step;
  if (workspaceId === DEMO_WORKSPACE_ID) return;
  const began = await tx
    .selectDistinct({ userId: deputyPeriods.deputyId })
    .from(deputyPeriods)
    .where(
      and(
        eq(deputyPeriods.workspaceId, workspaceId),
        isNotNull(deputyPeriods.deputyId),
        isNull(deputyPeriods.endedAt),
        gt(deputyPeriods.startsAt, since),
        lte(deputyPeriods.startsAt, now),
        gt(deputyPeriods.endsAt, now),
      ),
    );
  const revision = began.length === 0 ? null : await newestRevision(tx, alertId);
  if (!revision) return;
  const about = await readAbout(tx, alertId);
  const question = {
    policy: policyInForce(judged),
    authors: await authorsOf(tx, about),
    alert: about.alert,
    now,
  };
  const spent = spentBy(await whoStillMay(tx, await votesOf(tx, alertId, revision.hash), question));
  const deputies: { userId: string }[] = [];
  for (const { userId } of began) {
    if (userId === null) continue;
    const { absent } = await standingOf(tx, { ...question, spent }, { workspaceId, userId });
    if (absent) deputies.push({ userId });
  }
  if (deputies.length === 0) return;
  const asked = { workspaceId, alertId, revision: revision.hash, why: 'waiting' as const };
  await askInChats(tx, asked);
  await askInBrowsers(tx, enqueue, asked, deputies);
  await enqueue(tx, 'approval-mail', ...deputies.map((deputy) => ({ ...asked, ...deputy })));
}
