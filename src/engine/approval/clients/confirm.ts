import { createHash, randomBytes } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { brands, clientApprovers, workspaces } from '#src/db/schema.ts';
import { readingOnly, withTenant } from '#src/db/tenant.ts';
import { approverName } from '#src/shared/client-approvers.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { ApproverRow } from './client-refusal.ts';

const TOKEN = /^[\w-]{43}$/;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export type Invited = {
  approver: ApproverRow;
  brand: typeof brands.$inferSelect;
  workspace: string;
  whiteLabel: boolean;
};
/** What the link of an invitation shows. */
export type ByInvitation = Invited & {
  state: 'open' | 'confirmed' | 'expired';
  /** Confirmed, and the link is still new: it also links accounts in chats. */
  mayLink: boolean;
};

/** What an invitation says and to whom, with a new token that ends the one before; null where there is nobody to invite. */
export async function invitationMail(
  tx: Tx,
  of: { workspaceId: string; approverId: string },
  now: Date,
): Promise<(Invited & { token: string; to: string }) | null> {
  const invited = await readInvited(tx, of.workspaceId, eq(clientApprovers.id, of.approverId), now);
  if (!invited) return null;
  const { approver } = invited;
  if (approver.email === null || approver.confirmedAt !== null || isOver(approver, now)) return null;
  const token = randomBytes(32).toString('base64url');
  await tx
    .update(clientApprovers)
    .set({ tokenHash: hashOf(token) })
    .where(isIt(approver));
  return { ...invited, token, to: approver.email };
}

/** Confirms client approvers by the link that they were sent. */
export function createConfirmations({ app, clock }: { app: Database; clock: Clock }) {
  /** Changes nothing. @returns null for a link that was never made, was replaced, or whose approver was removed */
  const show = (token: string): Promise<ByInvitation | null> =>
    readingOnly.run(true, async () => {
      const found = await find(app, token);
      return found ? withTenant(app, found.workspaceId, (tx) => read(tx, found.workspaceId, token)) : null;
    });

  async function read(tx: Tx, workspaceId: string, token: string): Promise<ByInvitation | null> {
    const now = clock();
    const invited = await readInvited(tx, workspaceId, eq(clientApprovers.tokenHash, hashOf(token)), now);
    if (!invited) return null;
    const { approver } = invited;
    const isNew = !isOver(approver, now);
    const isConfirmed = approver.confirmedAt !== null;
    const state = isConfirmed ? 'confirmed' : isNew ? 'open' : 'expired';
    return { ...invited, state, mayLink: isConfirmed && isNew && approver.suspendedAt === null };
  }

  /** Once; a second time changes nothing. @returns what became of it, as `show` */
  async function confirm(token: string): Promise<ByInvitation | null> {
    const found = await find(app, token);
    if (!found) return null;
    const { workspaceId } = found;
    return withTenant(app, workspaceId, async (tx) => {
      // Locked, so that two posts are one after the other.
      await tx
        .select({ id: clientApprovers.id })
        .from(clientApprovers)
        .where(eq(clientApprovers.tokenHash, hashOf(token)))
        .for('update');
      const shown = await read(tx, workspaceId, token);
      if (shown?.state !== 'open') return shown;
      const { approver, brand } = shown;
      const now = clock();
      await tx.update(clientApprovers).set({ confirmedAt: now }).where(isIt(approver));
      await recordActivity(tx, {
        workspaceId,
        actor: { kind: 'client', userId: null, name: approverName(approver) },
        action: 'approver.confirmed',
        subject: approverName(approver),
        detail: { brand: brand.name },
        at: now,
      });
      return read(tx, workspaceId, token);
    });
  }
  return { show, confirm };
}
export type Confirmations = ReturnType<typeof createConfirmations>;

const isOver = ({ expiresAt }: ApproverRow, now: Date): boolean => expiresAt.getTime() <= now.getTime();

const isIt = ({ workspaceId, id }: ApproverRow) =>
  and(eq(clientApprovers.workspaceId, workspaceId), eq(clientApprovers.id, id));

async function find(app: Database, token: string): Promise<{ workspaceId: string } | null> {
  if (!TOKEN.test(token)) return null;
  const hash = hashOf(token);
  return app.transaction(async (tx) => {
    await tx.execute(sql`select set_config('app.approver_invitation', ${hash.toString('hex')}, true)`);
    const [found] = await tx
      .select({ workspaceId: clientApprovers.workspaceId })
      .from(clientApprovers)
      .where(eq(clientApprovers.tokenHash, hash));
    return found ?? null;
  });
}

async function readInvited(
  tx: Tx,
  workspaceId: string,
  which: ReturnType<typeof eq>,
  now: Date,
): Promise<Invited | null> {
  const [row] = await tx
    .select({ approver: clientApprovers, brand: brands, workspace: workspaces.name })
    .from(clientApprovers)
    .innerJoin(
      brands,
      and(eq(brands.workspaceId, clientApprovers.workspaceId), eq(brands.id, clientApprovers.brandId)),
    )
    .innerJoin(workspaces, eq(workspaces.id, clientApprovers.workspaceId))
    .where(and(eq(clientApprovers.workspaceId, workspaceId), which, isNull(clientApprovers.removedAt)));
  if (!row) return null;
  const { entitlements } = await workspacePlan(tx, now);
  return { ...row, whiteLabel: entitlements.whiteLabel };
}
