import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Database, Tx } from '../database.ts';
import { media } from '../schema.ts';

/** Keeps a PNG once. @returns the SHA-256 it is known by */
export async function keepPicture(
  tx: Tx,
  { workspaceId, bytes, now }: { workspaceId: string; bytes: Buffer; now: Date },
): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex');
  await tx
    .insert(media)
    .values({ workspaceId, hash, type: 'image/png', bytes, createdAt: now })
    .onConflictDoNothing();
  return hash;
}

/** A picture of the workspace in sight, or null. */
export async function pictureOf(tx: Tx, hash: string): Promise<{ type: string; bytes: Buffer } | null> {
  const [row] = await tx
    .select({ type: media.type, bytes: media.bytes })
    .from(media)
    .where(eq(media.hash, hash));
  return row ?? null;
}

/** The same for who knows nothing but its hash. */
export async function publicPicture(
  app: Database,
  hash: string,
): Promise<{ type: string; bytes: Buffer } | null> {
  const { rows } = await app.execute<{ type: string; bytes: Buffer }>(
    sql`select type, bytes from media_by_hash(${hash})`,
  );
  return rows[0] ?? null;
}
