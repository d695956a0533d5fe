import { z } from 'zod';
import type { Tx } from '#src/db/database.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import { appendEntry } from './append.ts';
import { hashSchema } from './entry.ts';
import { type LedgerActor, onRecordAs, peopleOf } from './people.ts';

const sealedSchema = z.strictObject({ person: z.string(), sealed: z.string() });
/** What an entry of kind `decision` says. A decision is of one revision's hash and of nothing else. */
const decisionSchema = z.looseObject({
  decision: z.enum(['approved', 'rejected']),
  revision: hashSchema,
  by: z.union([
    z.strictObject({ policy: z.string() }),
    // `sealed`: name, email and the entity they approve for.
    sealedSchema,
  ]),
  /** The absent member whose deputy decided; `sealed`: name and email. */
  inPlaceOf: sealedSchema.optional(),
  /** The others of several who must approve, the first first. */
  with: z.array(z.strictObject({ ...sealedSchema.shape, inPlaceOf: sealedSchema.optional() })).optional(),
  reason: z.string().nullable(),
});
export type LedgerDecision = z.infer<typeof decisionSchema>;

/** @returns null where the text is no decision */
export function readDecision(body: string): LedgerDecision | null {
  const read = decisionSchema.safeParse(JSON.parse(body));
  return read.success ? read.data : null;
}

export type NewDecision = {
  workspaceId: string;
  alertId: string;
  at: Date;
  decision: LedgerDecision['decision'];
  /** The hash that was decided on. Its content and renditions are kept (`keepJson`) under the hashes in `bytes`. */
  revision: string;
  bytes: readonly string[];
  by: { policy: string } | { userId: string; name: string; email: string; entity: string | null };
  /** The absent member in whose place the person decided. */
  inPlaceOf?: LedgerActor;
  /** The others of several who must approve. */
  with?: readonly (LedgerActor & { inPlaceOf: LedgerActor | null })[];
  reason: string | null;
  /** What else is on record: event, brand, score, named reasons, way. No names of people. */
  about?: Record<string, unknown>;
};

/** Records a decision, in its transaction, of which it is the last step: see `appendEntry`. The demo's aren't kept. */
export async function recordDecision(tx: Tx, made: NewDecision): Promise<void> {
  const { workspaceId, alertId, at, decision, revision, bytes, reason, about = {} } = made;
  if (workspaceId === DEMO_WORKSPACE_ID) return;
  const by = 'policy' in made.by ? made.by : await approverOf(tx, workspaceId, made.by);
  const inPlaceOf = made.inPlaceOf && (await onRecordAs(tx, workspaceId, made.inPlaceOf));
  const what = { about, decision, revision, by, reason, bytes: [...new Set(bytes)].sort() };
  const others = [];
  for (const { inPlaceOf: absent, ...who } of made.with ?? [])
    others.push({
      ...(await onRecordAs(tx, workspaceId, who)),
      ...(absent && { inPlaceOf: await onRecordAs(tx, workspaceId, absent) }),
    });
  const body = { ...what, ...(inPlaceOf && { inPlaceOf }), ...(others.length > 0 && { with: others }) };
  await appendEntry(tx, { kind: 'decision', subject: alertId, at, body });
}

async function approverOf(
  tx: Tx,
  workspaceId: string,
  { userId, ...who }: Extract<NewDecision['by'], { userId: string }>,
): Promise<{ person: string; sealed: string }> {
  const person = (await peopleOf(tx, workspaceId, [userId])).get(userId);
  if (!person) throw new Error('A person who was erased cannot decide.');
  return { person: person.pseudonym, sealed: person.seal(who) };
}
