import { and, asc, eq } from 'drizzle-orm';
import type { View, ViewForm } from '#src/shared/alert-list.ts';
import type { Tx } from '../database.ts';
import { hasRoom } from '../has-room.ts';
import { newId } from '../ids.ts';
import { savedViews } from '../schema.ts';

/** More than anyone could keep track of. */
export const VIEWS_MAX = 50;

type Mine = { workspaceId: string; userId: string };

/** The person's own views of a screen, by name. */
export function listViews(tx: Tx, userId: string, screen: ViewForm['screen']): Promise<View[]> {
  return tx
    .select({ id: savedViews.id, name: savedViews.name, query: savedViews.query })
    .from(savedViews)
    .where(and(eq(savedViews.userId, userId), eq(savedViews.screen, screen)))
    .orderBy(asc(savedViews.name));
}

/**
 * Keeps a filter under a name; a view of the same name is written over.
 * @returns null when the person has as many as there may be
 */
export async function saveView(
  tx: Tx,
  { workspaceId, userId }: Mine,
  form: ViewForm,
  now: Date,
): Promise<View | null> {
  const mine = and(eq(savedViews.userId, userId), eq(savedViews.screen, form.screen));
  const [known] = await tx
    .update(savedViews)
    .set({ query: form.query })
    .where(and(mine, eq(savedViews.name, form.name)))
    .returning();
  if (known) return { id: known.id, name: known.name, query: known.query };
  const limit = { of: `views of ${form.screen}`, whose: `${workspaceId} ${userId}`, max: VIEWS_MAX };
  if (!(await hasRoom(tx, limit, () => tx.$count(savedViews, mine)))) return null;
  // Two tabs may save the same name at once: the later one wins.
  const [made] = await tx
    .insert(savedViews)
    .values({ workspaceId, id: newId(), userId, ...form, createdAt: now })
    .onConflictDoUpdate({
      target: [savedViews.workspaceId, savedViews.userId, savedViews.screen, savedViews.name],
      set: { query: form.query },
    })
    .returning();
  return made ? { id: made.id, name: made.name, query: made.query } : null;
}

/** @returns false when the person has no such view */
export async function removeView(tx: Tx, userId: string, id: string): Promise<boolean> {
  const gone = await tx
    .delete(savedViews)
    .where(and(eq(savedViews.userId, userId), eq(savedViews.id, id)))
    .returning({ id: savedViews.id });
  return gone.length > 0;
}
