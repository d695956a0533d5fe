import { eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { alertCalls } from '#src/db/queries/alert-writers.ts';
import { pictureOf } from '#src/db/queries/media.ts';
import { composedAlerts } from '#src/db/schema.ts';
import { keepAllJson, keepBytes } from '#src/ledger/bytes.ts';
import { recordDecision } from '#src/ledger/decision.ts';
import { peopleOf } from '#src/ledger/people.ts';
import { CONTENT_TYPE, RENDITION_TYPE } from '#src/ledger/rendition.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import { storedAssessment } from '../approval/policies/assessments.ts';
import { userOf } from '../approval/policies/who-may.ts';
import { assessmentOnRecord } from './assessment-on-record.ts';
import type { Written } from './revision.ts';

type Approval = {
  workspaceId: string;
  alertId: string;
  now: Date;
  written: Written;
  hash: string;
  about: {
    event: { id: string };
    rule: { id: string; version: number };
    brand: { id: string };
    /** A trial run's person. */
    onlyTo: string | null;
  };
  reason: string;
};

/** Puts a policy's approval on the ledger, with the content and every rendition that it covers. */
export async function recordApproval(tx: Tx, approval: Approval): Promise<void> {
  const { workspaceId, alertId, now, written, hash, about, reason } = approval;
  if (workspaceId === DEMO_WORKSPACE_ID) return;
  const bytes = await keepWritten(tx, written);
  const wrote = await writersOnRecord(tx, alertId);
  const judged = await assessmentOnRecord(tx, await storedAssessment(tx, alertId));
  const { event, rule, brand } = about;
  await recordDecision(tx, {
    workspaceId,
    alertId,
    at: now,
    decision: 'approved',
    revision: hash,
    bytes: [...bytes, ...wrote.bytes, ...judged.bytes],
    by: { policy: about.onlyTo ? 'trial run' : judged.name },
    reason,
    about: {
      event: event.id,
      rule: rule.id,
      ruleVersion: rule.version,
      brand: brand.id,
      ...wrote.about,
      ...judged.about,
    },
  });
}

export const keepWritten = (tx: Tx, { content, renditions }: Written): Promise<string[]> =>
  keepContent(
    tx,
    content,
    renditions.map(({ prepared }) => prepared),
  );

/** Which models were asked for an alert's texts, and what came of it; `bytes` are the prompts and answers, which are kept. */
export async function writersOnRecord(tx: Tx, alertId: string) {
  const calls = await alertCalls(tx, alertId);
  const bytes = calls.flatMap(({ promptHash, answerHash }) => [promptHash, answerHash]);
  const writers = calls.map(
    ({ language, provider, model, outcome, inputTokens, outputTokens, costMicrocents, ...call }) => ({
      language,
      provider,
      model,
      outcome,
      refusals: call.refusals.map(({ code, at }) => ({ code, at })),
      inputTokens,
      outputTokens,
      costMicrocents,
      prompt: call.promptHash,
      answer: call.answerHash,
    }),
  );
  const author = await authorOnRecord(tx, alertId);
  return {
    about: { ...(writers.length > 0 && { writers }), ...author },
    bytes: bytes.filter((hash) => hash !== null),
  };
}

/** Who wrote an alert by hand, by pseudonym or as the name of an API key, and what they vouched for. */
async function authorOnRecord(tx: Tx, alertId: string): Promise<Record<string, unknown>> {
  const [composed] = await tx.select().from(composedAlerts).where(eq(composedAlerts.alertId, alertId));
  if (!composed) return {};
  const { workspaceId, writtenBy, vouches } = composed;
  const userId = userOf(writtenBy);
  if (userId === null) return { author: { key: writtenBy.replace(/^key:/, '') }, vouched: [] };
  // Missing where the person was erased since.
  const person = (await peopleOf(tx, workspaceId, [userId])).get(userId);
  return { author: person ? { person: person.pseudonym } : null, vouched: vouches };
}

/** Keeps what a decision covers: content, renditions and pictures. @returns the hashes of the first two */
export async function keepContent(
  tx: Tx,
  content: unknown,
  renditions: readonly Prepared[],
): Promise<string[]> {
  const bytes = await keepAllJson(tx, [
    { value: content, type: CONTENT_TYPE },
    ...renditions.map((value) => ({ value, type: RENDITION_TYPE })),
  ]);
  const named = new Set(renditions.flatMap(({ media }) => media.map(({ hash }) => hash)));
  for (const hash of named) {
    const picture = await pictureOf(tx, hash);
    if (picture) await keepBytes(tx, picture.bytes, picture.type);
  }
  return bytes;
}
