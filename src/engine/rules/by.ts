import { and, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import type { Actor } from '#src/db/queries/activity.ts';
import { instruments, ownInstruments } from '#src/db/schema.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';

/** Who changes something; `keepAnswer` notes in the same transaction that it was done. */
export type By = {
  workspaceId: string;
  actor: Actor;
  keepAnswer?: (tx: Tx, status: number, body: unknown) => Promise<void>;
};

/** A workspace sees what is shared and what is its own; the demo's own instrument is seen in the demo alone. */
export const isSeenIn = (workspaceId: string) =>
  and(
    sql`(not ${instruments.owned} or exists (select from ${ownInstruments} o
          where o.workspace_id = ${workspaceId} and o.instrument_id = ${instruments.id}))`,
    workspaceId === DEMO_WORKSPACE_ID ? undefined : sql`${instruments.symbol} not like '%.REC'`,
  );
