import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { approvalLinks } from '#src/db/schema.ts';
import type { Person } from '#src/shared/approving-person.ts';

export type ApprovalLink = typeof approvalLinks.$inferSelect;

const TOKEN = /^[\w-]{43}$/;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

type Bound = Pick<ApprovalLink, 'workspaceId' | 'alertId' | 'revisionHash' | 'createdAt' | 'expiresAt'> &
  Partial<Pick<ApprovalLink, 'deviceId'>> &
  Person;

/** What it was sent with. */
export const wayOfLink = ({ deviceId }: Pick<ApprovalLink, 'deviceId'>): 'email' | 'notification' =>
  deviceId === null ? 'email' : 'notification';

/** Whose link it is. */
export const personOfLink = ({ userId, approverId }: ApprovalLink): Person =>
  userId === null ? { approverId: approverId ?? '' } : { userId };

/** Keeps a link. @returns its token, 256 random bits that are stored nowhere */
export async function makeLink(tx: Tx, bound: Bound): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx.insert(approvalLinks).values({ ...bound, tokenHash: hashOf(token) });
  return token;
}

/** Takes back a link whose email was certainly not sent. */
export async function dropLink(tx: Tx, workspaceId: string, token: string): Promise<void> {
  await tx
    .delete(approvalLinks)
    .where(and(eq(approvalLinks.workspaceId, workspaceId), eq(approvalLinks.tokenHash, hashOf(token))));
}

/** The workspace and the hash of a token; null for one that was never made, and for one whose person has left. */
export async function findLink(
  app: Database,
  token: string,
): Promise<Pick<ApprovalLink, 'workspaceId' | 'tokenHash' | 'alertId'> | null> {
  if (!TOKEN.test(token)) return null;
  const hash = hashOf(token);
  return app.transaction(async (tx) => {
    await tx.execute(sql`select set_config('app.approval_link', ${hash.toString('hex')}, true)`);
    const [found] = await tx
      .select({
        workspaceId: approvalLinks.workspaceId,
        tokenHash: approvalLinks.tokenHash,
        alertId: approvalLinks.alertId,
      })
      .from(approvalLinks)
      .where(eq(approvalLinks.tokenHash, hash));
    return found ?? null;
  });
}

/** How many links a person has been emailed since a moment. */
export const linksSince = (
  tx: Tx,
  { workspaceId, userId, approverId }: { workspaceId: string } & Person,
  since: Date,
): Promise<number> =>
  tx.$count(
    approvalLinks,
    and(
      eq(approvalLinks.workspaceId, workspaceId),
      userId === undefined ? eq(approvalLinks.approverId, approverId) : eq(approvalLinks.userId, userId),
      isNull(approvalLinks.deviceId),
      gt(approvalLinks.createdAt, since),
    ),
  );
