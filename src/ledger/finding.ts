import { z } from 'zod';
import type { Tx } from '#src/db/database.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import { appendEntry } from './append.ts';
import type { LedgerDecision } from './decision.ts';
import { hashSchema } from './entry.ts';
import { onRecordAs } from './people.ts';

/** What an entry of kind `finding` says: a person looked at an alert after it went out. `none`: nothing was wrong. */
const findingSchema = z.looseObject({
  finding: z.string(),
  revision: hashSchema,
  by: z.strictObject({ person: z.string(), sealed: z.string() }),
  reason: z.string().nullable(),
});

/** A finding in the words of a decision, for the tables and pages that list both; null where the text is none. */
export function readFinding(
  body: string,
): (Pick<LedgerDecision, 'revision' | 'by' | 'reason'> & { decision: string }) | null {
  const read = findingSchema.safeParse(JSON.parse(body));
  if (!read.success) return null;
  const { finding, revision, by, reason } = read.data;
  return { decision: finding === 'none' ? 'no finding' : `finding: ${finding}`, revision, by, reason };
}

type NewFinding = {
  workspaceId: string;
  alertId: string;
  at: Date;
  /** Its category, or `none`. */
  finding: string;
  revision: string;
  by: { userId: string; name: string; email: string; entity: string | null };
  reason: string | null;
  about: Record<string, unknown>;
};

/** Records a finding, in its transaction, of which it is the last step: see `appendEntry`. */
export async function recordFinding(tx: Tx, made: NewFinding): Promise<void> {
  const { workspaceId, alertId: subject, at, finding, revision, reason, about } = made;
  if (workspaceId === DEMO_WORKSPACE_ID) return;
  const by = await onRecordAs(tx, workspaceId, made.by);
  await appendEntry(tx, { kind: 'finding', subject, at, body: { about, by, finding, reason, revision } });
}
