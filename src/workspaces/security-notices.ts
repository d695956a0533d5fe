import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { notifyMembers } from '#src/db/queries/notify.ts';
import { members } from '#src/db/schema.ts';
import { enterTenant } from '#src/db/tenant.ts';

/** What happened to the security of an account; `codesLeft` of its recovery codes. */
export type SecurityEvent =
  | { userId: string; kind: 'password_changed'; at: Date }
  | { userId: string; kind: 'recovery_code_used'; at: Date; codesLeft: number };

/**
 * Notifies the person, and no one else, in all their workspaces, as the last step of the transaction: it stays in the
 * last workspace. @returns the workspaces
 */
export async function noteSecurity(tx: Tx, event: SecurityEvent): Promise<string[]> {
  const { userId, kind, at } = event;
  await tx.execute(sql`select set_config('app.user_id', ${userId}, true)`);
  const mine = await tx
    .select({ workspaceId: members.workspaceId })
    .from(members)
    .where(eq(members.userId, userId));
  for (const { workspaceId } of mine) {
    await enterTenant(tx, workspaceId);
    await notifyMembers(tx, { workspaceId, kind, at, onlyTo: userId, link: '/settings', ...wordsOf(event) });
  }
  return mine.map(({ workspaceId }) => workspaceId);
}

const NOT_YOU = 'If this wasn’t you, reset your password at once.';

function wordsOf(event: SecurityEvent): { title: string; text: string } {
  if (event.kind === 'password_changed') {
    return { title: 'Your password was changed', text: `Your other devices were signed out. ${NOT_YOU}` };
  }
  const left = event.codesLeft === 1 ? '1 code is left.' : `${event.codesLeft} codes are left.`;
  return { title: 'A recovery code was used to sign in', text: `${left} ${NOT_YOU}` };
}
