import { eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { alertAssessments } from '#src/db/schema.ts';
import type { ApprovalInputs } from '#src/shared/approval-inputs.ts';
import type { Assessment } from '#src/shared/approval.ts';
import { assess } from './assess.ts';
import type { Judged } from './chosen.ts';

export type StoredAssessment = typeof alertAssessments.$inferSelect;

type Step = { workspaceId: string; alertId: string; now: Date };

/** Keeps what a policy decided and by what. */
export async function keepAssessment(
  tx: Tx,
  { workspaceId, alertId, now }: Step,
  { policy, assessed }: Judged,
  inputs: ApprovalInputs,
): Promise<void> {
  const known = {
    policyId: policy.id,
    policyName: policy.name,
    policyVersion: policy.version,
    policyContent: policy.content,
    inputs,
    outcome: assessed.outcome,
    score: assessed.score,
    createdAt: now,
  };
  await tx
    .insert(alertAssessments)
    .values({ workspaceId, alertId, ...known })
    // One that is a draft again, after a crash, is judged again.
    .onConflictDoUpdate({ target: [alertAssessments.workspaceId, alertAssessments.alertId], set: known });
}

/** Null where nothing was kept: of trial runs, and of alerts from before policies. */
export async function storedAssessment(
  tx: Pick<Tx, 'select'>,
  alertId: string,
): Promise<StoredAssessment | null> {
  const [row] = await tx.select().from(alertAssessments).where(eq(alertAssessments.alertId, alertId));
  return row ?? null;
}

/** As people see it. The reasons are worked out again from what is stored. */
export function shownAssessment(row: StoredAssessment): Assessment {
  const { reasons, says } = assess(row.policyContent, row.inputs);
  return {
    policy: { id: row.policyId ?? row.policyContent.mode, name: row.policyName, version: row.policyVersion },
    outcome: row.outcome,
    score: row.score,
    asksFrom: row.policyContent.mode === 'smart' ? row.policyContent.asksFrom : null,
    reasons,
    says,
  };
}
