import type { Tx } from '#src/db/database.ts';
import type { Actor } from '#src/db/queries/activity.ts';

/** Who changes something; `keepAnswer` notes in the same transaction that it was done. */
export type By = {
  workspaceId: string;
  actor: Actor;
  keepAnswer?: (tx: Tx, status: number, body: unknown) => Promise<void>;
};
