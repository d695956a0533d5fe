import { eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { users } from '#src/db/schema.ts';
import { nameOfUser } from '#src/shared/person-name.ts';

/** A member who is away, as a decision in their place is recorded. */
export async function memberOnRecord(
  tx: Tx,
  userId: string,
): Promise<{ userId: string; name: string; email: string }> {
  const [user] = await tx
    .select({ email: users.email, userMetadata: users.userMetadata })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) throw new Error('The account of the absent member is deleted, so it has no deputy.');
  return { userId, name: nameOfUser(user), email: user.email };
}

export const nameOfMember = async (tx: Tx, userId: string): Promise<string> =>
  (await memberOnRecord(tx, userId)).name;
