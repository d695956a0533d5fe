import { and, asc, desc, eq, ne } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { actorNames } from '#src/db/queries/actor-names.ts';
import { alerts, revisions } from '#src/db/schema.ts';
import { REVIEW_HOURS, type Review } from '#src/shared/review.ts';
import { documentsOf } from '#src/shared/content/content.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import {
  shownAssessment,
  type StoredAssessment,
  storedAssessment,
} from '../approval/policies/assessments.ts';
import { barOn } from '../barred/bar-on.ts';
import { COMPOSED_DETECTOR } from '#src/shared/composed.ts';
import { readMove } from '../approval/freshness/read-move.ts';
import { policyInForce } from '../approval/policies/in-force.ts';
import { actingKey } from '#src/shared/approving-person.ts';
import {
  type Counted,
  lacksClient,
  spentBy,
  standingOf,
  votesOf,
  whoStillMay,
} from '../approval/policies/who-may.ts';
import { type Plan, planOf } from './composed/plan.ts';
import { nameOfMember } from './deputy-names.ts';
import { expiryOf } from './dispatch.ts';
import { editableText } from './edit/edit-document.ts';
import { authorsOf, readAbout } from './reviewed.ts';
import { targetsOf } from './targets.ts';

type Alert = typeof alerts.$inferSelect;

/**
 * When an alert that waits for a review is given up: with the last of its routes, as the others can still send it until
 * then, and at the latest when its policy has waited long enough, a day unless it says. Once owners have been asked, as
 * long again. `from`: since when it waits. `isNews`: whether one of its routes would still send it at a moment.
 */
export async function lapseOf(
  tx: Tx,
  alert: Alert,
  judged: StoredAssessment | null,
): Promise<{ from: Date; at: Date; isNews: (now: Date) => boolean }> {
  const plan = alert.detector === COMPOSED_DETECTOR ? await planOf(tx, alert.id) : null;
  if (plan) return planned(judged, alert, plan);
  const since = judged?.waitsSince ?? alert.createdAt;
  const targets = await targetsOf(tx, { ...alert, onlyTo: null });
  const ends = targets.map(
    (target) => expiryOf({ createdAt: since }, target)?.getTime() ?? Number.POSITIVE_INFINITY,
  );
  const newsUntil = ends.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...ends);
  const waits = judged?.policyContent.waitsMinutes ?? null;
  const from = judged?.escalatedAt ?? since;
  // A policy without a limit of its own waits as long as the routes say; routes without an end leave it a day.
  const waitsUntil =
    waits !== null
      ? from.getTime() + waits * 60_000
      : Math.max(
          from.getTime() + (Number.isFinite(newsUntil) ? 0 : REVIEW_HOURS * 3_600_000),
          ...ends.filter(Number.isFinite),
        );
  return {
    from,
    at: new Date(Math.min(newsUntil, waitsUntil)),
    isNews: (now) => now.getTime() < newsUntil,
  };
}

/** One with a time of its own waits until then, unless its policy gives up before. */
function planned(judged: StoredAssessment | null, alert: Alert, { sendAt }: Plan) {
  const from = judged?.escalatedAt ?? alert.createdAt;
  const waits = judged?.policyContent.waitsMinutes ?? null;
  const until = waits === null ? Number.POSITIVE_INFINITY : from.getTime() + waits * 60_000;
  return {
    from,
    at: new Date(Math.min(sendAt.getTime(), until)),
    isNews: (now: Date) => now.getTime() < sendAt.getTime(),
  };
}

/**
 * What there is to decide on; null where the alert doesn't wait for a review.
 * @param userId the member who asks; null for a program, which decides nothing, and for client approvers
 */
export async function reviewOf(
  tx: Tx,
  alertId: string,
  userId: string | null,
  now: Date,
): Promise<Review | null> {
  const [alert] = await tx
    .select()
    .from(alerts)
    .where(and(eq(alerts.id, alertId), eq(alerts.state, 'pending_review')));
  const revision = alert && (await newestRevision(tx, alertId));
  if (!alert || !revision) return null;
  // An edit keeps the languages and their order.
  const written = await firstDocuments(tx, alertId);
  const waiting = and(
    eq(alerts.workspaceId, alert.workspaceId),
    eq(alerts.state, 'pending_review'),
    ne(alerts.id, alertId),
  );
  const judged = await storedAssessment(tx, alertId);
  const policy = policyInForce(judged);
  const authors = await authorsOf(tx, await readAbout(tx, alertId));
  const question = { policy, authors, alert, now };
  const voters = await whoStillMay(tx, await votesOf(tx, alertId, revision.hash), question);
  const mine = userId === null ? null : { workspaceId: alert.workspaceId, userId };
  const others = voters.filter(({ key }) => key !== `user:${userId}`);
  const standing = mine && (await standingOf(tx, { ...question, spent: spentBy(others) }, mine));
  const [next] = await tx
    .select({ id: alerts.id })
    .from(alerts)
    .where(waiting)
    .orderBy(asc(alerts.createdAt), asc(alerts.id))
    .limit(1);
  return {
    texts: documentsOf(revision.content).map((document, at) => editableText(document, written[at])),
    revision: { n: revision.n, hash: revision.hash, createdAt: revision.createdAt.toISOString() },
    lapsesAt: (await lapseOf(tx, alert, judged)).at.toISOString(),
    unanswered: judged?.policyContent.unanswered ?? 'expire',
    escalated: judged?.escalatedAt !== null && judged?.escalatedAt !== undefined,
    needs: judged?.policyContent.needs ?? 1,
    approvals: await namesOf(tx, voters),
    needsClient: judged !== null && lacksClient(judged.policyContent, voters),
    refusal: standing && standing.refusal,
    inPlaceOf: standing?.absent
      ? {
          name: await nameOfMember(tx, standing.absent.userId),
          until: standing.absent.until.toISOString(),
        }
      : null,
    moved: await movedWords(tx, judged, now),
    barred: (await barOn(tx, alert, now))?.reason ?? null,
    askedAgainAt: judged?.askedAgainAt?.toISOString() ?? null,
    assessment: judged && shownAssessment(judged),
    next: next?.id ?? null,
    others: await tx.$count(alerts, waiting),
  };
}

async function movedWords(tx: Tx, judged: StoredAssessment | null, now: Date): Promise<string | null> {
  const move = await readMove(tx, judged, now);
  return move && (move.wasAsked || move.isTooFar) ? move.says : null;
}

/** What was written, before anybody edited it. */
async function firstDocuments(tx: Tx, alertId: string): Promise<AlertDocument[]> {
  const [first] = await tx
    .select({ content: revisions.content })
    .from(revisions)
    .where(eq(revisions.alertId, alertId))
    .orderBy(asc(revisions.n))
    .limit(1);
  return documentsOf(first?.content);
}

export async function newestRevision(tx: Tx, alertId: string): Promise<typeof revisions.$inferSelect | null> {
  const [revision] = await tx
    .select()
    .from(revisions)
    .where(eq(revisions.alertId, alertId))
    .orderBy(desc(revisions.n))
    .limit(1);
  return revision ?? null;
}

async function namesOf(tx: Tx, voters: readonly Counted[]): Promise<string[]> {
  const keys = voters.map(({ key, absent }) => actingKey(key, absent));
  const names = await actorNames(tx, keys);
  return keys.map((key) => names.get(key) ?? 'a former member');
}
