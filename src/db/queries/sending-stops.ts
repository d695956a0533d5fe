import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Tx } from '../database.ts';
import { newId } from '../ids.ts';

const SCOPES = ['all', 'channel', 'workspace'] as const;
const stopSchema = z.object({
  scope: z.enum(SCOPES),
  target: z.string(),
  reason: z.string(),
  since: z.coerce.date(),
});
type SendingStop = z.infer<typeof stopSchema>;

/** Pauses of sending by an operator that apply to this workspace; the widest first. */
export async function sendingStopsFor(tx: Tx, workspaceId: string): Promise<SendingStop[]> {
  const { rows } = await tx.execute(sql`select * from sending_stops_for(${workspaceId}::uuid)`);
  return z.array(stopSchema).parse(rows);
}

const listedSchema = stopSchema.extend({ id: z.uuid(), name: z.string(), operator_name: z.string() });

// As everything of the operators: functions of the database that ask themselves whether the session is an operator's.

export async function operatorStops(db: Database | Tx, session: string) {
  const { rows } = await db.execute(sql`select * from operator_stops(${session}::uuid)`);
  return z.array(listedSchema).parse(rows);
}

/** @returns the name of what is stopped now, or null where it was so already or there is no such workspace */
export async function stopSending(
  tx: Tx,
  session: string,
  stop: Pick<SendingStop, 'scope' | 'target' | 'reason'> & { at: Date },
): Promise<string | null> {
  const { scope, target, reason, at } = stop;
  const { rows } = await tx.execute<{ name: string | null }>(
    sql`select operator_stop_sending(${session}::uuid, ${newId()}::uuid, ${scope}::text, ${target}::text,
      ${reason}::text, ${at.toISOString()}::timestamptz) as name`,
  );
  return rows[0]?.name ?? null;
}

const allowedSchema = stopSchema.pick({ scope: true, target: true }).extend({ name: z.string() });

/** @returns what may be sent again, or undefined where it was not stopped */
export async function allowSending(tx: Tx, session: string, id: string) {
  const { rows } = await tx.execute(sql`select * from operator_allow_sending(${session}::uuid, ${id}::uuid)`);
  return z.array(allowedSchema).parse(rows)[0];
}
