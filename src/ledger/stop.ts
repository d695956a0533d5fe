import { eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { workspaces } from '#src/db/schema.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import type { StopScope } from '#src/shared/sending.ts';
import { appendEntry } from './append.ts';
import { peopleOf } from './people.ts';

type Stopped = { scope: StopScope; target: string | null };
export type StopperOnRecord =
  | { userId: string; name: string; email: string; entity: string | null }
  | { key: string };

/** Records that sending was stopped or resumed, in its transaction, of which it is the last step: see `appendEntry`. */
export async function recordStop(
  tx: Tx,
  entry: Stopped & {
    workspaceId: string;
    stopId: string;
    act: 'stopped' | 'resumed';
    by: StopperOnRecord;
    reason: string | null;
    at: Date;
  },
): Promise<void> {
  const { workspaceId, stopId, act, scope, target, reason, at } = entry;
  if (workspaceId === DEMO_WORKSPACE_ID) return;
  const by = await stopperIn(tx, workspaceId, entry.by);
  await appendEntry(tx, { kind: 'stop', subject: stopId, at, body: { act, scope, target, by, reason } });
}

/** Records that what hadn't gone out of an alert or digest was recalled, in the same way. */
export async function recordRecall(
  tx: Tx,
  entry: Stopped & { workspaceId: string; alertId: string; stopId: string; by: StopperOnRecord; at: Date },
): Promise<void> {
  const { workspaceId, alertId, stopId, scope, target, at } = entry;
  if (workspaceId === DEMO_WORKSPACE_ID) return;
  const by = await stopperIn(tx, workspaceId, entry.by);
  await appendEntry(tx, { kind: 'recall', subject: alertId, at, body: { stop: stopId, scope, target, by } });
}

/** Who did it, by pseudonym. */
export async function stopperIn(tx: Tx, workspaceId: string, by: StopperOnRecord) {
  if ('key' in by) return by;
  const { userId, ...who } = by;
  const person = (await peopleOf(tx, workspaceId, [userId])).get(userId);
  if (!person) throw new Error('A person who was erased cannot stop or resume anything.');
  return { person: person.pseudonym, sealed: person.seal(who) };
}

type Asked = {
  workspaceId: string;
  actor: { name: string };
  person: { userId: string; name: string; email: string } | null;
};

/** A member with the entity they act for, or the key of a program. */
export async function stopperOnRecord(
  tx: Tx,
  { workspaceId, actor, person }: Asked,
): Promise<StopperOnRecord> {
  if (!person) return { key: actor.name };
  const [workspace] = await tx
    .select({ name: workspaces.name })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  return { ...person, entity: workspace?.name ?? null };
}
