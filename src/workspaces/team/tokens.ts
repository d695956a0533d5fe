import { createHash, randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { invitations } from '#src/db/schema.ts';
import { enterTenant } from '#src/db/tenant.ts';
import { seal, unseal } from '#src/platform/keys/keys.ts';

export type InvitationRow = typeof invitations.$inferSelect;

export const newToken = (): string => randomBytes(32).toString('base64url');
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

const context = (invitationId: string): string => `invitation ${invitationId}`;
export const sealToken = (encryptionKey: Buffer, invitationId: string, token: string): string =>
  seal(encryptionKey, context(invitationId), token);
export const unsealToken = (encryptionKey: Buffer, invitationId: string, sealed: string): string | null =>
  unseal(encryptionKey, context(invitationId), sealed);

/**
 * The invitation of a mailed token, whatever has become of it. The transaction is in its workspace afterwards.
 * @returns null for a token that is none, or that a later mail has replaced
 */
export async function findInvitation(tx: Tx, token: string): Promise<InvitationRow | null> {
  const hash = hashOf(token);
  await tx.execute(sql`select set_config('app.invitation_hash', ${hash.toString('hex')}, true)`);
  const [found] = await tx.select().from(invitations).where(eq(invitations.tokenHash, hash));
  await tx.execute(sql`select set_config('app.invitation_hash', '', true)`);
  if (!found) return null;
  await enterTenant(tx, found.workspaceId);
  return found;
}
