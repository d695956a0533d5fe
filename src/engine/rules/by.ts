import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import type { Actor } from '#src/db/queries/activity.ts';
import { instruments } from '#src/db/schema.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';

/** Who changes something; `keepAnswer` notes in the same transaction that it was done. */
export type By = {
  workspaceId: string;
  actor: Actor;
  keepAnswer?: (tx: Tx, status: number, body: unknown) => Promise<void>;
};

/** The demo's own instrument is seen in the demo alone. */
export const isSeenIn = (workspaceId: string) =>
  workspaceId === DEMO_WORKSPACE_ID ? undefined : sql`${instruments.symbol} not like '%.REC'`;
