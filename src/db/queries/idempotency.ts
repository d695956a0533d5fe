import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import { CLOCK_SLACK_MS } from '#src/shared/clock.ts';
import type { Tx } from '../database.ts';
import { newId } from '../ids.ts';
import { idempotencyKeys } from '../schema.ts';

/** A request that may be sent again: who asks, by which route, under which key, with what. */
export type Repeatable = {
  workspaceId: string;
  actor: string;
  route: string;
  keyHash: Buffer;
  requestHash: Buffer;
};
export type Claim = Pick<Repeatable, 'workspaceId' | 'actor' | 'route' | 'keyHash'> & { claim: string };
/** Null bodies are those that are not kept. */
export type Kept = { status: number; body: string | null; contentType: string | null };

const rowOf = ({ workspaceId, actor, route, keyHash }: Claim | Repeatable) =>
  and(
    eq(idempotencyKeys.workspaceId, workspaceId),
    eq(idempotencyKeys.actor, actor),
    eq(idempotencyKeys.route, route),
    eq(idempotencyKeys.keyHash, keyHash),
  );

/**
 * Claims the request, or says what became of it before: `mine` may be carried out; `running` is being carried out
 * elsewhere; `other` was another request under the same key; else what was answered. A claim nobody has answered for
 * since `lapsedAt` is taken over, and what was answered before `forgottenAt` is forgotten.
 */
export async function claimRequest(
  tx: Tx,
  request: Repeatable,
  times: { now: Date; lapsedAt: Date; forgottenAt: Date },
): Promise<{ mine: Claim } | 'running' | 'other' | Kept> {
  const { now, lapsedAt, forgottenAt } = times;
  const soon = new Date(now.getTime() + CLOCK_SLACK_MS);
  const { workspaceId, actor, route, keyHash, requestHash } = request;
  const claim = newId();
  const fresh = { requestHash, claim, claimedAt: now, status: null, body: null, contentType: null };
  const [claimed] = await tx
    .insert(idempotencyKeys)
    .values({ workspaceId, actor, route, keyHash, ...fresh })
    .onConflictDoUpdate({
      target: [
        idempotencyKeys.workspaceId,
        idempotencyKeys.actor,
        idempotencyKeys.route,
        idempotencyKeys.keyHash,
      ],
      set: fresh,
      setWhere: or(
        lte(idempotencyKeys.claimedAt, forgottenAt),
        and(
          isNull(idempotencyKeys.status),
          // Claimed while the clock was ahead, it never lapses.
          or(lte(idempotencyKeys.claimedAt, lapsedAt), gt(idempotencyKeys.claimedAt, soon)),
          eq(idempotencyKeys.requestHash, sql`excluded.request_hash`),
        ),
      ),
    })
    .returning({ claim: idempotencyKeys.claim });
  if (claimed) return { mine: { workspaceId, actor, route, keyHash, claim } };
  const [row] = await tx.select().from(idempotencyKeys).where(rowOf(request));
  // Given up between the two questions.
  if (!row) return 'running';
  if (!row.requestHash.equals(requestHash)) return 'other';
  const { status, body, contentType } = row;
  return status === null ? 'running' : { status, body, contentType };
}

/** What was answered to the request before, without claiming it; `other` as above, null where nothing is kept. */
export async function keptAnswer(
  tx: Tx,
  request: Repeatable,
  forgottenAt: Date,
): Promise<'other' | Kept | null> {
  const [row] = await tx
    .select()
    .from(idempotencyKeys)
    .where(and(rowOf(request), gt(idempotencyKeys.claimedAt, forgottenAt)));
  if (!row || row.status === null) return null;
  const { status, body, contentType } = row;
  return row.requestHash.equals(request.requestHash) ? { status, body, contentType } : 'other';
}

/** Keeps what was answered; nothing happens where the claim was taken over. */
export async function keepAnswer(tx: Tx, claim: Claim, answer: Kept): Promise<void> {
  await tx
    .update(idempotencyKeys)
    .set(answer)
    .where(and(rowOf(claim), eq(idempotencyKeys.claim, claim.claim)));
}

/** Nothing was done: the request may come again, and may be another one. */
export async function giveUpClaim(tx: Tx, claim: Claim): Promise<void> {
  await tx
    .delete(idempotencyKeys)
    .where(and(rowOf(claim), eq(idempotencyKeys.claim, claim.claim), isNull(idempotencyKeys.status)));
}
