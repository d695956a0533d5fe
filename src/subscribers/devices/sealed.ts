import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { addresses } from '#src/db/schema.ts';
import { seal, unseal } from '#src/platform/keys/keys.ts';

type Address = { workspaceId: string; id: string };
const contextOf = ({ workspaceId, id }: Address): string => `${workspaceId} addresses ${id} device`;

/** What reaches a device, bound to its address: it opens nowhere else. */
export const sealDevice = (key: Buffer, address: Address, registered: string): string =>
  seal(key, contextOf(address), registered);

/** What a device registered, and until when a message of the fan-out is news. `registered` is null where it did no more. */
export async function openDevice(
  tx: Tx,
  encryptionKey: Buffer,
  { workspaceId, targetId, fanOutId }: { workspaceId: string; targetId: string; fanOutId: string },
): Promise<{ registered: string | null; expiresAt: number | null }> {
  const [row] = await tx
    .select({
      sealed: addresses.sealed,
      expiresAt: sql<
        string | null
      >`(select f.expires_at from fan_outs f where f.workspace_id = ${workspaceId}::uuid and f.id = ${fanOutId}::uuid)`,
    })
    .from(addresses)
    .where(and(eq(addresses.workspaceId, workspaceId), eq(addresses.id, targetId)));
  const sealed = row?.sealed ?? null;
  const address = { workspaceId, id: targetId };
  return {
    registered: sealed === null ? null : unseal(encryptionKey, contextOf(address), sealed),
    expiresAt: row?.expiresAt ? new Date(row.expiresAt).getTime() : null,
  };
}
