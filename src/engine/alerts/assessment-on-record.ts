import type { Tx } from '#src/db/database.ts';
import { keepAllJson } from '#src/ledger/bytes.ts';
import { shownAssessment, type StoredAssessment } from '../approval/policies/assessments.ts';

const POLICY_TYPE = 'application/vnd.bellwire.approval-policy+json';
const INPUTS_TYPE = 'application/vnd.bellwire.approval-inputs+json';

/** What the ledger keeps of it, so that the decision can be worked out again from the ledger alone. */
export async function assessmentOnRecord(tx: Tx, row: StoredAssessment | null) {
  if (!row) return { name: 'auto', about: {}, bytes: [] };
  const [content = '', inputs = ''] = await keepAllJson(tx, [
    { value: row.policyContent, type: POLICY_TYPE },
    { value: row.inputs, type: INPUTS_TYPE },
  ]);
  const { reasons } = shownAssessment(row);
  const policy = {
    id: row.policyId,
    name: row.policyName,
    version: row.policyVersion,
    content,
    inputs,
    outcome: row.outcome,
    score: row.score,
    reasons: reasons.map(({ reason, points }) => ({ reason, points })),
  };
  return { name: nameOf(row), about: { policy }, bytes: [content, inputs] };
}

/** As the ledger names who decided: a standard policy by its id. */
const nameOf = ({ policyId, policyContent, policyName }: StoredAssessment): string =>
  policyId === null ? policyContent.mode : policyName;
