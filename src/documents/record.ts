import type { Tx } from '#src/db/database.ts';
import { type ActivityEntry, recordActivity } from '#src/db/queries/activity.ts';
import { lockDocuments } from '#src/db/queries/documents/names.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { By, DocumentsDeps } from './deps.ts';

export type Noted = Pick<ActivityEntry, 'action' | 'subject' | 'detail'>;
/** Writes down what has just been done, in the same transaction. */
export type Note = (noted: Noted) => Promise<void>;

/**
 * One change to the documents of a workspace: alone among the changes there, written down, and told to the screens once
 * it holds.
 */
export async function change<T>(
  deps: Pick<DocumentsDeps, 'app' | 'clock' | 'announce'>,
  { workspaceId, actor }: By,
  work: (tx: Tx, now: Date, note: Note) => Promise<T>,
): Promise<T> {
  const now = deps.clock();
  const done = await withTenant(deps.app, workspaceId, async (tx) => {
    await lockDocuments(tx, workspaceId);
    return work(tx, now, (noted) => recordActivity(tx, { workspaceId, actor, at: now, ...noted }));
  });
  deps.announce(workspaceId, 'documents');
  return done;
}
