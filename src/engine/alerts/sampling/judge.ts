import { and, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { type Actor, recordActivity } from '#src/db/queries/activity.ts';
import { supervisorySamples, workspaces } from '#src/db/schema.ts';
import { recordFinding } from '#src/ledger/finding.ts';
import { AppError } from '#src/shared/errors.ts';
import type { JudgementForm } from '#src/shared/samples.ts';

type Judgement = {
  workspaceId: string;
  alertId: string;
  form: JudgementForm;
  by: { userId: string; name: string; email: string };
  actor: Actor;
  /** Of the alert: who last changed its rule, and who wrote or edited it. */
  authors: readonly string[];
  title: string;
  brandId: string;
  now: Date;
};

export const WROTE_IT = 'You last changed this rule, or wrote this text. Someone else has to check it.';

/**
 * A reviewer's judgement of an alert that went out without a review. The first one counts. The last step of its
 * transaction, as it ends on the ledger.
 * @throws AppError not_found, sample_judged, revision_changed, not_approver
 */
export async function judgeSample(tx: Tx, judgement: Judgement): Promise<void> {
  const { workspaceId, alertId, form, by, now, authors } = judgement;
  const mine = and(eq(supervisorySamples.workspaceId, workspaceId), eq(supervisorySamples.alertId, alertId));
  const [sample] = await tx.select().from(supervisorySamples).where(mine).for('update');
  if (!sample) throw new AppError('not_found', 'This alert wasn’t selected for a check.');
  if (sample.verdict !== null) throw new AppError('sample_judged');
  if (sample.revisionHash !== form.revision)
    throw new AppError('revision_changed', undefined, { details: { revision: sample.revisionHash } });
  if (authors.includes(by.userId)) throw new AppError('not_approver', WROTE_IT);
  const note = form.note || null;
  const category = form.category ?? null;
  await tx
    .update(supervisorySamples)
    .set({ verdict: form.verdict, category, note, judgedBy: `user:${by.userId}`, judgedAt: now })
    .where(mine);
  await recordActivity(tx, {
    workspaceId,
    actor: judgement.actor,
    action: 'alert.checked',
    subject: judgement.title,
    at: now,
  });
  const [workspace] = await tx
    .select({ name: workspaces.name })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  const { policyId: id, policyName: name, policyVersion: version } = sample;
  await recordFinding(tx, {
    workspaceId,
    alertId,
    at: now,
    finding: category ?? 'none',
    revision: sample.revisionHash,
    by: { ...by, entity: workspace?.name ?? null },
    reason: note,
    about: { brand: judgement.brandId, policy: { id, name, version } },
  });
}
