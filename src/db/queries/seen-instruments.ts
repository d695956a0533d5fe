import { and, sql } from 'drizzle-orm';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import { instruments, ownInstruments } from '../schema.ts';

/**
 * A workspace sees what is shared and what is its own; the demo's own instrument is seen in the demo alone. Asked
 * wherever a symbol is looked up: instruments have no row security, and a symbol may be the private one of others.
 */
export const isSeenIn = (workspaceId: string) =>
  and(
    sql`(not ${instruments.owned} or exists (select from ${ownInstruments} o
          where o.workspace_id = ${workspaceId} and o.instrument_id = ${instruments.id} and o.removed_at is null))`,
    workspaceId === DEMO_WORKSPACE_ID ? undefined : sql`${instruments.symbol} not like '%.REC'`,
  );
